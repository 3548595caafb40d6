package io.tidemark.memory;

import io.tidemark.abi.layout.I32;
import io.tidemark.abi.layout.I64;
import java.lang.foreign.MemorySegment;

/**
 * The words of one segment. Give it mapped segments only: one kind of segment keeps hot call sites
 * fast.
 */
public final class SegmentCells implements Cells {
    private static final I64 LONG = new I64(0);
    private static final I32 INT = new I32(0);

    private final MemorySegment segment;

    public SegmentCells(MemorySegment segment) {
        this.segment = segment;
    }

    @Override
    public long get(long at) {
        return LONG.get(segment, at);
    }

    @Override
    public void set(long at, long value) {
        LONG.set(segment, at, value);
    }

    @Override
    public long getAcquire(long at) {
        return LONG.getAcquire(segment, at);
    }

    @Override
    public void setRelease(long at, long value) {
        LONG.setRelease(segment, at, value);
    }

    @Override
    public int getInt(long at) {
        return INT.get(segment, at);
    }

    @Override
    public void setInt(long at, int value) {
        INT.set(segment, at, value);
    }

    @Override
    public int getIntAcquire(long at) {
        return INT.getAcquire(segment, at);
    }

    @Override
    public void setIntRelease(long at, int value) {
        INT.setRelease(segment, at, value);
    }
}
