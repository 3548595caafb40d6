package io.tidemark.analysis.compat;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/**
 * The wanted rows of each core in order of one of their times, equal times in row order. Immutable.
 */
public final class RowsByCore {
    private final int[] starts;
    private final int[] rows;

    public RowsByCore(CompatRows all, IntPredicate wanted, IntToDoubleFunction time) {
        int cores = all.highestCore() + 1;
        starts = new int[cores + 1];
        for (int row = 0; row < all.size(); row++) {
            starts[all.core(row) + 1] += wanted.test(row) ? 1 : 0;
        }
        for (int core = 0; core < cores; core++) {
            starts[core + 1] += starts[core];
        }
        rows = new int[starts[cores]];
        int[] next = Arrays.copyOf(starts, cores);
        for (int row = 0; row < all.size(); row++) {
            if (wanted.test(row)) {
                rows[next[all.core(row)]++] = row;
            }
        }
        for (int core = 0; core < cores; core++) {
            DoubleOrder.sort(rows, starts[core], starts[core + 1], time);
        }
    }

    public int cores() {
        return starts.length - 1;
    }

    public int begin(int core) {
        return starts[core];
    }

    public int end(int core) {
        return starts[core + 1];
    }

    public int row(int at) {
        return rows[at];
    }
}
