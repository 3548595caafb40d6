package io.tidemark.collector.deps;

import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.memory.deps.EdgeReason;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.tensor.Tensor;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Writes the edges of a dependency file, with the regions at both ends. One use, one thread. */
final class EdgeLines implements EdgeRows.Target {
    private final DepsWriter writer;
    private final Set<Long> producers = new HashSet<>();

    EdgeLines(DepsWriter writer) {
        this.writer = writer;
    }

    @Override
    public void submit(RecordedSubmit submit) {}

    @Override
    public void edge(RecordedSubmit submit, long producer, EdgeReason reason, int argument, int flags, Tensor written)
            throws IOException {
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

    static EdgeSource source(EdgeReason reason) {
        return switch (reason) {
            case EXPLICIT -> EdgeSource.EXPLICIT;
            case CREATOR -> EdgeSource.CREATOR;
            case OVERLAPPING_WRITER, COVERED_WRITER -> EdgeSource.TENSORMAP;
        };
    }

    static Overlap overlap(EdgeReason reason) {
        return switch (reason) {
            case EXPLICIT, CREATOR -> Overlap.NONE;
            case OVERLAPPING_WRITER -> Overlap.OTHER;
            case COVERED_WRITER -> Overlap.COVERED;
        };
    }

    /** Those of the tasks that no edge comes from. */
    long[] withoutEdge(long[] taskIds) {
        return Arrays.stream(taskIds)
                .filter(taskId -> !producers.contains(taskId))
                .toArray();
    }
}
