package io.tidemark.probe.args;

import io.tidemark.abi.DType;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.PayloadDigest;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The bytes of one view in logical row-major order, dense, in pieces of any length. A contiguous
 * view is read in place, any other is gathered through a small buffer. Used for one
 * view after the other by one thread; allocates nothing after construction.
 */
final class ViewReader {
    private static final int SCRATCH_BYTES = 16 * 1024; // a whole number of elements of any type

    private final MemorySegment scratch = OffHeap.unowned(SCRATCH_BYTES);
    private DeviceMemory memory;
    private Tensor tensor;
    private boolean isDense;
    private long denseAt;

    /** Takes a view; false if it is not in the memory. */
    boolean open(DeviceMemory newMemory, Tensor newTensor) {
        if (newMemory == null || !newMemory.contains(newTensor)) {
            return false;
        }
        memory = newMemory;
        tensor = newTensor;
        memory.pull(tensor);
        DType dtype = tensor.dtype();
        boolean wholeBytes = dtype.bits() >= 8 || ((tensor.startOffset() | tensor.elements()) & 1) == 0;
        isDense = tensor.isContiguous() && wholeBytes;
        denseAt = memory.offset(tensor.baseAddress()) + dtype.bytesFor(tensor.startOffset());
        return true;
    }

    /** Puts the bytes from one on into the arena, which has room for them. */
    void copy(long from, long bytes, PayloadArena arena) {
        if (isDense) {
            arena.put(memory.segment(), denseAt + from, bytes);
            return;
        }
        long next = from;
        while (next < from + bytes) {
            int size = gather(next);
            int kept = (int) Math.min(size, from + bytes - next);
            arena.put(scratch, 0, kept);
            next += kept;
        }
    }

    /** Digest of the first bytes as they are now. */
    long digest(long bytes, PayloadDigest digest) {
        digest.reset();
        if (isDense) {
            return digest.update(memory.segment(), denseAt, bytes).value();
        }
        long next = 0;
        while (next < bytes) {
            int size = (int) Math.min(gather(next), bytes - next);
            digest.update(scratch, 0, size);
            next += size;
        }
        return digest.value();
    }

    /** Gathers from a byte of the view on, as much as the buffer holds; returns how much. */
    private int gather(long from) {
        int bits = tensor.dtype().bits();
        int lead = bits >= 8 ? (int) (from % (bits >>> 3)) : 0; // a piece may end inside an element
        long firstElement = (from - lead) * 8 / bits;
        long most = (long) SCRATCH_BYTES * 8 / bits;
        int elements = (int) Math.min(most, tensor.elements() - firstElement);
        if (bits >= 8) {
            gatherRows(firstElement, elements, bits >>> 3);
        } else {
            gatherHalves(firstElement, elements);
        }
        int size = (int) tensor.dtype().bytesFor(elements);
        if (lead > 0) {
            MemorySegment.copy(scratch, lead, scratch, 0, size - lead);
        }
        return size - lead;
    }

    private void gatherRows(long firstElement, int elements, int width) {
        long bufferAt = memory.offset(tensor.baseAddress());
        int last = tensor.rank() - 1;
        int rowLength = tensor.dimension(last);
        long stride = tensor.stride(last);
        int done = 0;
        while (done < elements) {
            long logical = firstElement + done;
            int length = (int) Math.min(rowLength - logical % rowLength, elements - done);
            long element = tensor.elementOffset(logical);
            if (stride == 1) {
                MemorySegment.copy(
                        memory.segment(),
                        bufferAt + element * width,
                        scratch,
                        (long) done * width,
                        (long) length * width);
            } else {
                for (int i = 0; i < length; i++) {
                    long at = bufferAt + (element + i * stride) * width;
                    MemorySegment.copy(memory.segment(), at, scratch, (long) (done + i) * width, width);
                }
            }
            done += length;
        }
    }

    /** Two elements to a byte, the even one low; a missing last one is zero. */
    private void gatherHalves(long firstElement, int elements) {
        for (int i = 0; i < elements; i += 2) {
            int low = half(firstElement + i);
            int high = i + 1 < elements ? half(firstElement + i + 1) : 0;
            scratch.set(ValueLayout.JAVA_BYTE, i >>> 1, (byte) (low | high << 4));
        }
    }

    private int half(long logical) {
        long element = tensor.elementOffset(logical);
        long at = memory.offset(tensor.baseAddress()) + (element >>> 1);
        return memory.segment().get(ValueLayout.JAVA_BYTE, at) >>> ((element & 1) << 2) & 0xF;
    }
}
