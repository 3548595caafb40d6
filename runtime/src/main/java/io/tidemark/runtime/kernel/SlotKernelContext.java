package io.tidemark.runtime.kernel;

import io.tidemark.abi.ErrorCode;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.CompletionEngine;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.scheduler.RunFailure;
import io.tidemark.runtime.scheduler.RunLatches;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;

/**
 * The context of one core, bound to a task slot before each kernel. For the thread that steps the
 * core.
 */
final class SlotKernelContext implements KernelContext {
    private final int coreIndex;
    private final int subBlock;
    private final DeviceMemory memory;
    private final RunLatches latches;
    private TaskSlot slot;
    private int blockIndex;

    SlotKernelContext(int coreIndex, int subBlock, DeviceMemory memory, RunLatches latches) {
        this.coreIndex = coreIndex;
        this.subBlock = subBlock;
        this.memory = memory;
        this.latches = latches;
    }

    void bind(TaskSlot newSlot, int newBlockIndex) {
        slot = newSlot;
        blockIndex = newBlockIndex;
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
        failUnsupported();
    }

    @Override
    public void completeWhenEvent(CompletionEngine engine, long postId) {
        failUnsupported();
    }

    private void failUnsupported() {
        latches.failScheduler(
                RunFailure.of(
                        ErrorCode.INVALID_ARGS,
                        "task %s asked to be completed by an engine, which this runtime does not do"
                                .formatted(TaskTable.text(slot.taskId()))));
    }

    @Override
    public boolean stopRequested() {
        return latches.isFatal();
    }
}
