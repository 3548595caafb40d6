package io.tidemark.runtime.task;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.tidemark.chip.GraphSource;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.TaskBuilder.Comparison;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Whether a task runs, by one element of device memory. The address is known at submit, the element
 * is read when the task becomes ready: the thread that routes the task sees what its producers
 * wrote. Orders nothing by itself.
 */
public final class TaskPredicate implements GraphSource.Condition {
    private static final ValueLayout.OfShort I16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfInt I32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfLong I64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);

    private long address;
    private int elementBytes;
    private Comparison comparison;
    private long target;

    /** Takes over what another one says. */
    void set(TaskPredicate other) {
        address = other.address;
        elementBytes = other.elementBytes;
        comparison = other.comparison;
        target = other.target;
    }

    /** The element lies inside the tensor and has at least one byte. */
    public void set(Tensor tensor, long index, Comparison newComparison, long newTarget) {
        address = tensor.baseAddress() + tensor.dtype().bytesFor(tensor.elementOffset(index));
        elementBytes = tensor.dtype().bytes();
        comparison = newComparison;
        target = newTarget;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public int elementBytes() {
        return elementBytes;
    }

    @Override
    public long target() {
        return target;
    }

    @Override
    public boolean holdsBelow() {
        return comparison.holds(-1, 0);
    }

    @Override
    public boolean holdsAt() {
        return comparison.holds(0, 0);
    }

    @Override
    public boolean holdsAbove() {
        return comparison.holds(1, 0);
    }

    boolean holds(DeviceMemory memory) {
        long at = memory.offset(address);
        memory.pull(at, elementBytes);
        return comparison.holds(load(memory.segment(), at), target);
    }

    /** Sign-extended, whatever the element type says of its sign. */
    private long load(MemorySegment segment, long at) {
        return switch (elementBytes) {
            case 1 -> segment.get(ValueLayout.JAVA_BYTE, at);
            case 2 -> segment.get(I16, at);
            case 4 -> segment.get(I32, at);
            default -> segment.get(I64, at);
        };
    }
}
