package io.tidemark.capture.swimlane.read;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.ShortColumn;
import java.util.BitSet;

/**
 * The kernels of a file's AICore rows. The file has them in a separate list, in the order of the
 * rows. Rows that could not be read have their place in that order, too. Filled while the file is
 * read, in whatever order its blocks come, then given to the rows. One thread.
 */
final class RowFunctions {
    private final IntColumn counts = new IntColumn(); // rows that follow each other
    private final ShortColumn functions = new ShortColumn(); // of as many
    private long named;
    private final BitSet skipped = new BitSet();
    private int rows;
    private boolean spoilt;

    /** The next row of the file. */
    void row(boolean isKept) {
        if (!isKept) {
            skipped.set(rows);
        }
        rows++;
    }

    /** Adds the function of {@code count} consecutive rows. */
    void add(int count, int function) {
        counts.add(count);
        functions.add((short) function);
        named += count;
    }

    /** An entry could not be read: what follows it belongs to no row. */
    void spoil() {
        spoilt = true;
    }

    /** Names the rows; says so and names none when the list does not fit them. */
    void giveTo(SwimlaneDraft draft) {
        if (named == 0 || spoilt) {
            return;
        }
        if (named != rows) {
            draft.context.loss(
                    "aicore_functions",
                    "functions of %d AICore rows, and there are %d; kernels are not known".formatted(named, rows));
            return;
        }
        int row = 0;
        int kept = 0;
        for (int run = 0; run < counts.size(); run++) {
            for (int i = 0; i < counts.get(run); i++, row++) {
                if (!skipped.get(row)) {
                    draft.aicore.function(kept++, functions.get(run));
                }
            }
        }
    }
}
