package io.tidemark.cli.whatif;

import io.tidemark.cli.text.UserError;
import io.tidemark.recording.whatif.Candidates;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * One of many changes and what it comes to.
 *
 * @param nanos predicted makespan; -1 if the run would fail
 * @param failure why; empty if it would not
 */
record Point(String words, long nanos, String failure) {
    /** Runs all, as many at a time as there are CPUs; the answers stand in the order given. */
    static List<Point> all(WhatIf of, List<Candidates.Candidate> candidates) {
        List<Point> points = new ArrayList<>();
        try (ExecutorService pool =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Future<Point>> asked =
                    candidates.stream()
                            .map(each -> pool.submit(() -> of(of, each.words(), each.changes())))
                            .toList();
            for (Future<Point> each : asked) {
                points.add(each.get());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw UserError.failed("interrupted.");
        } catch (ExecutionException thrown) {
            throw new IllegalStateException(thrown.getCause());
        }
        return points;
    }

    private static Point of(WhatIf of, String words, Changes changes) {
        try {
            return new Point(words, of.makespan(changes), "");
        } catch (WhatIfRefusedException refused) {
            return new Point(words, -1, refused.getMessage());
        }
    }

    boolean isDone() {
        return nanos >= 0;
    }
}
