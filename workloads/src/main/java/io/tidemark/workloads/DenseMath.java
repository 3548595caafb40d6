package io.tidemark.workloads;

import java.util.Arrays;

/**
 * Inner loops that several kernels share. Each sum has one fixed order, so results have the same
 * bits on any thread. Pure.
 */
public final class DenseMath {
    private static final int TOGETHER = 4; // lines of the right factor that one loop adds

    private DenseMath() {}

    /**
     * {@code product[rows x columns] = left[rows x inner] * right[inner x columns]}, from given
     * offsets; the product lies apart from both. Lines of the right factor are copied first. The compiler makes vector
     * code of loops over arrays that share one index. It does not where each array has a separate offset: one array
     * might then be read where another was just written.
     */
    public static void multiply(
            float[] left,
            int leftAt,
            float[] right,
            int rightAt,
            float[] product,
            int productAt,
            int rows,
            int inner,
            int columns) {
        float[][] lines = new float[inner][];
        for (int k = 0; k < inner; k++) {
            int from = rightAt + k * columns;
            lines[k] = Arrays.copyOfRange(right, from, from + columns);
        }
        float[] sums = new float[columns];
        for (int row = 0; row < rows; row++) {
            Arrays.fill(sums, 0);
            int at = leftAt + row * inner;
            int k = 0;
            for (; k + TOGETHER <= inner; k += TOGETHER) {
                addFour(left, at + k, lines, k, sums);
            }
            for (; k < inner; k++) {
                add(left[at + k], lines[k], sums);
            }
            System.arraycopy(sums, 0, product, productAt + row * columns, columns);
        }
    }

    /** One after the other, as if each were added in a separate loop. */
    private static void addFour(float[] left, int at, float[][] lines, int first, float[] sums) {
        float factor = left[at];
        float factor1 = left[at + 1];
        float factor2 = left[at + 2];
        float factor3 = left[at + 3];
        float[] line = lines[first];
        float[] line1 = lines[first + 1];
        float[] line2 = lines[first + 2];
        float[] line3 = lines[first + 3];
        for (int i = 0; i < sums.length; i++) {
            sums[i] = sums[i] + factor * line[i] + factor1 * line1[i] + factor2 * line2[i] + factor3 * line3[i];
        }
    }

    private static void add(float factor, float[] line, float[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += factor * line[i];
        }
    }
}
