package io.tidemark.workloads;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.KernelContext;

/** Tensors of a kernel as arrays, dense and in row-major order. Any thread, its own context. */
public final class Operands {
    private Operands() {}

    public static float[] read(KernelContext context, int index) {
        return read(context, context.tensor(index));
    }

    public static float[] read(KernelContext context, Tensor tensor) {
        float[] values = new float[(int) tensor.elements()];
        context.memory().read(tensor, values);
        return values;
    }

    public static int[] readInts(KernelContext context, int index) {
        int[] values = new int[(int) context.tensor(index).elements()];
        context.memory().read(context.tensor(index), values);
        return values;
    }

    /** Some columns of a matrix. */
    public static float[] columns(KernelContext context, int index, int from, int count) {
        return read(context, context.tensor(index).slice(1, from, count));
    }

    /** Puts some columns of a matrix into place. */
    public static void setColumns(KernelContext context, int index, int from, int count, float[] values) {
        context.memory().write(context.tensor(index).slice(1, from, count), values);
    }
}
