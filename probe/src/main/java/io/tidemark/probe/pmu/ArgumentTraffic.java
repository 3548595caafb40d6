package io.tidemark.probe.pmu;

import io.tidemark.memory.tensor.Tensor;

/**
 * What the tensor arguments of one subtask ask it to move, added up. Reused from subtask to subtask
 * by one thread. One argument of which it is not known whether it is read or written makes the
 * whole unknown: part of a sum is no sum.
 */
public final class ArgumentTraffic {
    private long readBytes;
    private long writeBytes;
    private long readElements;
    private long writeElements;
    private boolean known;

    public void clear() {
        readBytes = 0;
        writeBytes = 0;
        readElements = 0;
        writeElements = 0;
        known = true;
    }

    public void reads(Tensor tensor) {
        readBytes += tensor.sizeBytes();
        readElements += tensor.elements();
    }

    public void writes(Tensor tensor) {
        writeBytes += tensor.sizeBytes();
        writeElements += tensor.elements();
    }

    /** Gives the sums up, until {@link #clear}. */
    public void unknown() {
        clear();
        known = false;
    }

    boolean isKnown() {
        return known;
    }

    long readBytes() {
        return known ? readBytes : 0;
    }

    long writeBytes() {
        return known ? writeBytes : 0;
    }

    long readElements() {
        return known ? readElements : 0;
    }

    long writeElements() {
        return known ? writeElements : 0;
    }
}
