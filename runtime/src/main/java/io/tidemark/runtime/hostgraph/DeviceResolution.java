package io.tidemark.runtime.hostgraph;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.GraphRunner;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import java.util.Optional;

/**
 * Whether the chip of a run resolves its graph itself, and if it cannot, why not. Immutable.
 *
 * @param runner what resolves graphs on the chip; null where nothing does
 * @param refusal why no graph of this run is resolved there; null if one may be
 * @param recordsDispatch whether the chip is to tell when tasks were given out and complete
 * @param recordsCycles whether it is to tell how many cycles each kernel took
 * @param arguments what cores dump of the arguments of their tasks; null for nothing
 */
public record DeviceResolution(
        GraphRunner runner,
        String refusal,
        boolean recordsDispatch,
        boolean recordsCycles,
        CoreArguments arguments) {
    /** For runs whose chip resolves nothing. */
    public static final DeviceResolution NONE =
            new DeviceResolution(null, null, false, false, null);

    /**
     * @param runner null where the chip resolves nothing
     * @param arguments null when none are dumped
     */
    public static DeviceResolution of(
            GraphRunner runner, DfxFlags records, CoreArguments arguments) {
        if (runner == null) {
            return NONE;
        }
        return new DeviceResolution(
                runner,
                refusal(runner, records),
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
        for (int task = 0; task < image.tasks(); task++) {
            TaskSlot slot = table.ring(0).slot(task);
            if (!image.isCompleteAcquire(task)) {
                String why = refusal(slot, runner.runsGangs());
                if (why != null) {
                    return Optional.of("task " + TaskTable.text(slot.taskId()) + " " + why);
                }
            }
        }
        return Optional.empty();
    }

    private static String refusal(TaskSlot slot, boolean runsGangs) {
        if (slot.isTimed()) {
            return "has a timing slot";
        }
        String special = runsGangs ? null : special(slot);
        return special == null
                ? null
                : special + ", which cores do themselves only with --gangs-on-cores";
    }

    /** What only code for gangs and predicates can run; null for a plain task. */
    private static String special(TaskSlot slot) {
        if (slot.isSyncStart()) {
            return "starts all its blocks together";
        }
        if (slot.shape() == TaskShape.MIX.code()) {
            return "takes several cores of a cluster";
        }
        return slot.isPredicated() ? "runs only if a predicate holds" : null;
    }
}
