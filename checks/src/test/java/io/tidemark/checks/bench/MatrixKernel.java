package io.tidemark.checks.bench;

import io.tidemark.workloads.DenseMath;
import java.util.Locale;
import java.util.Random;

/**
 * The matrix product that the cases' kernels share, alone on one thread: {@code MatrixKernel
 * SIZE...} prints {@code size<TAB>GFLOP/s} of square tiles, the fastest of many short stretches.
 * For {@code checks/kernel-speed}, which has the same loops in C beside it.
 */
public final class MatrixKernel {
    private static final int STRETCHES = 200;
    private static final double WORK_OF_STRETCH = 2e7;

    private MatrixKernel() {}

    public static void main(String[] sizes) {
        Random random = new Random(1);
        for (String word : sizes) {
            int size = Integer.parseInt(word);
            System.out.printf(Locale.ROOT, "%d\t%.3f%n", size, fastest(size, random));
        }
    }

    private static double fastest(int size, Random random) {
        float[] left = new float[size * size];
        float[] right = new float[size * size];
        float[] product = new float[size * size];
        for (int i = 0; i < left.length; i++) {
            left[i] = random.nextFloat();
            right[i] = random.nextFloat();
        }
        double work = 2.0 * size * size * size;
        int runs = (int) (WORK_OF_STRETCH / work) + 1;
        double best = 0;
        double sum = 0;
        for (int stretch = 0; stretch < STRETCHES; stretch++) {
            long begin = System.nanoTime();
            for (int run = 0; run < runs; run++) {
                DenseMath.multiply(left, 0, right, 0, product, 0, size, size, size);
            }
            best = Math.max(best, runs * work / (System.nanoTime() - begin));
            sum += product[stretch % product.length];
        }
        if (sum < 0) {
            throw new IllegalStateException("sum=" + sum); // the products are used
        }
        return best;
    }
}
