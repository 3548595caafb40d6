package io.tidemark.memory.tensor;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.tidemark.abi.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The bytes of the device, by address. It borrows one segment and frees nothing. Accesses are
 * plain: who may touch which bytes when is settled by the task graph, so cores on different threads
 * share one instance.
 *
 * <p>An address outside the segment is an {@link IndexOutOfBoundsException}. Element access
 * allocates nothing.
 */
public final class DeviceMemory {
    static final ValueLayout.OfShort I16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    static final ValueLayout.OfInt I32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    static final ValueLayout.OfLong I64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);
    static final ValueLayout.OfFloat F32 = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(LITTLE_ENDIAN);

    private final MemorySegment segment;
    private final long baseAddress;
    private final HostMirror mirror;

    public DeviceMemory(MemorySegment segment, long baseAddress) {
        this(segment, baseAddress, null);
    }

    /**
     * @param segment a copy of the host's where the device's memory cannot be mapped
     * @param mirror brings bytes of that copy up to date, or null where there is no copy
     */
    public DeviceMemory(MemorySegment segment, long baseAddress, HostMirror mirror) {
        if (baseAddress <= 0 || baseAddress > Long.MAX_VALUE - segment.byteSize()) {
            throw new IllegalArgumentException("baseAddress=" + baseAddress + " size=" + segment.byteSize());
        }
        this.segment = segment;
        this.baseAddress = baseAddress;
        this.mirror = mirror;
    }

    public long sizeBytes() {
        return segment.byteSize();
    }

    /** The borrowed bytes. Call {@link #pull} before a read, and push after a write. */
    public MemorySegment segment() {
        return segment;
    }

    /** Before the host reads these bytes of the segment. Nothing where it is the memory itself. */
    public void pull(long at, long sizeBytes) {
        if (mirror != null) {
            mirror.pull(at, sizeBytes);
        }
    }

    /** Before the host reads a view in the segment. */
    public void pull(Tensor tensor) {
        if (mirror != null && tensor.elements() > 0) {
            mirror.pull(spanAt(tensor), spanBytes(tensor));
        }
    }

    /** After the host wrote a view in the segment. */
    private void push(Tensor tensor) {
        if (mirror != null && tensor.elements() > 0) {
            mirror.push(spanAt(tensor), spanBytes(tensor));
        }
    }

    private long spanAt(Tensor tensor) {
        return offset(tensor.baseAddress()) + tensor.dtype().bits() * tensor.startOffset() / 8;
    }

    /** From the first byte of a view to its last; strides are not negative. */
    private static long spanBytes(Tensor tensor) {
        long last = tensor.elementOffset(tensor.elements() - 1);
        int bits = tensor.dtype().bits();
        return (bits * (last + 1) + 7) / 8 - bits * tensor.startOffset() / 8;
    }

    /** Where in the segment an address lies. */
    public long offset(long address) {
        return address - baseAddress;
    }

    public boolean contains(Tensor tensor) {
        long at = offset(tensor.baseAddress());
        return at >= 0 && at <= segment.byteSize() - tensor.dtype().bytesFor(tensor.bufferElements());
    }

    public float getFloat(Tensor tensor, long logicalIndex) {
        return tensor.dtype().toFloat(load(tensor, logicalIndex));
    }

    public double getDouble(Tensor tensor, long logicalIndex) {
        return tensor.dtype().toDouble(load(tensor, logicalIndex));
    }

    public long getLong(Tensor tensor, long logicalIndex) {
        return tensor.dtype().toLong(load(tensor, logicalIndex));
    }

    public void setFloat(Tensor tensor, long logicalIndex, float value) {
        store(tensor, logicalIndex, tensor.dtype().fromFloat(value));
    }

    public void setDouble(Tensor tensor, long logicalIndex, double value) {
        store(tensor, logicalIndex, tensor.dtype().fromDouble(value));
    }

    public void setLong(Tensor tensor, long logicalIndex, long value) {
        store(tensor, logicalIndex, tensor.dtype().fromLong(value));
    }

    /** Every element of a view becomes one value. */
    public void fill(Tensor tensor, double value) {
        long raw = tensor.dtype().fromDouble(value);
        if (raw == 0 && tensor.isContiguous() && tensor.dtype().bits() >= 8) {
            long at = offset(tensor.baseAddress()) + tensor.dtype().bytesFor(tensor.startOffset());
            segment.asSlice(at, tensor.sizeBytes()).fill((byte) 0);
            push(tensor);
            return;
        }
        for (long index = 0; index < tensor.elements(); index++) {
            store(tensor, index, raw);
        }
    }

    /** The elements as numbers, in logical order, into {@code target} from index 0. */
    public void read(Tensor tensor, float[] target) {
        pull(tensor);
        TensorCopy.read(this, tensor, target, 0);
    }

    public void read(Tensor tensor, float[] target, int targetAt) {
        pull(tensor);
        TensorCopy.read(this, tensor, target, targetAt);
    }

    /** As {@link #read(Tensor, float[])}; only for types of integers of at most 32 bits. */
    public void read(Tensor tensor, int[] target) {
        pull(tensor);
        TensorCopy.read(this, tensor, target, 0);
    }

    /** Every element from {@code source}, in logical order, rounded to the view's type. */
    public void write(Tensor tensor, float[] source) {
        TensorCopy.write(this, tensor, source, 0);
        push(tensor);
    }

    public void write(Tensor tensor, float[] source, int sourceAt) {
        TensorCopy.write(this, tensor, source, sourceAt);
        push(tensor);
    }

    public void write(Tensor tensor, int[] source) {
        TensorCopy.write(this, tensor, source, 0);
        push(tensor);
    }

    /**
     * The view's bytes in logical row-major order, without gaps, as an argument dump shows them.
     */
    public void gather(Tensor tensor, MemorySegment target, long targetAt) {
        pull(tensor);
        TensorCopy.gather(this, tensor, target, targetAt);
    }

    long load(Tensor tensor, long logicalIndex) {
        long element = tensor.elementOffset(logicalIndex);
        if (mirror != null) {
            mirror.pullElement(
                    elementAt(tensor, element), Math.max(1, tensor.dtype().bits() / 8));
        }
        return loadElement(tensor.dtype(), offset(tensor.baseAddress()), element);
    }

    void store(Tensor tensor, long logicalIndex, long raw) {
        long element = tensor.elementOffset(logicalIndex);
        if (mirror != null && tensor.dtype().bits() < 8) {
            mirror.pull(elementAt(tensor, element), 1); // its neighbour
        }
        storeElement(tensor.dtype(), offset(tensor.baseAddress()), element, raw);
        if (mirror != null) {
            mirror.push(elementAt(tensor, element), Math.max(1, tensor.dtype().bits() / 8));
        }
    }

    private long elementAt(Tensor tensor, long element) {
        return offset(tensor.baseAddress()) + tensor.dtype().bits() * element / 8;
    }

    /**
     * Raw word of the element that lies {@code element} elements after a byte position of the
     * segment.
     */
    long loadElement(DType dtype, long bufferAt, long element) {
        return load(segment, dtype, bufferAt, element);
    }

    void storeElement(DType dtype, long bufferAt, long element, long raw) {
        store(segment, dtype, bufferAt, element, raw);
    }

    static long load(MemorySegment from, DType dtype, long at, long element) {
        return switch (dtype.bits()) {
            case 32 -> from.get(I32, at + element * 4) & 0xFFFF_FFFFL;
            case 16 -> from.get(I16, at + element * 2) & 0xFFFFL;
            case 8 -> from.get(ValueLayout.JAVA_BYTE, at + element) & 0xFFL;
            case 64 -> from.get(I64, at + element * 8);
            default -> from.get(ValueLayout.JAVA_BYTE, at + (element >>> 1)) >>> ((element & 1) << 2) & 0xF;
        };
    }

    static void store(MemorySegment to, DType dtype, long at, long element, long raw) {
        switch (dtype.bits()) {
            case 32 -> to.set(I32, at + element * 4, (int) raw);
            case 16 -> to.set(I16, at + element * 2, (short) raw);
            case 8 -> to.set(ValueLayout.JAVA_BYTE, at + element, (byte) raw);
            case 64 -> to.set(I64, at + element * 8, raw);
            default -> {
                long byteAt = at + (element >>> 1);
                int shift = (int) (element & 1) << 2;
                int kept = to.get(ValueLayout.JAVA_BYTE, byteAt) & ~(0xF << shift);
                to.set(ValueLayout.JAVA_BYTE, byteAt, (byte) (kept | ((int) raw & 0xF) << shift));
            }
        }
    }
}
