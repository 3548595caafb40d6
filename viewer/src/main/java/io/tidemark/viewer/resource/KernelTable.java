package io.tidemark.viewer.resource;

import io.tidemark.viewer.model.Runs;
import io.tidemark.viewer.model.TimeAxis;

/**
 * Runs that ended, time and waits per kernel over one capture. Made once by one thread, read by
 * anyone.
 */
final class KernelTable {
    final int[] runs;
    final long[] totalNanos;
    final long[] shortestNanos;
    final long[] longestNanos;
    final int[] longestRun;
    final long[] dispatchNanos;
    final int[] dispatched;

    KernelTable(Runs table, int kernels) {
        runs = new int[kernels];
        totalNanos = new long[kernels];
        shortestNanos = new long[kernels];
        longestNanos = new long[kernels];
        longestRun = new int[kernels];
        dispatchNanos = new long[kernels];
        dispatched = new int[kernels];
        for (int run = 0; run < table.size(); run++) {
            if (table.isTimed(run) && !table.isOpen(run)) {
                add(table, run);
            }
        }
    }

    private void add(Runs table, int run) {
        int kernel = table.name(run);
        long begin = table.beginNanos(run);
        long nanos = table.endNanos(run) - begin;
        if (runs[kernel] == 0 || nanos < shortestNanos[kernel]) {
            shortestNanos[kernel] = nanos;
        }
        if (runs[kernel] == 0 || nanos > longestNanos[kernel]) {
            longestNanos[kernel] = nanos;
            longestRun[kernel] = run;
        }
        runs[kernel]++;
        totalNanos[kernel] += nanos;
        if (table.dispatchNanos(run) != TimeAxis.NONE) {
            dispatched[kernel]++;
            dispatchNanos[kernel] += begin - table.dispatchNanos(run);
        }
    }

    long totalNanos() {
        long all = 0;
        for (long nanos : totalNanos) {
            all += nanos;
        }
        return all;
    }
}
