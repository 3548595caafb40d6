package io.tidemark.checks.args;

import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.probe.args.ArgumentSource;
import java.util.ArrayList;
import java.util.List;

/** A task that a test makes by hand. Built and dumped by one thread. */
final class FakeTask implements ArgumentSource {
    static final int READS = 0;
    static final int WRITES = 1;
    static final int UPDATES = 2;

    private final long taskId;
    private final List<Tensor> tensors = new ArrayList<>();
    private final List<Integer> tags = new ArrayList<>();
    private final List<Long> scalars = new ArrayList<>();
    private long dumpMask;

    FakeTask(long taskId) {
        this.taskId = taskId;
    }

    FakeTask with(int tag, Tensor tensor) {
        tensors.add(tensor);
        tags.add(tag);
        return this;
    }

    FakeTask withScalar(double value) {
        scalars.add(Double.doubleToRawLongBits(value));
        return this;
    }

    FakeTask marked(long mask) {
        dumpMask = mask;
        return this;
    }

    @Override
    public long taskId() {
        return taskId;
    }

    @Override
    public int functionCount() {
        return 1;
    }

    @Override
    public int functionId(int index) {
        return 7;
    }

    @Override
    public int tensorCount() {
        return tensors.size();
    }

    @Override
    public Tensor tensor(int index) {
        return tensors.get(index);
    }

    @Override
    public int tagCode(int index) {
        return tags.get(index);
    }

    @Override
    public int scalarCount() {
        return scalars.size();
    }

    @Override
    public long scalarBits(int index) {
        return scalars.get(index);
    }

    @Override
    public int scalarTypeCode(int index) {
        return ArgumentRecord.FLOAT64;
    }

    @Override
    public long dumpMask() {
        return dumpMask;
    }
}
