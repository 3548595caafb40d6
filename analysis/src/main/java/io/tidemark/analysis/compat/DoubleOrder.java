package io.tidemark.analysis.compat;

import io.tidemark.capture.column.RowOrder;
import java.util.function.IntToDoubleFunction;

/** Sorts row numbers stably by a time in microseconds. Pure. */
public final class DoubleOrder {
    private DoubleOrder() {}

    /** Sorts {@code rows[from..to)}. */
    public static void sort(int[] rows, int from, int to, IntToDoubleFunction time) {
        RowOrder.sort(
                rows,
                from,
                to,
                (row, other) -> {
                    double one = time.applyAsDouble(row);
                    double two = time.applyAsDouble(other);
                    return one < two ? -1 : one > two ? 1 : 0;
                });
    }
}
