package io.tidemark.workloads;

import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.CompletionEngine;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelContext;
import java.util.List;
import java.util.Set;

/** One task as it was submitted, and at the same time what its kernel sees. Immutable. */
record CollectedTask(
        long taskId,
        Kernel kernel,
        List<Tensor> tensors,
        List<Object> scalars,
        Set<Long> waitsFor,
        DeviceMemory memory)
        implements KernelContext {
    @Override
    public Tensor tensor(int index) {
        return tensors.get(index);
    }

    @Override
    public int tensorCount() {
        return tensors.size();
    }

    @Override
    public long scalarLong(int index) {
        return (Long) scalars.get(index);
    }

    @Override
    public float scalarFloat(int index) {
        return (Float) scalars.get(index);
    }

    @Override
    public double scalarDouble(int index) {
        return (Double) scalars.get(index);
    }

    @Override
    public int scalarCount() {
        return scalars.size();
    }

    @Override
    public int blockIndex() {
        return 0;
    }

    @Override
    public int blockCount() {
        return 1;
    }

    @Override
    public int subBlock() {
        return 0;
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
    public boolean stopRequested() {
        return false;
    }
}
