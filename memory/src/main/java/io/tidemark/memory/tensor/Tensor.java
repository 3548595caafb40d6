package io.tidemark.memory.tensor;

import io.tidemark.abi.DType;
import java.util.Arrays;

/**
 * A view of a buffer in device memory: which elements, in which order. It owns no memory and is
 * immutable, so any thread may share it; every view of one buffer carries the same base address,
 * and that is how dependencies find each other.
 *
 * <p>Offsets and strides count elements. A view that would leave its buffer is refused when it is
 * made.
 */
public final class Tensor {
    public static final int MAX_RANK = 8;

    /** Dimensions that an argument of a task may have. */
    public static final int MAX_TASK_RANK = 5;

    public static final long NO_OWNER = -1;

    private final long baseAddress;
    private final long bufferElements;
    private final DType dtype;
    private final int[] shape;
    private final long[] strides;
    private final long startOffset;
    private final long elements;
    private final long extent;
    private final boolean contiguous;
    private final long ownerTaskId;
    private final int version;
    private final boolean manualDependency;

    private Tensor(long baseAddress, long bufferElements, DType dtype, int[] shape, long[] strides, long startOffset) {
        this.elements = Shapes.checkedElements(dtype, shape);
        this.extent = Shapes.checkedExtent(shape, strides);
        if (baseAddress <= 0) {
            throw new IllegalArgumentException("baseAddress=" + baseAddress + " is not in device memory");
        }
        checkInside(startOffset, extent, bufferElements);
        this.baseAddress = baseAddress;
        this.bufferElements = bufferElements;
        this.dtype = dtype;
        this.shape = shape;
        this.strides = strides;
        this.startOffset = startOffset;
        this.contiguous = Shapes.isRowMajor(shape, strides);
        this.ownerTaskId = NO_OWNER;
        this.version = 0;
        this.manualDependency = false;
    }

    private Tensor(Tensor of, long ownerTaskId, int version, boolean manualDependency) {
        this.baseAddress = of.baseAddress;
        this.bufferElements = of.bufferElements;
        this.dtype = of.dtype;
        this.shape = of.shape;
        this.strides = of.strides;
        this.startOffset = of.startOffset;
        this.elements = of.elements;
        this.extent = of.extent;
        this.contiguous = of.contiguous;
        this.ownerTaskId = ownerTaskId;
        this.version = version;
        this.manualDependency = manualDependency;
    }

    private Tensor(Tensor of, Tensor buffer, long startOffset, int version, boolean manualDependency) {
        checkInside(startOffset, of.extent, buffer.bufferElements);
        this.baseAddress = buffer.baseAddress;
        this.bufferElements = buffer.bufferElements;
        this.dtype = of.dtype;
        this.shape = of.shape;
        this.strides = of.strides;
        this.startOffset = startOffset;
        this.elements = of.elements;
        this.extent = of.extent;
        this.contiguous = of.contiguous;
        this.ownerTaskId = buffer.ownerTaskId;
        this.version = version;
        this.manualDependency = manualDependency;
    }

    private static void checkInside(long startOffset, long extent, long bufferElements) {
        if (startOffset < 0 || startOffset > bufferElements - extent) {
            throw new IllegalArgumentException(
                    "startOffset=" + startOffset + " extent=" + extent + " leave bufferElements=" + bufferElements);
        }
    }

    /** A whole buffer, row-major. */
    public static Tensor of(long baseAddress, DType dtype, int... shape) {
        int[] own = shape.clone();
        long elements = Shapes.checkedElements(dtype, own);
        return new Tensor(baseAddress, elements, dtype, own, Shapes.rowMajorStrides(own), 0);
    }

    /** Any view of a buffer that holds {@code bufferElements} elements. */
    public static Tensor ofStrided(
            long baseAddress, long bufferElements, DType dtype, int[] shape, long[] strides, long startOffset) {
        return new Tensor(baseAddress, bufferElements, dtype, shape.clone(), strides.clone(), startOffset);
    }

    /**
     * The view of the same form in the buffer of another tensor, whose owner it takes over.
     *
     * @throws IllegalArgumentException if it would leave that buffer
     */
    public Tensor movedTo(Tensor buffer, long newStartOffset, int newVersion) {
        boolean manual = manualDependency || buffer.manualDependency;
        return new Tensor(this, buffer, newStartOffset, newVersion, manual);
    }

    /** The same view, owned by the task that creates its buffer. */
    public Tensor ownedBy(long taskId) {
        return new Tensor(this, taskId, version, manualDependency);
    }

    public Tensor withVersion(int newVersion) {
        return new Tensor(this, ownerTaskId, newVersion, manualDependency);
    }

    /** The same view, neither looked up nor registered: the caller states its dependencies. */
    public Tensor withManualDependency() {
        return new Tensor(this, ownerTaskId, version, true);
    }

    /** Part of one dimension; the number of dimensions stays. All of it is this view itself. */
    public Tensor slice(int axis, int begin, int length) {
        checkAxis(axis);
        checkRange(axis, begin, length);
        if (length == shape[axis]) {
            return this;
        }
        int[] newShape = shape.clone();
        newShape[axis] = length;
        return derive(newShape, strides, startOffset + begin * strides[axis]);
    }

    /** One index of a dimension, which disappears. */
    public Tensor select(int axis, int index) {
        checkAxis(axis);
        checkRange(axis, index, 1);
        if (rank() == 1) {
            return slice(0, index, 1);
        }
        return derive(without(shape, axis), without(strides, axis), startOffset + index * strides[axis]);
    }

    /** The block of a given shape at given offsets, one of each per dimension. */
    public Tensor view(int[] blockShape, int[] offsets) {
        if (blockShape.length != rank() || offsets.length != rank()) {
            throw new IllegalArgumentException("blockShape="
                    + Arrays.toString(blockShape)
                    + " offsets="
                    + Arrays.toString(offsets)
                    + " rank="
                    + rank());
        }
        long start = startOffset;
        for (int axis = 0; axis < shape.length; axis++) {
            checkRange(axis, offsets[axis], blockShape[axis]);
            start += offsets[axis] * strides[axis];
        }
        return derive(blockShape.clone(), strides, start);
    }

    /** The same elements in another shape; only a contiguous view has them in one piece. */
    public Tensor reshape(int... newShape) {
        if (!contiguous) {
            throw new IllegalArgumentException("reshape of a view that is not contiguous: " + this);
        }
        int[] own = newShape.clone();
        if (Shapes.checkedElements(dtype, own) != elements) {
            throw new IllegalArgumentException("newShape=" + Arrays.toString(own) + " elements=" + elements);
        }
        return derive(own, Shapes.rowMajorStrides(own), startOffset);
    }

    public Tensor transpose(int first, int second) {
        checkAxis(first);
        checkAxis(second);
        int[] newShape = shape.clone();
        long[] newStrides = strides.clone();
        newShape[first] = shape[second];
        newShape[second] = shape[first];
        newStrides[first] = strides[second];
        newStrides[second] = strides[first];
        return derive(newShape, newStrides, startOffset);
    }

    /** Dimension {@code i} of the result is dimension {@code order[i]} of this view. */
    public Tensor permute(int... order) {
        int seen = 0;
        for (int axis : order) {
            checkAxis(axis);
            seen |= 1 << axis;
        }
        if (order.length != rank() || seen != (1 << rank()) - 1) {
            throw new IllegalArgumentException("order=" + Arrays.toString(order) + " rank=" + rank());
        }
        int[] newShape = new int[rank()];
        long[] newStrides = new long[rank()];
        for (int axis = 0; axis < order.length; axis++) {
            newShape[axis] = shape[order[axis]];
            newStrides[axis] = strides[order[axis]];
        }
        return derive(newShape, newStrides, startOffset);
    }

    /** Every {@code step}-th index of a dimension, beginning with the first. */
    public Tensor strided(int axis, int step) {
        checkAxis(axis);
        if (step < 1) {
            throw new IllegalArgumentException("step=" + step + " is below 1");
        }
        int[] newShape = shape.clone();
        long[] newStrides = strides.clone();
        newShape[axis] = (shape[axis] - 1) / step + 1;
        newStrides[axis] = strides[axis] * step;
        return derive(newShape, newStrides, startOffset);
    }

    public long baseAddress() {
        return baseAddress;
    }

    /** Elements of the whole buffer, seen with this view's type. */
    public long bufferElements() {
        return bufferElements;
    }

    public DType dtype() {
        return dtype;
    }

    public int rank() {
        return shape.length;
    }

    public int dimension(int axis) {
        return shape[axis];
    }

    public long stride(int axis) {
        return strides[axis];
    }

    public int[] shape() {
        return shape.clone();
    }

    public long[] strides() {
        return strides.clone();
    }

    /** Whether another view has the same element type, shape and strides. */
    public boolean hasFormOf(Tensor other) {
        return dtype == other.dtype && Arrays.equals(shape, other.shape) && Arrays.equals(strides, other.strides);
    }

    /** Whether another tensor is the same view of the same contents of the same buffer. */
    public boolean isSameAs(Tensor other) {
        return baseAddress == other.baseAddress
                && startOffset == other.startOffset
                && ownerTaskId == other.ownerTaskId
                && version == other.version
                && bufferElements == other.bufferElements
                && manualDependency == other.manualDependency
                && hasFormOf(other);
    }

    public long startOffset() {
        return startOffset;
    }

    public long elements() {
        return elements;
    }

    /** Bytes of the elements alone, laid out without gaps. */
    public long sizeBytes() {
        return dtype.bytesFor(elements);
    }

    /** Distance in elements from the first to the last, plus one. */
    public long extent() {
        return extent;
    }

    public boolean isContiguous() {
        return contiguous;
    }

    public long ownerTaskId() {
        return ownerTaskId;
    }

    public int version() {
        return version;
    }

    public boolean isManualDependency() {
        return manualDependency;
    }

    /**
     * Position in the buffer of the element with a row-major logical index.
     *
     * @throws IndexOutOfBoundsException if there is no such element; the bytes there belong to another tensor
     */
    public long elementOffset(long logicalIndex) {
        if (logicalIndex < 0 || logicalIndex >= elements) {
            throw noElement(logicalIndex);
        }
        if (contiguous) {
            return startOffset + logicalIndex;
        }
        long offset = startOffset;
        long rest = logicalIndex;
        for (int axis = shape.length - 1; axis > 0; axis--) {
            int length = shape[axis];
            long above = rest / length;
            offset += (rest - above * length) * strides[axis];
            rest = above;
        }
        return offset + rest * strides[0];
    }

    @Override
    public String toString() {
        return dtype
                + Arrays.toString(shape)
                + "@0x"
                + Long.toHexString(baseAddress)
                + "+"
                + startOffset
                + (contiguous ? "" : " strides=" + Arrays.toString(strides));
    }

    private Tensor derive(int[] newShape, long[] newStrides, long newStart) {
        Tensor view = new Tensor(baseAddress, bufferElements, dtype, newShape, newStrides, newStart);
        return ownerTaskId == NO_OWNER && version == 0 && !manualDependency
                ? view
                : new Tensor(view, ownerTaskId, version, manualDependency);
    }

    private IndexOutOfBoundsException noElement(long logicalIndex) {
        return new IndexOutOfBoundsException("index=" + logicalIndex + " of " + this);
    }

    private void checkAxis(int axis) {
        if (axis < 0 || axis >= shape.length) {
            throw new IllegalArgumentException("axis=" + axis + " rank=" + shape.length);
        }
    }

    private void checkRange(int axis, int begin, int length) {
        if (begin < 0 || length < 1 || begin > shape[axis] - length) {
            throw new IllegalArgumentException(
                    "begin=" + begin + " length=" + length + " axis=" + axis + " dimension=" + shape[axis]);
        }
    }

    private static int[] without(int[] values, int axis) {
        int[] kept = Arrays.copyOf(values, values.length - 1);
        System.arraycopy(values, axis + 1, kept, axis, kept.length - axis);
        return kept;
    }

    private static long[] without(long[] values, int axis) {
        long[] kept = Arrays.copyOf(values, values.length - 1);
        System.arraycopy(values, axis + 1, kept, axis, kept.length - axis);
        return kept;
    }
}
