package io.tidemark.collector.deps;

import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.deps.Region;
import io.tidemark.memory.deps.EdgeReason;
import io.tidemark.memory.deps.FoundEdges;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.deps.SubmitReplay;
import io.tidemark.memory.tensor.Tensor;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Replays submits, writes their edges and compares what the replay found with what the runtime
 * found. One use, one thread.
 */
final class EdgeRows {
    /** Takes the edges; the arguments are those of {@link DepsWriter#edge}. */
    @FunctionalInterface
    interface Target {
        void edge(
                long producer,
                long consumer,
                int argument,
                EdgeSource source,
                int flags,
                Overlap overlap,
                long tensorId,
                Region consumed,
                Region written)
                throws IOException;
    }

    /** For a replay that only compares. */
    static final Target NOWHERE =
            (producer, consumer, argument, source, flags, overlap, tensor, consumed, written) -> {};

    private final Target writer;
    private final SubmitReplay replay;
    private final long lastOfFailedRun;
    private final Set<Long> producers = new HashSet<>();
    private String firstDifference;
    private long seen;

    /**
     * @param lastOfFailedRun how many submits a failed run left: its last one may have no result;
     *     -1 if the run did not fail
     */
    EdgeRows(Target writer, SubmitReplay replay, long lastOfFailedRun) {
        this.writer = writer;
        this.replay = replay;
        this.lastOfFailedRun = lastOfFailedRun;
    }

    void submit(RecordedSubmit submit) throws IOException {
        seen++;
        FoundEdges expected =
                replay.replay(
                        submit,
                        (producer, reason, argument, flags, written) ->
                                edge(submit, producer, reason, argument, flags, written));
        if (submit.kind() != SubmitKind.ALLOC && firstDifference == null) {
            compare(submit, expected);
        }
    }

    private void compare(RecordedSubmit submit, FoundEdges expected) {
        if (submit.found().isEmpty()) {
            if (seen != lastOfFailedRun) {
                firstDifference =
                        "task %s: the runtime left no result".formatted(text(submit.taskId()));
            }
            return;
        }
        FoundEdges found = submit.found().get();
        if (!found.equals(expected)) {
            firstDifference =
                    "task %s: the runtime found %d edges, the replay %d%s"
                            .formatted(
                                    text(submit.taskId()),
                                    found.edges(),
                                    expected.edges(),
                                    found.edges() == expected.edges() ? " others" : "");
        }
    }

    private void edge(
            RecordedSubmit submit,
            long producer,
            EdgeReason reason,
            int argument,
            int flags,
            Tensor written)
            throws IOException {
        if (writer == NOWHERE) {
            return;
        }
        producers.add(producer);
        Tensor consumer = argument < 0 ? null : submit.arguments()[argument].tensor();
        Tensor named = written == null ? consumer : written;
        writer.edge(
                producer,
                submit.taskId(),
                argument,
                source(reason),
                flags & (EdgeFlags.WAIT | EdgeFlags.RETAIN),
                overlap(reason),
                named == null ? 0 : TaskRows.identity(named).id(),
                consumer == null ? null : TaskRows.region(consumer),
                written == null ? null : TaskRows.untypedRegion(written));
    }

    private static EdgeSource source(EdgeReason reason) {
        return switch (reason) {
            case EXPLICIT -> EdgeSource.EXPLICIT;
            case CREATOR -> EdgeSource.CREATOR;
            case OVERLAPPING_WRITER, COVERED_WRITER -> EdgeSource.TENSORMAP;
        };
    }

    private static Overlap overlap(EdgeReason reason) {
        return switch (reason) {
            case EXPLICIT, CREATOR -> Overlap.NONE;
            case OVERLAPPING_WRITER -> Overlap.OTHER;
            case COVERED_WRITER -> Overlap.COVERED;
        };
    }

    private static String text(long taskId) {
        return "(%d, %s)".formatted(taskId >>> 32, Integer.toUnsignedString((int) taskId));
    }

    /** Those of the tasks that no edge comes from. */
    long[] withoutEdge(long[] taskIds) {
        return Arrays.stream(taskIds).filter(taskId -> !producers.contains(taskId)).toArray();
    }

    /** The first task for which replay and runtime disagree. */
    Optional<String> firstDifference() {
        return Optional.ofNullable(firstDifference);
    }
}
