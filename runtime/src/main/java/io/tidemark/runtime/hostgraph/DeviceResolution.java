package io.tidemark.runtime.hostgraph;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.GraphRunner;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import java.util.Optional;

/**
 * Whether the chip of a run resolves its graph itself, and if it cannot, why not. Immutable.
 *
 * @param runner what resolves graphs on the chip; null where nothing does
 * @param refusal why no graph of this run is resolved there; null if one may be
 * @param recordsKernels whether the chip tells when kernels ran
 * @param recordsDispatch whether it is to tell when tasks were given out and complete
 * @param recordsCycles whether it is to tell how many cycles each kernel took
 * @param arguments what cores dump of the arguments of their tasks; null for nothing
 */
public record DeviceResolution(
        GraphRunner runner,
        String refusal,
        boolean recordsKernels,
        boolean recordsDispatch,
        boolean recordsCycles,
        CoreArguments arguments) {
    /** For runs whose chip resolves nothing. */
    public static final DeviceResolution NONE = new DeviceResolution(null, null, false, false, false, null);

    /**
     * @param runner null where the chip resolves nothing
     * @param arguments null when none are dumped
     */
    public static DeviceResolution of(GraphRunner runner, DfxFlags records, CoreArguments arguments) {
        if (runner == null) {
            return NONE;
        }
        return new DeviceResolution(
                runner,
                refusal(runner, records),
                records.swimlaneLevel() > 0,
                records.swimlaneLevel() > 1,
                records.has(DfxFeature.PMU),
                arguments);
    }

    private static String refusal(GraphRunner runner, DfxFlags records) {
        if (records.has(DfxFeature.DUMP_ARGS_ENABLE) && !runner.dumpsArguments()) {
            return "its code was made for runs that dump no arguments";
        }
        if (records.has(DfxFeature.PMU) && !runner.countsCycles()) {
            return "its code was made for runs that count no cycles";
        }
        if (records.privateChannels() > 0) {
            return "schedulers record what a private channel asks for";
        }
        return null;
    }

    boolean mayStart() {
        return runner != null && refusal == null;
    }

    /** Why a graph cannot be resolved on the chip; empty when it can. */
    Optional<String> refusal(TaskTable table, GraphImage image) {
        if (refusal != null) {
            return Optional.of(refusal);
        }
        if (recordsKernels) {
            return Optional.empty();
        }
        return timed(table, image)
                .map(task -> "task %s has a timing slot, and only with --chip-swimlane do cores tell times"
                        .formatted(TaskTable.text(task.taskId())));
    }

    /** Whether the chip is to tell when tasks of a graph were given out and complete. */
    boolean recordsDispatch(TaskTable table, GraphImage image) {
        return recordsDispatch || recordsKernels && timed(table, image).isPresent();
    }

    /** The first task with a timing slot. */
    private static Optional<TaskSlot> timed(TaskTable table, GraphImage image) {
        for (int task = 0; task < image.tasks(); task++) {
            TaskSlot slot = table.ring(0).slot(task);
            if (!image.isCompleteAcquire(task) && slot.isTimed()) {
                return Optional.of(slot);
            }
        }
        return Optional.empty();
    }
}
