package io.tidemark.workloads.control;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelContext;
import io.tidemark.workloads.DenseMath;

/** The small kernels of the control cases. Pure. */
final class ControlKernels {
    /** First tensor becomes the first scalar everywhere. */
    static final Kernel FILL = Kernel.aiv(0, "fill", ControlKernels::fill);

    /** Second tensor becomes as much of the first as fits. */
    static final Kernel COPY = Kernel.aiv(1, "copy", ControlKernels::copy);

    /** First tensor grows by the first scalar. */
    static final Kernel INCREMENT = Kernel.aiv(2, "increment", ControlKernels::increment);

    /** Last tensor becomes the sum of all the elements of the others. */
    static final Kernel SUM = Kernel.aiv(3, "sum", ControlKernels::sum);

    /** Third matrix becomes the product of the first two. */
    static final Kernel MATMUL = Kernel.aic(4, "matmul", ControlKernels::multiply);

    /** Third tensor becomes the sum of the first two. */
    static final Kernel ADD = Kernel.aiv(5, "add", ControlKernels::add);

    static final Kernel[] ALL = {FILL, COPY, INCREMENT, SUM, MATMUL, ADD};

    private ControlKernels() {}

    private static void fill(KernelContext context) {
        context.memory().fill(context.tensor(0), context.scalarLong(0));
    }

    private static void copy(KernelContext context) {
        Tensor to = context.tensor(1);
        for (long i = 0; i < to.elements(); i++) {
            context.memory().setDouble(to, i, context.memory().getDouble(context.tensor(0), i));
        }
    }

    private static void increment(KernelContext context) {
        Tensor cell = context.tensor(0);
        for (long i = 0; i < cell.elements(); i++) {
            double value = context.memory().getDouble(cell, i);
            context.memory().setDouble(cell, i, value + context.scalarLong(0));
        }
    }

    private static void sum(KernelContext context) {
        double sum = 0;
        int last = context.tensorCount() - 1;
        for (int tensor = 0; tensor < last; tensor++) {
            for (long i = 0; i < context.tensor(tensor).elements(); i++) {
                sum += context.memory().getDouble(context.tensor(tensor), i);
            }
        }
        context.memory().fill(context.tensor(last), sum);
    }

    private static void multiply(KernelContext context) {
        int size = context.tensor(0).dimension(0);
        float[] left = read(context, 0);
        float[] right = read(context, 1);
        float[] product = new float[left.length];
        DenseMath.multiply(left, 0, right, 0, product, 0, size, size, size);
        context.memory().write(context.tensor(2), product);
    }

    private static void add(KernelContext context) {
        float[] left = read(context, 0);
        float[] right = read(context, 1);
        for (int i = 0; i < left.length; i++) {
            left[i] += right[i];
        }
        context.memory().write(context.tensor(2), left);
    }

    private static float[] read(KernelContext context, int index) {
        float[] values = new float[(int) context.tensor(index).elements()];
        context.memory().read(context.tensor(index), values);
        return values;
    }
}
