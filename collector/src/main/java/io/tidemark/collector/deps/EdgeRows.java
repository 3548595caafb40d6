package io.tidemark.collector.deps;

import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.memory.deps.EdgeReason;
import io.tidemark.memory.deps.EdgeVisitor;
import io.tidemark.memory.deps.FoundEdges;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.deps.SubmitReplay;
import io.tidemark.memory.tensor.Tensor;
import java.io.IOException;
import java.util.Optional;

/**
 * Replays submits, passes on their edges and compares them with the edges that the runtime found. One use, one thread.
 */
final class EdgeRows {
    /** Takes the submits in order, each before its edges. */
    interface Target {
        void submit(RecordedSubmit submit) throws IOException;

        /**
         * @param argument which argument asks for it, -1 for an explicit one
         * @param flags 1 wait, 2 retain
         * @param written the region that the producer wrote; null unless it is a writer
         */
        void edge(RecordedSubmit submit, long producer, EdgeReason reason, int argument, int flags, Tensor written)
                throws IOException;
    }

    private final Target target;
    private final SubmitReplay replay;
    private final long lastOfFailedRun;
    private final EdgeVisitor toTarget = this::edge; // one for all submits: made anew, each costs
    private RecordedSubmit current;
    private String firstDifference;
    private long seen;

    /**
     * @param lastOfFailedRun how many submits a failed run left: its last one may have no result;
     *     -1 if the run did not fail
     */
    EdgeRows(Target target, SubmitReplay replay, long lastOfFailedRun) {
        this.target = target;
        this.replay = replay;
        this.lastOfFailedRun = lastOfFailedRun;
    }

    void submit(RecordedSubmit submit) throws IOException {
        seen++;
        current = submit;
        target.submit(submit);
        FoundEdges expected = replay.replay(submit, toTarget);
        if (submit.kind() != SubmitKind.ALLOC && firstDifference == null) {
            compare(submit, expected);
        }
    }

    private void edge(long producer, EdgeReason reason, int argument, int flags, Tensor written) throws IOException {
        target.edge(current, producer, reason, argument, flags, written);
    }

    private void compare(RecordedSubmit submit, FoundEdges expected) {
        if (submit.found().isEmpty()) {
            if (seen != lastOfFailedRun) {
                firstDifference = "task %s: the runtime left no result".formatted(text(submit.taskId()));
            }
            return;
        }
        FoundEdges found = submit.found().get();
        // field by field: a record's own way starts slowly
        if (found.edges() != expected.edges() || found.digest() != expected.digest()) {
            firstDifference = "task %s: the runtime found %d edges, the replay %d%s"
                    .formatted(
                            text(submit.taskId()),
                            found.edges(),
                            expected.edges(),
                            found.edges() == expected.edges() ? " others" : "");
        }
    }

    private static String text(long taskId) {
        return "(%d, %s)".formatted(taskId >>> 32, Integer.toUnsignedString((int) taskId));
    }

    /** The first task for which replay and runtime disagree. */
    Optional<String> firstDifference() {
        return Optional.ofNullable(firstDifference);
    }
}
