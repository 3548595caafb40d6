package io.tidemark.workloads;

import java.util.Arrays;
import java.util.Locale;

/**
 * The first element, in row-major order, that is not its golden value. Immutable.
 *
 * @param index one number per dimension
 * @param position the same as one number, row-major
 * @param differing elements of this tensor that differ
 */
public record Difference(
        String tensor,
        String index,
        int position,
        float actual,
        double expected,
        double tolerance,
        long differing,
        long elements) {
    static Difference at(
            String tensor,
            int[] shape,
            int position,
            float actual,
            double expected,
            double tolerance,
            long differing,
            long elements) {
        int[] index = new int[shape.length];
        int rest = position;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            index[axis] = rest % shape[axis];
            rest /= shape[axis];
        }
        return new Difference(
                tensor, Arrays.toString(index), position, actual, expected, tolerance, differing, elements);
    }

    public String sentence() {
        return String.format(
                Locale.ROOT,
                "%s%s is %s, golden %s, tolerance %s; %d of %d elements differ",
                tensor,
                index,
                actual,
                (float) expected,
                tolerance,
                differing,
                elements);
    }
}
