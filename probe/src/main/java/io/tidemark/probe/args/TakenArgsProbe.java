package io.tidemark.probe.args;

import io.tidemark.abi.args.ArgumentFlags;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.probe.BackPressureGate;
import io.tidemark.probe.BufferLane;
import io.tidemark.probe.LaneGroup;
import io.tidemark.probe.WaitBudget;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The args channel on one scheduler whose cores dump the arguments of their tasks themselves: the
 * records are made here, of what the host knows of a task and of the bytes and digests that the
 * cores send. Called by the thread that steps that scheduler; {@link #core} and the questions about
 * a task by any thread. One tensor at a time goes into the lane, of a core or of the scheduler; a
 * core whose turn it is not is asked to come again.
 *
 * <p>When full: as {@link SchedulerArgsProbe}. A blocking channel lets the core wait until the host
 * has made room or the deadline has passed; then, and always in a dropping channel, what does not
 * fit is dropped and counted.
 */
public final class TakenArgsProbe {
    private static final int LARGEST_PART_WITHOUT_HOST = 2; // as PayloadCopy cuts

    private final DumpSelection selection;
    private final LaneGroup group;
    private final BufferLane lane;
    private final BackPressureGate gate;
    private final WaitBudget budget;
    private final ArgumentWriter writer;
    private final PayloadArena arena;
    private final BooleanSupplier hasTurn; // the scheduler dumps nothing itself, the lane is tested
    private final AtomicInteger live = new AtomicInteger(); // cores that may still send

    private final List<Core> cores = new CopyOnWriteArrayList<>();
    private final Set<Long> interrupted = new HashSet<>(); // filled only when a run ends badly

    private volatile DeviceMemory memory;
    private Core open; // whose tensor is under way, null if none
    private boolean isHolding; // the arena has no room for the next piece

    /**
     * @param hasTurn false while the scheduler dumps a task itself. Sends the lane's test pattern
     *     if that was not done, and is false to wait for that
     */
    TakenArgsProbe(
            DumpSelection selection,
            LaneGroup group,
            BufferLane lane,
            BackPressureGate gate,
            WaitBudget budget,
            ArgumentWriter writer,
            PayloadArena arena,
            BooleanSupplier hasTurn) {
        this.selection = selection;
        this.group = group;
        this.lane = lane;
        this.gate = gate;
        this.budget = budget;
        this.writer = writer;
        this.arena = arena;
        this.hasTurn = hasTurn;
    }

    void attach(DeviceMemory runMemory) {
        memory = runMemory;
    }

    /** Whether a core waits because what it dumped has no room. */
    boolean isHeld() {
        return isHolding;
    }

    /** Whether a tensor of a core is under way. */
    boolean isOpen() {
        return open != null;
    }

    /** Whether cores may still send something: the lane is not to be closed. */
    boolean isLive() {
        return live.get() > 0;
    }

    /**
     * Whether what a task that will not end has given is to be taken as it is: not if a core has
     * sent it, or another tensor is under way. What the core sends of it later is left out.
     */
    boolean mayInterrupt(long taskId) {
        if (open != null) {
            return false;
        }
        for (Core core : cores) {
            if (core.lastEnded == taskId) {
                return false;
            }
        }
        interrupted.add(taskId);
        return true;
    }

    /** One more core, which sends until it {@link Core#leave}s. */
    public Core core() {
        Core core = new Core();
        cores.add(core);
        live.incrementAndGet();
        return core;
    }

    /** Whether anything of a task is recorded at a stage. */
    public boolean records(ArgumentSource task, ArgumentStage stage) {
        int tensors = task.tensorCount();
        for (int i = 0; i < tensors; i++) {
            if (records(task, i, stage)) {
                return true;
            }
        }
        boolean isBefore = stage == ArgumentStage.BEFORE_DISPATCH;
        for (int i = 0; isBefore && i < task.scalarCount(); i++) {
            if (selection.records(task.dumpMask(), tensors + i)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a core sends the bytes of a tensor at a stage. */
    public boolean wantsBytes(ArgumentSource task, int index, ArgumentStage stage) {
        Tensor tensor = task.tensor(index);
        DeviceMemory held = memory;
        return records(task, index, stage)
                && selection.keepsBytes(task.dumpMask(), index)
                && held != null
                && held.contains(tensor)
                && tensor.sizeBytes() > 0;
    }

    private boolean records(ArgumentSource task, int index, ArgumentStage stage) {
        return DumpSelection.isDumpedAt(DumpSelection.roleOf(task.tagCode(index)), stage)
                && selection.records(task.dumpMask(), index);
    }

    private boolean mayWait() {
        return gate.isWaitingAllowed();
    }

    private void hold(boolean isHeld) {
        if (isHolding != isHeld) {
            isHolding = isHeld;
            arena.held(isHeld);
        }
    }

    /** What one core sends. For the thread that steps the scheduler. */
    public final class Core implements StoredPayload {
        private ArgumentSource task;
        private ArgumentStage stage;
        private int argument; // the next one without bytes
        private long recordAt = BufferLane.NO_SLOT;
        private boolean isLeftOut; // the stage that was begun
        private long lastEnded = -1; // the task whose results came last
        private boolean isSkipping; // the rest of a tensor
        private boolean hasLeft;
        private int tensor;
        private int flags;
        private int extraFlags;
        private long beganAt;
        private long wantedBytes;
        private long storedBytes;
        private long digest;

        private Core() {}

        /**
         * What a task was given or gave begins: records whatever has no bytes. False: there is no
         * room for all of it, ask again with the same.
         *
         * @param isPartial the kernel was cut short
         */
        public boolean tryBegin(ArgumentSource begun, ArgumentStage begunStage, boolean isPartial) {
            if (task != begun || stage != begunStage) {
                task = begun;
                stage = begunStage;
                argument = 0;
                extraFlags = isPartial ? ArgumentFlags.PARTIAL : 0;
                boolean isAfter = stage == ArgumentStage.AFTER_COMPLETION;
                isLeftOut = isAfter && interrupted.contains(task.taskId());
                lastEnded = isAfter ? task.taskId() : lastEnded;
            }
            if (isLeftOut) {
                return true;
            }
            int all = task.tensorCount() + task.scalarCount();
            while (argument < all) {
                if (!withoutBytes(argument)) {
                    return false;
                }
                argument++;
            }
            return true;
        }

        /** Everything of the stage was sent. */
        public void end() {
            cut(); // no core ends a stage inside a tensor
            task = null;
        }

        private boolean withoutBytes(int index) {
            int tensors = task.tensorCount();
            boolean isTensor = index < tensors;
            boolean isRecorded = isTensor
                    ? records(task, index, stage) && !wantsBytes(task, index, stage)
                    : stage == ArgumentStage.BEFORE_DISPATCH && selection.records(task.dumpMask(), index);
            if (!isRecorded) {
                return true;
            }
            if (open != null || !hasTurn.getAsBoolean() || !group.hasRoom()) {
                return false;
            }
            long at = lane.reserve();
            if (at == BufferLane.NO_SLOT) {
                return true; // counted by the lane
            }
            if (isTensor) {
                storedBytes = 0;
                writer.tensor(
                        at,
                        task,
                        index,
                        DumpSelection.roleOf(task.tagCode(index)),
                        stage,
                        flagsWithoutBytes(index),
                        task.tensor(index),
                        this);
            } else {
                int scalar = index - tensors;
                writer.scalar(at, task, index, task.scalarTypeCode(scalar), task.scalarBits(scalar));
            }
            lane.commit();
            return true;
        }

        private int flagsWithoutBytes(int index) {
            Tensor described = task.tensor(index);
            int layout = extraFlags | (described.isContiguous() ? ArgumentFlags.CONTIGUOUS : 0);
            if (!selection.keepsBytes(task.dumpMask(), index)) {
                return layout | ArgumentFlags.METADATA_ONLY;
            }
            DeviceMemory held = memory;
            boolean isThere = held != null && held.contains(described);
            return isThere ? layout : layout | ArgumentFlags.TRUNCATED;
        }

        /**
         * The next piece of a tensor. False: there is no room, or another tensor is under way; ask
         * again with the same.
         *
         * @param ring where the bytes lie, from a position on and round its end
         * @param digestSoFar of all bytes of the tensor up to the end of this piece
         * @param isLast no other piece of the tensor follows
         * @param isChanged the tensor was written to while it was copied
         */
        public boolean tryTake(
                int index,
                MemorySegment ring,
                long position,
                long bytes,
                long digestSoFar,
                boolean isLast,
                boolean isChanged) {
            if (isLeftOut) {
                return true;
            }
            if (!isSkipping && recordAt == BufferLane.NO_SLOT && !tryOpen(index)) {
                return false;
            }
            if (!isSkipping && !hasRoom(bytes)) {
                if (mayWait() && bytes <= arena.sizeBytes() && !budget.isSpent()) {
                    hold(true);
                    return false;
                }
                cut();
                isSkipping = true;
            }
            if (!isSkipping) {
                if (budget.isRunning()) {
                    budget.end();
                }
                hold(false);
                put(ring, position, bytes);
                digest = digestSoFar;
                if (isLast) {
                    flags |= isChanged ? ArgumentFlags.CHANGED : 0;
                    write();
                } else {
                    arena.publish(); // the host makes room for the rest
                }
            }
            isSkipping &= !isLast;
            return true;
        }

        private void put(MemorySegment ring, long position, long bytes) {
            long at = position % ring.byteSize();
            long untilEnd = Math.min(bytes, ring.byteSize() - at);
            arena.put(ring, at, untilEnd);
            if (bytes > untilEnd) {
                arena.put(ring, 0, bytes - untilEnd);
            }
            storedBytes += bytes;
        }

        /** False to come again. The rest of the tensor is skipped if it has no place at all. */
        private boolean tryOpen(int index) {
            if (open != null || !hasTurn.getAsBoolean() || !group.hasRoom()) {
                return false;
            }
            recordAt = lane.reserve();
            if (recordAt == BufferLane.NO_SLOT) {
                isSkipping = true; // counted by the lane
                return true;
            }
            open = this;
            tensor = index;
            Tensor described = task.tensor(index);
            flags = extraFlags | (described.isContiguous() ? ArgumentFlags.CONTIGUOUS : 0);
            beganAt = arena.position();
            storedBytes = 0;
            wantedBytes = described.sizeBytes();
            if (!mayWait()) {
                if (wantedBytes > arena.sizeBytes()) {
                    wantedBytes = arena.sizeBytes() / LARGEST_PART_WITHOUT_HOST;
                }
                if (!arena.hasRoom(wantedBytes)) {
                    cut();
                    isSkipping = true;
                }
            }
            return true;
        }

        private boolean hasRoom(long bytes) {
            return storedBytes + bytes <= wantedBytes && arena.hasRoom(bytes);
        }

        /** Ends the tensor that is under way, if there is one, with the bytes that it has. */
        private void cut() {
            if (recordAt == BufferLane.NO_SLOT) {
                return;
            }
            hold(false);
            if (storedBytes == 0) {
                lane.dropForSpace();
                recordAt = BufferLane.NO_SLOT;
                open = null;
            } else {
                flags |= ArgumentFlags.TRUNCATED;
                write();
            }
        }

        private void write() {
            writer.tensor(
                    recordAt,
                    task,
                    tensor,
                    DumpSelection.roleOf(task.tagCode(tensor)),
                    stage,
                    flags,
                    task.tensor(tensor),
                    this);
            arena.publish();
            arena.countPayload();
            lane.commit();
            recordAt = BufferLane.NO_SLOT;
            open = null;
        }

        /** It sends nothing more. Again is nothing. */
        public void leave() {
            if (!hasLeft) {
                hasLeft = true;
                end();
                live.decrementAndGet();
            }
        }

        @Override
        public long beganAt() {
            return storedBytes == 0 ? 0 : beganAt;
        }

        @Override
        public long storedBytes() {
            return storedBytes;
        }

        @Override
        public long digest() {
            return storedBytes == 0 ? 0 : digest;
        }
    }
}
