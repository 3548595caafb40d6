package io.tidemark.workloads;

import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.CompletionEngine;
import io.tidemark.runtime.KernelContext;

/** What one kernel sees of a collected task: one block, on one core of a cluster. Immutable. */
record CollectedRun(CollectedTask task, int blockIndex, int subBlock) implements KernelContext {
    @Override
    public Tensor tensor(int index) {
        return task.tensors().get(index);
    }

    @Override
    public int tensorCount() {
        return task.tensors().size();
    }

    @Override
    public long scalarLong(int index) {
        return (Long) task.scalars().get(index);
    }

    @Override
    public float scalarFloat(int index) {
        return (Float) task.scalars().get(index);
    }

    @Override
    public double scalarDouble(int index) {
        return (Double) task.scalars().get(index);
    }

    @Override
    public int scalarCount() {
        return task.scalars().size();
    }

    @Override
    public DeviceMemory memory() {
        return task.memory();
    }

    @Override
    public long taskId() {
        return task.taskId();
    }

    @Override
    public int blockCount() {
        return task.blocks();
    }

    @Override
    public int coreIndex() {
        return 0;
    }

    @Override
    public void completeWhen(CompletionEngine engine, Tensor counter, long index, long atLeast) {
        throw new UnsupportedOperationException("no engines here");
    }

    @Override
    public void completeWhenEvent(CompletionEngine engine, long postId) {
        throw new UnsupportedOperationException("no engines here");
    }

    @Override
    public void countUp(Tensor counter, long index, long by) {
        throw new UnsupportedOperationException("no engines here");
    }

    @Override
    public void postEvent(CompletionEngine engine, long postId) {
        throw new UnsupportedOperationException("no engines here");
    }

    @Override
    public boolean stopRequested() {
        return false;
    }
}
