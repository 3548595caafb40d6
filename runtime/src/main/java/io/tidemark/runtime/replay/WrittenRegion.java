package io.tidemark.runtime.replay;

import io.tidemark.memory.tensor.Tensor;

/** A region that a task wrote, until a later writer covers it. One thread. */
final class WrittenRegion {
    private final long producer;
    private final long sequence;
    private final Tensor tensor;
    private boolean covered;

    /**
     * @param sequence up by one per region, to tell the newer of two
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
