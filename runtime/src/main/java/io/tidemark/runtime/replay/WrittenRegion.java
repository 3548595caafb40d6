package io.tidemark.runtime.replay;

import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.tensormap.RegionOverlap;

/** A region that a task wrote, until a later writer covers it. One thread. */
final class WrittenRegion {
    private final long producer;
    private final long sequence;
    private final Tensor tensor;
    private boolean covered;
    private Overlap overlapWithItself; // null until asked for

    /**
     * @param sequence higher by one for each region, so that the newer of two is known
     */
    WrittenRegion(long producer, long sequence, Tensor tensor) {
        this.producer = producer;
        this.sequence = sequence;
        this.tensor = tensor;
    }

    long producer() {
        return producer;
    }

    long sequence() {
        return sequence;
    }

    Tensor tensor() {
        return tensor;
    }

    boolean isCovered() {
        return covered;
    }

    /** How a view meets this region. */
    Overlap overlapOf(Tensor view) {
        if (view != tensor) {
            return RegionOverlap.of(view, tensor);
        }
        if (overlapWithItself == null) {
            overlapWithItself = RegionOverlap.of(tensor, tensor);
        }
        return overlapWithItself;
    }

    void cover() {
        covered = true;
    }

    long beginByte() {
        return tensor.startOffset() * tensor.dtype().bits() >>> 3;
    }

    long endByte() {
        return tensor.dtype().bytesFor(tensor.startOffset() + tensor.extent());
    }
}
