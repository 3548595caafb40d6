package io.tidemark.runtime.stall;

import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DispatchToken;
import io.tidemark.chip.Topology;
import io.tidemark.runtime.ring.TaskId;
import io.tidemark.runtime.scheduler.BusyCore;
import io.tidemark.runtime.scheduler.TaskStates;
import io.tidemark.runtime.stall.StuckTask.Progress;
import io.tidemark.runtime.stall.StuckTask.State;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.tensormap.ArgumentTag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongToDoubleFunction;

/**
 * Takes the snapshot of a run that ended badly. For the thread that drove the run, when schedulers
 * have left; user code that never returns may still run, but submits nothing.
 */
public final class HangScan {
    public static final int MOST_TASKS = 64;

    private static final long BETWEEN_LOOKS_NANOS = 50_000_000;

    private final TaskTable table;
    private final TaskStates states;
    private final CoreRegisters registers;
    private final Topology topology;
    private final LongToDoubleFunction micros;
    private final List<StuckTask> tasks = new ArrayList<>();
    private final Set<Long> seen = new HashSet<>();
    private long unlisted;

    /**
     * @param micros from ticks to microseconds since the start of the run
     */
    public HangScan(
            TaskTable table,
            TaskStates states,
            CoreRegisters registers,
            Topology topology,
            LongToDoubleFunction micros) {
        this.table = table;
        this.states = states;
        this.registers = registers;
        this.topology = topology;
        this.micros = micros;
    }

    public HangSnapshot take(
            List<BusyCore> busy,
            List<RingUse> rings,
            int openScopes,
            long completed,
            long endTick) {
        onCores(busy);
        for (int ring = 0; states.areStarted() && ring < TaskId.RINGS; ring++) {
            offCores(ring);
        }
        return new HangSnapshot(
                micros.applyAsDouble(endTick),
                openScopes,
                table.submittedAcquire(),
                completed,
                tasks,
                unlisted,
                rings);
    }

    private void onCores(List<BusyCore> busy) {
        long[] before = busy.stream().mapToLong(b -> registers.progressOpaque(b.core())).toArray();
        if (before.length > 0) {
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
        for (int i = 0; i < before.length; i++) {
            BusyCore core = busy.get(i);
            boolean moved = registers.progressOpaque(core.core()) != before[i];
            boolean left = registers.statusAcquire(core.core()) == DispatchToken.CORE_EXITED;
            Progress progress =
                    left ? Progress.RETURNED : moved ? Progress.ADVANCING : Progress.FROZEN;
            double since = core.dispatchTick() > 0 ? micros.applyAsDouble(core.dispatchTick()) : -1;
            add(core.running(), State.RUNNING, progress, core.core(), core.block(), since);
        }
        for (BusyCore core : busy) {
            if (core.pending() != null) {
                add(
                        core.pending(),
                        State.PENDING,
                        Progress.NONE,
                        core.core(),
                        core.pendingBlock(),
                        -1);
            }
        }
    }

    private void offCores(int ring) {
        TaskRing ringTasks = table.ring(ring);
        int end = (int) ringTasks.submittedAcquire();
        for (int local = ringTasks.lastTaskAliveAcquire(); local != end; local++) {
            TaskSlot slot = ringTasks.slot(local);
            if (slot == null || states.isCompleteAcquire(slot) || seen.contains(slot.taskId())) {
                continue;
            }
            boolean waits = !waitsFor(slot).isEmpty();
            add(slot, waits ? State.WAITING : State.READY, Progress.NONE, -1, -1, -1);
        }
    }

    private void add(
            TaskSlot slot, State state, Progress progress, int core, int block, double since) {
        boolean isNew = seen.add(slot.taskId());
        if (tasks.size() >= MOST_TASKS) {
            unlisted += isNew ? 1 : 0;
            return;
        }
        tasks.add(
                new StuckTask(
                        slot.taskId(),
                        core < 0 ? kernels(slot) : slot.kernelAt(topology.position(core)).name(),
                        state,
                        progress,
                        core,
                        block,
                        slot.blockCount(),
                        slot.subtasks(),
                        slot.endedSubtasks(),
                        since,
                        waitsFor(slot),
                        arguments(slot)));
    }

    private static String kernels(TaskSlot slot) {
        if (slot.kernel() == null) {
            return "dummy";
        }
        StringJoiner names = new StringJoiner("+");
        for (int position = 0; position < Topology.CORES_PER_CLUSTER; position++) {
            if ((slot.coreMask() >>> position & 1) != 0) {
                names.add(slot.kernelAt(position).name());
            }
        }
        return names.toString();
    }

    private List<Long> waitsFor(TaskSlot slot) {
        List<Long> producers = new ArrayList<>();
        states.eachUnmet(
                slot,
                producer -> {
                    if (producers.size() < StuckTask.MOST_EDGES) {
                        producers.add(producer);
                    }
                });
        return producers;
    }

    private static List<String> arguments(TaskSlot slot) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < slot.tensorCount(); i++) {
            lines.add(
                    "%s %s%s"
                            .formatted(
                                    ArgumentTag.ofCode(slot.tagCode(i))
                                            .name()
                                            .toLowerCase(Locale.ROOT),
                                    slot.tensor(i).dtype(),
                                    Arrays.toString(slot.tensor(i).shape())));
        }
        for (int i = 0; i < slot.scalarCount(); i++) {
            lines.add("scalar 0x" + Long.toHexString(slot.scalarBits(i)));
        }
        return lines;
    }
}
