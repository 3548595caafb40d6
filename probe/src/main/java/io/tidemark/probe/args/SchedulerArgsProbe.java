package io.tidemark.probe.args;

import io.tidemark.abi.args.ArgumentFlags;
import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.abi.args.TestPattern;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.probe.BackPressureGate;
import io.tidemark.probe.BufferLane;
import io.tidemark.probe.LaneGroup;
import io.tidemark.probe.WaitBudget;

/**
 * Device side of the args channel on one scheduler. Called by the thread that steps that scheduler.
 * It never waits: a task whose arguments do not fit is deferred by {@link #mayDispatch} or {@link
 * #mayComplete}, its dump continues in {@link #hasRoom} of later steps, piece by piece, and the next
 * question about the task is answered with yes. So a tensor may be larger than the arena, and what
 * one step dumps is bounded by the arena.
 *
 * <p>When full: a blocking channel holds the scheduler until the host has made room or the deadline
 * has passed; then, and always in a dropping channel, what does not fit is dropped and counted.
 */
public final class SchedulerArgsProbe {
    private static final int PIECES_PER_ARENA = 4; // what is no larger is copied in one go

    private final int thread;
    private final DumpSelection selection;
    private final LaneGroup group;
    private final BufferLane lane;
    private final BackPressureGate gate;
    private final WaitBudget budget;
    private final ArgumentWriter writer;
    private final PayloadCopy payload;
    private final TakenArgsProbe taken;

    private final DumpedTasks dumped = new DumpedTasks();

    private boolean isTested;
    private DeviceMemory memory;
    private ArgumentSource task; // being dumped, null if none
    private ArgumentStage stage;
    private int argument;
    private long recordAt = BufferLane.NO_SLOT;
    private int flags;
    private boolean isHolding; // the arena has no room for the next piece
    private boolean isImpatient;
    private int extraFlags;

    SchedulerArgsProbe(
            int thread,
            DumpSelection selection,
            LaneGroup group,
            BufferLane lane,
            BackPressureGate gate,
            WaitBudget budget,
            ArgumentWriter writer,
            PayloadArena arena) {
        this.thread = thread;
        this.selection = selection;
        this.group = group;
        this.lane = lane;
        this.gate = gate;
        this.budget = budget;
        this.writer = writer;
        this.payload = new PayloadCopy(arena);
        this.taken = new TakenArgsProbe(
                selection, group, lane, gate, budget, writer, arena, () -> task == null && (isTested || test()));
    }

    /** Arguments that the cores of this scheduler dump themselves, or the chip for it. */
    public TakenArgsProbe taken() {
        return taken;
    }

    /** The memory of the tensors; call it before the first task. */
    public void attach(DeviceMemory runMemory) {
        memory = runMemory;
        taken.attach(runMemory);
    }

    /**
     * Continues a dump that did not fit. False while it, or the dump of a core, still does not
     * fit: make no progress in this step, and do not count it as a hang.
     */
    public boolean hasRoom() {
        if (task == null) {
            return !taken.isHeld();
        }
        ArgumentSource held = task;
        if (!advance()) {
            return false;
        }
        dumped.add(held.taskId(), stage);
        return true;
    }

    /** Dumps what a task is given; false: not all of it fits, leave the task for a later step. */
    public boolean mayDispatch(ArgumentSource ready) {
        return admit(ready, ArgumentStage.BEFORE_DISPATCH);
    }

    /** Dumps what a task has given; false: leave its completion for a later step. */
    public boolean mayComplete(ArgumentSource done) {
        return admit(done, ArgumentStage.AFTER_COMPLETION);
    }

    /**
     * Dumps the partial outputs of a task that will not end; bytes that do not fit are lost.
     */
    public void interrupted(ArgumentSource running) {
        if (task != null || !taken.mayInterrupt(running.taskId())) {
            return; // of a run that ends like this the records count more than the last bytes
        }
        isImpatient = true;
        extraFlags = ArgumentFlags.PARTIAL;
        admit(running, ArgumentStage.AFTER_COMPLETION);
        extraFlags = 0;
        isImpatient = false;
    }

    private boolean admit(ArgumentSource asked, ArgumentStage askedStage) {
        if (dumped.take(asked.taskId(), askedStage)) {
            return true;
        }
        if (task != null) {
            return false;
        }
        task = asked;
        stage = askedStage;
        argument = 0;
        return advance();
    }

    /** Dumps the arguments that are left; false if the next one has to wait. */
    private boolean advance() {
        if (!isTested && !test()) {
            return false;
        }
        int tensors = task.tensorCount();
        int all = tensors + task.scalarCount();
        while (argument < all) {
            boolean done = argument < tensors ? tensor(argument) : scalar(argument - tensors);
            if (!done) {
                return false;
            }
            argument++;
        }
        task = null;
        return true;
    }

    private boolean scalar(int index) {
        if (stage != ArgumentStage.BEFORE_DISPATCH || !selection.records(task.dumpMask(), argument)) {
            return true;
        }
        if (!mayReserve()) {
            return false;
        }
        recordAt = lane.reserve();
        if (recordAt != BufferLane.NO_SLOT) {
            int type = task.scalarTypeCode(index);
            writer.scalar(recordAt, task, argument, type, task.scalarBits(index));
            commit();
        }
        return true;
    }

    private boolean tensor(int index) {
        ArgumentRole role = DumpSelection.roleOf(task.tagCode(index));
        if (!DumpSelection.isDumpedAt(role, stage) || !selection.records(task.dumpMask(), index)) {
            return true;
        }
        if (recordAt == BufferLane.NO_SLOT) {
            if (!mayReserve()) {
                return false;
            }
            recordAt = lane.reserve();
            if (recordAt == BufferLane.NO_SLOT) {
                return true; // counted by the lane
            }
            begin(task.tensor(index));
        }
        if (!copy()) {
            return false;
        }
        if (recordAt != BufferLane.NO_SLOT) {
            writeTensor(role, task.tensor(index));
        }
        return true;
    }

    /** Not while a tensor that a core sends has the place. */
    private boolean mayReserve() {
        return !taken.isOpen() && (group.hasRoom() || isImpatient);
    }

    private void begin(Tensor tensor) {
        flags = extraFlags | (tensor.isContiguous() ? ArgumentFlags.CONTIGUOUS : 0);
        if (!selection.keepsBytes(task.dumpMask(), argument)) {
            flags |= ArgumentFlags.METADATA_ONLY;
            payload.none();
        } else if (!payload.begin(memory, tensor, mayWait())) {
            flags |= ArgumentFlags.TRUNCATED;
        }
    }

    /** Copies what fits; false if the rest has to wait. Gives the record up if nothing fits. */
    private boolean copy() {
        while (!payload.isDone()) {
            long least = payload.leftBytes();
            if (mayWait()) {
                least = Math.min(least, payload.arenaBytes() / PIECES_PER_ARENA);
            }
            if (!payload.hasRoom(least)) {
                if (mayWait() && !budget.isSpent()) {
                    hold();
                    return false;
                }
                letGo();
                giveUp();
                return true;
            }
            if (budget.isRunning()) {
                budget.end();
            }
            letGo();
            payload.copy();
        }
        return true;
    }

    private void hold() {
        if (!isHolding) {
            isHolding = true;
            payload.held(true);
        }
    }

    private void letGo() {
        if (isHolding) {
            isHolding = false;
            payload.held(false);
        }
    }

    private boolean mayWait() {
        return !isImpatient && gate.isWaitingAllowed();
    }

    private void giveUp() {
        if (payload.storedBytes() == 0) {
            lane.dropForSpace();
            recordAt = BufferLane.NO_SLOT;
        } else {
            payload.cut();
            flags |= ArgumentFlags.TRUNCATED;
        }
    }

    private void writeTensor(ArgumentRole role, Tensor tensor) {
        if (!payload.isSourceUnchanged()) {
            flags |= ArgumentFlags.CHANGED;
        }
        writer.tensor(recordAt, task, argument, role, stage, flags, tensor, payload);
        payload.publish();
        commit();
    }

    private void commit() {
        lane.commit();
        recordAt = BufferLane.NO_SLOT;
    }

    /** Sends the test pattern, at start-up or as soon as there is room; false to wait for that. */
    boolean test() {
        boolean mayGoOn = group.hasRoom();
        if (!lane.hasRoom() || !payload.hasRoom(TestPattern.SIZE_BYTES)) {
            return mayGoOn; // without waiting: it is tried again with the next task
        }
        recordAt = lane.reserve();
        payload.testPattern(thread);
        writer.testPattern(recordAt, payload);
        payload.publish();
        commit();
        isTested = true;
        return true;
    }

    /**
     * Hands over everything at the end of a run, on every path out. False: call again in a later
     * step. A dump that is under way ends with the bytes it has.
     */
    public boolean flush() {
        letGo();
        if (task != null) {
            if (recordAt != BufferLane.NO_SLOT) {
                giveUp();
                if (recordAt != BufferLane.NO_SLOT) {
                    writeTensor(DumpSelection.roleOf(task.tagCode(argument)), task.tensor(argument));
                }
            }
            task = null;
        }
        return !taken.isLive() && group.flush(); // cores leave first, or are given up
    }
}
