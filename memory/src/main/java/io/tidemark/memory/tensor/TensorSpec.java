package io.tidemark.memory.tensor;

import io.tidemark.abi.DType;
import java.util.Arrays;

/**
 * What a task asks for when the runtime is to allocate its output: element type, shape and, if
 * wanted, one value that fills it beforehand. Immutable: any thread may share it.
 */
public final class TensorSpec {
    private final DType dtype;
    private final int[] shape;
    private final long elements;
    private final boolean filled;
    private final double fillValue;

    private TensorSpec(DType dtype, int[] shape, boolean filled, double fillValue) {
        this.dtype = dtype;
        this.shape = shape;
        this.elements = Shapes.checkedElements(dtype, shape);
        this.filled = filled;
        this.fillValue = fillValue;
    }

    public static TensorSpec of(DType dtype, int... shape) {
        return new TensorSpec(dtype, shape.clone(), false, 0);
    }

    /** The same, filled with a value before the first reader sees it. */
    public TensorSpec filledWith(double value) {
        return new TensorSpec(dtype, shape, true, value);
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

    public int[] shape() {
        return shape.clone();
    }

    public long elements() {
        return elements;
    }

    public long sizeBytes() {
        return dtype.bytesFor(elements);
    }

    public boolean isFilled() {
        return filled;
    }

    public double fillValue() {
        return fillValue;
    }

    /** The tensor that this description becomes at an address. */
    public Tensor at(long baseAddress) {
        return Tensor.of(baseAddress, dtype, shape);
    }

    @Override
    public String toString() {
        return dtype + Arrays.toString(shape) + (filled ? "=" + fillValue : "");
    }
}
