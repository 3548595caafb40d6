package io.tidemark.runtime.engine;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.abi.stall.BeginKind;
import io.tidemark.abi.stall.CoreProgress;
import io.tidemark.abi.stall.StuckState;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.runtime.scheduler.RunGuard;
import io.tidemark.runtime.scheduler.Scheduler.BusyCore;
import io.tidemark.runtime.stall.HangSnapshot;
import io.tidemark.runtime.stall.OrchestratorWait;
import io.tidemark.runtime.stall.RingUse;
import io.tidemark.runtime.stall.StuckTask;
import io.tidemark.runtime.stall.UserStacks;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.TaskStates;
import io.tidemark.runtime.tensormap.ArgumentTag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.LongToDoubleFunction;

/**
 * Takes the snapshot of a run that ended badly. For the thread that drove the run, when schedulers
 * have left; user code that never returns may still run, but submits nothing.
 */
public final class HangScan {
    private final TaskTable table;
    private final TaskStates states;
    private final CoreRegisters registers;
    private final ChipShape shape;
    private final RunGuard guard;
    private final LongToDoubleFunction micros;
    private final List<StuckTask> tasks = new ArrayList<>();
    private final Set<Long> seen = new HashSet<>();
    private final Set<Long> seenOnCore = new HashSet<>();
    private final long drained;
    private final UserStacks stacks;
    private List<BusyCore> busyCores = List.of();
    private long unlisted;

    /**
     * @param guard saw the cores while the run stood still
     * @param drained the cohort for which all schedulers had stopped dispatching, or {@link
     *     TaskId#NONE}
     * @param stacks where the user's code stood
     * @param micros from ticks to microseconds since the start of the run
     */
    public HangScan(
            TaskTable table,
            TaskStates states,
            CoreRegisters registers,
            ChipShape shape,
            RunGuard guard,
            long drained,
            UserStacks stacks,
            LongToDoubleFunction micros) {
        this.table = table;
        this.states = states;
        this.registers = registers;
        this.shape = shape;
        this.guard = guard;
        this.drained = drained;
        this.stacks = stacks;
        this.micros = micros;
    }

    public HangSnapshot take(
            List<BusyCore> busy,
            List<RingUse> rings,
            int openScopes,
            List<String> openScopeSites,
            OrchestratorWait orchestratorWait,
            long completed,
            long endTick) {
        busyCores = busy;
        busy.forEach(this::rememberOnCore);
        onCores(busy);
        for (int ring = 0; states.areStarted() && ring < TaskId.RINGS; ring++) {
            offCores(ring);
        }
        return new HangSnapshot(
                micros.applyAsDouble(endTick),
                endTick,
                openScopes,
                openScopeSites,
                stacks,
                orchestratorWait,
                table.submittedAcquire(),
                completed,
                tasks,
                unlisted,
                rings);
    }

    private void rememberOnCore(BusyCore core) {
        seenOnCore.add(core.running().taskId());
        if (core.pending() != null) {
            seenOnCore.add(core.pending().taskId());
        }
    }

    private void onCores(List<BusyCore> busy) {
        for (BusyCore core : busy) {
            boolean left = registers.statusAcquire(core.core()) == DispatchToken.CORE_EXITED;
            boolean frozen = guard.isFrozen(core.core());
            CoreProgress progress =
                    left ? CoreProgress.RETURNED : frozen ? CoreProgress.FROZEN : CoreProgress.ADVANCING;
            long tick = core.dispatchTick() > 0 ? core.dispatchTick() : guard.sinceTick(core.core());
            double since = tick > 0 ? micros.applyAsDouble(tick) : -1;
            StuckState state = isGated(core.running()) ? StuckState.STAGED : StuckState.RUNNING;
            add(core.running(), state, progress, core.core(), core.block(), since, begin(core));
        }
        for (BusyCore core : busy) {
            if (core.pending() != null) {
                add(
                        core.pending(),
                        isGated(core.pending()) ? StuckState.STAGED : StuckState.PENDING,
                        CoreProgress.NONE,
                        core.core(),
                        core.pendingBlock(),
                        -1,
                        Begin.UNKNOWN);
            }
        }
    }

    /** When a kernel began, as well as that is known. */
    private record Begin(long tick, BeginKind kind) {
        static final Begin UNKNOWN = new Begin(0, BeginKind.UNKNOWN);
    }

    private Begin begin(BusyCore core) {
        if (isGated(core.running())) {
            return Begin.UNKNOWN; // it has not begun
        }
        if (core.startTick() > 0) {
            return new Begin(core.startTick(), BeginKind.START);
        }
        if (core.dispatchTick() > 0) {
            return new Begin(core.dispatchTick(), BeginKind.DISPATCH);
        }
        long seen = guard.sinceTick(core.core());
        return seen > 0 ? new Begin(seen, BeginKind.SEEN) : Begin.UNKNOWN;
    }

    private void offCores(int ring) {
        TaskRing ringTasks = table.ring(ring);
        int end = (int) ringTasks.submittedAcquire();
        for (int local = ringTasks.lastTaskAliveAcquire(); local != end; local++) {
            TaskSlot slot = ringTasks.slot(local);
            if (slot == null || states.isCompleteAcquire(slot) || seen.contains(slot.taskId())) {
                continue;
            }
            add(slot, stateOffCores(slot), CoreProgress.NONE, -1, -1, -1, Begin.UNKNOWN);
        }
    }

    private StuckState stateOffCores(TaskSlot slot) {
        if (slot.isDeferred()) {
            return StuckState.CONDITIONS;
        }
        if (!producers(slot).isEmpty()) {
            return StuckState.WAITING;
        }
        return slot.isSyncStart() ? StuckState.COHORT : StuckState.READY;
    }

    private static boolean isGated(TaskSlot slot) {
        return slot.isStageable()
                && slot.gate().isStaged()
                && !(slot.isSyncStart() ? slot.gate().isLaunched() : slot.gate().isReleased());
    }

    /** Producers; of a cohort without any, who has the cores; of others, the cohort before them. */
    private List<Long> waitsFor(TaskSlot slot) {
        List<Long> producers = producers(slot);
        if (!producers.isEmpty() || seenOnCore.contains(slot.taskId()) || slot.isDeferred()) {
            return producers;
        }
        if (slot.isSyncStart()) {
            return holders(slot);
        }
        return drained == TaskId.NONE || slot.kernel() == null ? producers : List.of(drained);
    }

    private List<Long> holders(TaskSlot cohort) {
        return busyCores.stream()
                .filter(core -> isWanted(cohort, core.core()))
                .map(core -> core.running().taskId())
                .distinct()
                .limit(StuckTask.MOST_EDGES)
                .toList();
    }

    private boolean isWanted(TaskSlot cohort, int core) {
        return cohort.shape() == TaskShape.MIX.code()
                ? (cohort.coreMask() >>> shape.position(core) & 1) != 0
                : cohort.shape() == TaskShape.of(shape.type(core)).code();
    }

    private void add(
            TaskSlot slot, StuckState state, CoreProgress progress, int core, int block, double since, Begin begin) {
        boolean isNew = seen.add(slot.taskId());
        if (tasks.size() >= HangSnapshot.MOST_TASKS) {
            unlisted += isNew ? 1 : 0;
            return;
        }
        tasks.add(new StuckTask(
                slot.taskId(),
                core < 0 ? kernels(slot) : slot.kernelAt(shape.position(core)).name(),
                state,
                progress,
                core,
                block,
                slot.blockCount(),
                slot.subtasks(),
                slot.endedSubtasks(),
                since,
                begin.tick(),
                begin.kind(),
                waitsFor(slot),
                arguments(slot),
                state == StuckState.RUNNING ? stacks.kernel(core) : List.of()));
    }

    private static String kernels(TaskSlot slot) {
        if (slot.kernel() == null) {
            return "dummy";
        }
        StringJoiner names = new StringJoiner("+");
        for (int left = slot.coreMask(); left != 0; left &= left - 1) {
            names.add(slot.kernelAt(Integer.numberOfTrailingZeros(left)).name());
        }
        return names.toString();
    }

    private List<Long> producers(TaskSlot slot) {
        List<Long> producers = new ArrayList<>();
        states.eachUnmet(slot, producer -> {
            if (producers.size() < StuckTask.MOST_EDGES) {
                producers.add(producer);
            }
        });
        return producers;
    }

    private static List<String> arguments(TaskSlot slot) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < slot.tensorCount(); i++) {
            lines.add("%s %s%s"
                    .formatted(
                            ArgumentTag.ofCode(slot.tagCode(i)).name().toLowerCase(Locale.ROOT),
                            slot.tensor(i).dtype(),
                            Arrays.toString(slot.tensor(i).shape())));
        }
        for (int i = 0; i < slot.scalarCount(); i++) {
            lines.add("scalar 0x" + Long.toHexString(slot.scalarBits(i)));
        }
        return lines;
    }
}
