package io.tidemark.cli.whatif;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.cli.capture.Runs;
import io.tidemark.cli.text.UserError;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import io.tidemark.viewer.http.WhatIfSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Answers the what-if page of the viewer as {@code tidemark whatif --json} does, with the same
 * options and the same sentences. One thread at a time.
 */
public final class WhatIfAnswers implements WhatIfSource {
    private static final long SEED = 1; // the default of the command
    private static final int PAGE_THREADS = Math.max(1, Point.CPUS - 1); // one is left for pages

    @Override
    public Replayed open(CaptureDirectory directory, BooleanSupplier isStopped) throws IOException, RefusedException {
        return asked(() -> {
            if (directory.swimlane().isEmpty()) {
                throw UserError.failed(directory.root() + " holds " + Runs.NO_SWIMLANE + ".");
            }
            StoredCapture capture = StoredCapture.open(directory);
            capture.readAhead(Runs.CHANNELS);
            return new Asked(directory.root(), ReplayedCapture.open(capture, Optional.empty(), isStopped));
        });
    }

    /** What may fail for a reason that is said in one sentence. */
    @FunctionalInterface
    private interface Step<T> {
        T make() throws IOException, WhatIfRefusedException;
    }

    private static <T> T asked(Step<T> step) throws IOException, RefusedException {
        try {
            return step.make();
        } catch (WhatIfRefusedException refused) {
            throw new RefusedException("no prediction: " + refused.getMessage());
        } catch (UserError error) {
            throw new RefusedException(error.getMessage());
        }
    }

    private static String json(Consumer<JsonWriter> members) {
        StringBuilder text = new StringBuilder();
        JsonWriter writer = new JsonWriter(text, 0);
        writer.beginObject();
        members.accept(writer);
        writer.endObject();
        return text.toString();
    }

    /**
     * Keeps the last answer: a question is asked for its number first, and then for its picture.
     */
    private static final class Asked implements Replayed {
        private final Path root;
        private final ReplayedCapture replayed;
        private List<String> lastChanges;
        private Answer last;

        Asked(Path root, ReplayedCapture replayed) {
            this.root = root;
            this.replayed = replayed;
        }

        @Override
        public String controls() {
            return json(writer -> {
                writer.member("capture", root.toString());
                WhatIfSections.machine(replayed.run()).write(writer);
                ControlsJson.write(replayed, writer);
            });
        }

        @Override
        public String predict(List<String> changes, BooleanSupplier isStopped) throws IOException, RefusedException {
            return asked(() -> written(answer(changes, replayed.until(isStopped))));
        }

        private Answer answer(List<String> changes, ReplayedCapture of) throws WhatIfRefusedException {
            if (!changes.equals(lastChanges)) {
                ChangeOptions options = ChangeOptions.parse(changes);
                last = Answer.of(of.run(), options.changes(of.run()), options.words(), SEED);
                lastChanges = List.copyOf(changes);
            }
            return last;
        }

        private static String written(Answer answer) {
            return json(writer -> WhatIfSections.answer(answer).write(writer));
        }

        @Override
        public String draw(List<String> changes, Path into, BooleanSupplier isStopped)
                throws IOException, RefusedException {
            return asked(() -> {
                ReplayedCapture of = replayed.until(isStopped);
                Changes changed = ChangeOptions.parse(changes).changes(of.run());
                return written(of.draw(answer(changes, of), changed, into));
            });
        }

        @Override
        public String best(List<String> changes, BooleanSupplier isStopped) throws RefusedException {
            try {
                ReplayedCapture of = replayed.until(isStopped);
                Changes before = ChangeOptions.parse(changes).changes(of.run());
                List<Point> points = Point.ranked(of.run(), before, PAGE_THREADS);
                return json(writer -> WhatIfSections.points("best", "change", of.run(), points)
                        .write(writer));
            } catch (UserError error) {
                throw new RefusedException(error.getMessage());
            }
        }
    }
}
