package io.tidemark.checks.memory;

import io.tidemark.memory.Cells;
import io.tidemark.memory.Transport;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Words in an array, one element per four bytes of offset, so that the model checker sees every
 * access.
 */
final class ArrayCells implements Cells, Transport {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;

    ArrayCells(int sizeBytes) {
        words = new long[sizeBytes / 4];
    }

    @Override
    public long get(long at) {
        return words[(int) (at >> 2)];
    }

    @Override
    public void set(long at, long value) {
        words[(int) (at >> 2)] = value;
    }

    @Override
    public long getAcquire(long at) {
        return (long) ELEMENT.getAcquire(words, (int) (at >> 2));
    }

    @Override
    public void setRelease(long at, long value) {
        ELEMENT.setRelease(words, (int) (at >> 2), value);
    }

    @Override
    public int getInt(long at) {
        return (int) get(at);
    }

    @Override
    public void setInt(long at, int value) {
        set(at, value);
    }

    @Override
    public int getIntAcquire(long at) {
        return (int) getAcquire(at);
    }

    @Override
    public void setIntRelease(long at, int value) {
        setRelease(at, value);
    }

    @Override
    public MemorySegment view() {
        throw new UnsupportedOperationException("an array has no segment");
    }

    @Override
    public Cells cells() {
        return this;
    }

    @Override
    public boolean refresh(long at, long sizeBytes) {
        return true;
    }

    @Override
    public boolean flush(long at, long sizeBytes) {
        return true;
    }
}
