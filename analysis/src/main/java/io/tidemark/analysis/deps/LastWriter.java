package io.tidemark.analysis.deps;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.args.ArgEntry;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyGraph;
import java.util.List;
import java.util.Optional;

/**
 * The task that wrote some bytes of device memory last, as far as a capture tells: the last one in
 * the order of submits that has them in an argument which it writes. For memory that is never given
 * out again, such as the tensors of the host. Immutable.
 *
 * @param function a kernel of the task, -1 when not known
 * @param argument index of the argument
 * @param writers tasks that write these bytes, this one counted
 * @param isDeclared false when the argument was passed without saying that it is written
 */
public record LastWriter(long taskId, int function, int argument, int writers, boolean isDeclared) {
    /** By the arguments of a graph; empty when none of its tasks writes the bytes. */
    public static Optional<LastWriter> inGraph(DependencyGraph graph, long address, int bytes) {
        DependencyDetail detail = graph.detail().orElseThrow();
        BufferRegions regions = new BufferRegions(graph);
        LastWriter last = null;
        for (int task = 0; task < graph.taskCount(); task++) {
            for (int at = detail.argumentBegin(task); at < detail.argumentEnd(task); at++) {
                int tensor = regions.tensorOfArgument(at);
                ArgType type = detail.argumentType(at);
                if (tensor < 0 || type == ArgType.INPUT || type == ArgType.UNKNOWN) {
                    continue;
                }
                ByteBlocks touched = regions.ofArgument(at, tensor);
                if (touches(touched, address - regions.bufferOf(tensor), bytes)) {
                    last = next(
                            last,
                            graph.taskId(task),
                            graph.firstKernel(task),
                            detail.argumentIndex(at),
                            type != ArgType.NO_DEP);
                }
            }
        }
        return Optional.ofNullable(last);
    }

    /**
     * By dumped arguments, which must name their tensors; empty when none of them is written there,
     * or when tasks of several rings are: their ids do not say which was submitted last.
     */
    public static Optional<LastWriter> inDump(ArgsManifest dump, long address, int bytes) {
        LastWriter last = null;
        for (int row = 0; row < dump.size(); row++) {
            boolean isGiven = dump.stage(row) == ArgumentStage.AFTER_COMPLETION
                    && !dump.isScalar(row)
                    && dump.role(row) != ArgumentRole.INPUT;
            if (!isGiven || !dump.tensor(row).isKnown()) {
                continue;
            }
            ArgEntry entry = dump.entry(row);
            if (!touches(bytesOf(entry), address - entry.tensor().address(), bytes)) {
                continue;
            }
            if (last != null && TaskId.ring(last.taskId) != TaskId.ring(entry.taskId())) {
                return Optional.empty();
            }
            int function =
                    entry.functionIds().isEmpty() ? -1 : entry.functionIds().getFirst();
            last = next(last, entry.taskId(), function, entry.argIndex(), true);
        }
        return Optional.ofNullable(last);
    }

    private static LastWriter next(LastWriter before, long taskId, int function, int argument, boolean isDeclared) {
        boolean isSame = before != null && before.taskId == taskId;
        int writers = before == null ? 1 : before.writers + (isSame ? 0 : 1);
        return new LastWriter(taskId, function, argument, writers, isDeclared);
    }

    private static ByteBlocks bytesOf(ArgEntry entry) {
        DType type = DType.ofName(entry.dataType());
        return type.bits() < 8
                ? null
                : ByteBlocks.ofView(
                        numbers(entry.shape()),
                        numbers(entry.strides()),
                        entry.startOffset(),
                        type.bytes(),
                        Long.MAX_VALUE / type.bytes());
    }

    private static long[] numbers(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).toArray();
    }

    private static boolean touches(ByteBlocks touched, long offset, int bytes) {
        return touched != null && offset >= 0 && touched.overlaps(new ByteBlocks(new long[] {offset, offset + bytes}));
    }
}
