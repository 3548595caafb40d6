package io.tidemark.capture.model;

import io.tidemark.capture.column.RowOrder;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * The wanted runs of each core in order of one of their times, equal times in order of the runs.
 * Immutable.
 */
public final class RunsByCore {
    private final int[] starts;
    private final int[] runs;

    public RunsByCore(KernelRuns all, IntPredicate wanted, IntToLongFunction time) {
        int cores = all.highestCore() + 1;
        starts = new int[cores + 1];
        for (int run = 0; run < all.size(); run++) {
            starts[all.core(run) + 1] += wanted.test(run) ? 1 : 0;
        }
        for (int core = 0; core < cores; core++) {
            starts[core + 1] += starts[core];
        }
        runs = new int[starts[cores]];
        int[] next = Arrays.copyOf(starts, cores);
        for (int run = 0; run < all.size(); run++) {
            if (wanted.test(run)) {
                runs[next[all.core(run)]++] = run;
            }
        }
        for (int core = 0; core < cores; core++) {
            RowOrder.sort(runs, starts[core], starts[core + 1], time);
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

    public int run(int at) {
        return runs[at];
    }
}
