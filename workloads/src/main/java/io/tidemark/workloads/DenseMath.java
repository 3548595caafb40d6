package io.tidemark.workloads;

/**
 * Inner loops that several kernels share. Each sum has one fixed order, so results have the same
 * bits on any thread. Pure.
 */
public final class DenseMath {
    private DenseMath() {}

    /**
     * {@code product[rows x columns] = left[rows x inner] * right[inner x columns]}, from given
     * offsets.
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
        for (int row = 0; row < rows; row++) {
            int to = productAt + row * columns;
            for (int column = 0; column < columns; column++) {
                product[to + column] = 0;
            }
            for (int k = 0; k < inner; k++) {
                float factor = left[leftAt + row * inner + k];
                int from = rightAt + k * columns;
                for (int column = 0;
                        column < columns;
                        column++) { // no dependency between steps: becomes vector code
                    product[to + column] += factor * right[from + column];
                }
            }
        }
    }
}
