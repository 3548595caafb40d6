package io.tidemark.cli.whatif;

import io.tidemark.cli.text.UserError;
import io.tidemark.recording.whatif.Candidates;
import io.tidemark.recording.whatif.Candidates.Candidate;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * One of many changes and what it comes to.
 *
 * @param option the change as an option says it, without hyphens
 * @param nanos predicted makespan; -1 if the run would fail
 * @param failure why; empty if it would not
 */
record Point(String words, String option, long nanos, String failure) {
    /** How many questions this machine answers at a time. */
    static final int CPUS = Runtime.getRuntime().availableProcessors();

    /**
     * Runs all candidates; the results are in the same order.
     *
     * @param threads how many run at a time
     */
    static List<Point> all(WhatIf of, List<Candidate> candidates, int threads) {
        List<Point> points = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<Point>> asked = candidates.stream()
                    .map(each -> pool.submit(() -> of(of, each)))
                    .toList();
            for (Future<Point> each : asked) {
                points.add(each.get());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw UserError.failed("interrupted.");
        } catch (ExecutionException thrown) {
            if (thrown.getCause() instanceof CancellationException withdrawn) {
                throw withdrawn;
            }
            throw new IllegalStateException(thrown.getCause());
        }
        return points;
    }

    /** The changes worth trying, the best first. */
    static List<Point> ranked(WhatIf of, Changes before, int threads) {
        return all(of, Candidates.of(of, before), threads).stream()
                .sorted(Comparator.comparing(Point::isDone).reversed().thenComparingLong(Point::nanos))
                .toList();
    }

    private static Point of(WhatIf of, Candidate each) {
        try {
            return new Point(each.words(), each.option(), of.makespan(each.changes()), "");
        } catch (WhatIfRefusedException refused) {
            return new Point(each.words(), each.option(), -1, refused.getMessage());
        }
    }

    boolean isDone() {
        return nanos >= 0;
    }
}
