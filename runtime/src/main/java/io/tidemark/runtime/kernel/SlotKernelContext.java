package io.tidemark.runtime.kernel;

import io.tidemark.chip.Pacer;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.CompletionEngine;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.async.AsyncCompletion;
import io.tidemark.runtime.async.Condition;
import io.tidemark.runtime.async.ConditionSlab;
import io.tidemark.runtime.fault.KernelFaults;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.RunLatches;
import java.time.Duration;
import java.util.Objects;

/**
 * The context of one core, bound to a task slot before each kernel. For the thread that steps the
 * core.
 */
final class SlotKernelContext implements KernelContext, KernelFaults {
    private static final int STRAY_COUNT = 1 << 20; // more than any list holds

    private final int coreIndex;
    private final int subBlock;
    private final DeviceMemory memory;
    private final RunLatches latches;
    private final AsyncCompletion async;
    private final Pacer pacer;
    private TaskSlot slot;
    private int blockIndex;
    private int buffer;
    private boolean toldToStop;

    SlotKernelContext(
            int coreIndex, int subBlock, DeviceMemory memory, RunLatches latches, AsyncCompletion async, Pacer pacer) {
        this.coreIndex = coreIndex;
        this.subBlock = subBlock;
        this.memory = memory;
        this.latches = latches;
        this.async = async;
        this.pacer = pacer;
    }

    void bind(TaskSlot newSlot, int newBlockIndex, int newBuffer) {
        slot = newSlot;
        blockIndex = newBlockIndex;
        buffer = newBuffer;
        toldToStop = false;
    }

    /** Whether the kernel asked and the answer was to stop. That explains any work it left undone. */
    boolean wasToldToStop() {
        return toldToStop;
    }

    @Override
    public Tensor tensor(int index) {
        if (index < 0 || index >= slot.tensorCount()) {
            throw new IndexOutOfBoundsException("tensor=" + index + " of " + slot.tensorCount());
        }
        return slot.tensor(index);
    }

    @Override
    public int tensorCount() {
        return slot.tensorCount();
    }

    @Override
    public DeviceMemory memory() {
        return memory;
    }

    @Override
    public long scalarLong(int index) {
        if (index < 0 || index >= slot.scalarCount()) {
            throw new IndexOutOfBoundsException("scalar=" + index + " of " + slot.scalarCount());
        }
        return slot.scalarBits(index);
    }

    @Override
    public float scalarFloat(int index) {
        return Float.intBitsToFloat((int) scalarLong(index));
    }

    @Override
    public double scalarDouble(int index) {
        return Double.longBitsToDouble(scalarLong(index));
    }

    @Override
    public int scalarCount() {
        return slot.scalarCount();
    }

    @Override
    public long taskId() {
        return slot.taskId();
    }

    @Override
    public int blockIndex() {
        return blockIndex;
    }

    @Override
    public int blockCount() {
        return slot.blockCount();
    }

    @Override
    public int subBlock() {
        return subBlock;
    }

    @Override
    public int coreIndex() {
        return coreIndex;
    }

    @Override
    public void completeWhen(CompletionEngine engine, Tensor counter, long index, long atLeast) {
        int bytes = counterBytes(counter, index);
        slab().add(
                        Condition.head(Condition.COUNTER, Condition.engineCode(engine), bytes),
                        address(counter, index, bytes),
                        atLeast);
    }

    @Override
    public void completeWhenEvent(CompletionEngine engine, long postId) {
        requireEvent(postId);
        slab().add(Condition.head(Condition.EVENT, Condition.engineCode(engine), 0), postId, 0);
    }

    @Override
    public void countUp(Tensor counter, long index, long by) {
        int bytes = counterBytes(counter, index);
        async.engines().add(address(counter, index, bytes), bytes, by);
        pacer.kernelSignals();
    }

    @Override
    public void postEvent(CompletionEngine engine, long postId) {
        requireEvent(postId);
        async.engines().post(Objects.requireNonNull(engine, "engine"), postId);
        pacer.kernelSignals();
    }

    @Override
    public void damageConditions() {
        slab().damage(STRAY_COUNT);
    }

    private ConditionSlab slab() {
        return async.slab(coreIndex, buffer);
    }

    /** One below 0 would be posted before anything is, and none would ever wait for it. */
    private static void requireEvent(long postId) {
        if (postId < 0) {
            throw new IllegalArgumentException("postId=" + postId + " is negative");
        }
    }

    private static int counterBytes(Tensor counter, long index) {
        Objects.requireNonNull(counter, "counter");
        int bits = counter.dtype().bits();
        if (counter.dtype().isFloating() || bits != Integer.SIZE && bits != Long.SIZE) {
            throw new IllegalArgumentException("counter=" + counter.dtype() + " is no integer of 32 or 64 bits");
        }
        if (index < 0 || index >= counter.elements()) {
            throw new IndexOutOfBoundsException("index=" + index + " of " + counter.elements());
        }
        return bits / Byte.SIZE;
    }

    private static long address(Tensor counter, long index, int bytes) {
        return counter.baseAddress() + counter.elementOffset(index) * bytes;
    }

    @Override
    public void spend(Duration time) {
        if (!pacer.kernelSpends(time.toNanos())) {
            KernelContext.super.spend(time);
        }
    }

    @Override
    public boolean stopRequested() {
        pacer.kernelLooks();
        toldToStop |= latches.isFatal();
        return toldToStop;
    }
}
