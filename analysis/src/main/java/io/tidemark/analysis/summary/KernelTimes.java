package io.tidemark.analysis.summary;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.text.Ranks;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.names.KernelNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The runs of each kernel on cores of each type, and what they took. Immutable. */
final class KernelTimes {
    private static final CoreType[] TYPES = CoreType.values();
    private static final double MEDIAN = 0.50;
    private static final double NEARLY_ALL = 0.99;

    /** The runs of one kernel on cores of one type, in their order. */
    private record Runs(KernelRuns all, int kernel, CoreType type, IntColumn rows) {
        long start(int run) {
            return all.start(rows.get(run));
        }

        long end(int run) {
            return all.end(rows.get(run));
        }
    }

    /**
     * What the runs of one kernel took.
     *
     * @param covered time in which at least one of them ran
     */
    private record Taken(int kernel, CoreType type, int count, long total, long median, long nearlyAll, long covered) {
        static Taken of(Runs runs) {
            long[] lengths = new long[runs.rows.size()];
            long total = 0;
            for (int run = 0; run < lengths.length; run++) {
                lengths[run] = runs.end(run) - runs.start(run);
                total += lengths[run];
            }
            Ranks.place(lengths, MEDIAN, NEARLY_ALL);
            return new Taken(
                    runs.kernel,
                    runs.type,
                    lengths.length,
                    total,
                    Ranks.of(lengths, MEDIAN),
                    Ranks.of(lengths, NEARLY_ALL),
                    KernelTimes.covered(runs));
        }
    }

    private final List<Taken> kernels;

    private KernelTimes(List<Taken> kernels) {
        this.kernels = kernels;
    }

    static KernelTimes of(KernelRuns all) {
        LongIndex keys = new LongIndex();
        List<Runs> byKernel = new ArrayList<>();
        for (int run = 0; run < all.size(); run++) {
            if (all.isTimed(run)) {
                CoreType type = all.coreType(run);
                int key = keys.add((long) all.kernel(run) * TYPES.length + type.ordinal());
                if (key == byKernel.size()) {
                    byKernel.add(new Runs(all, all.kernel(run), type, new IntColumn()));
                }
                byKernel.get(key).rows.add(run);
            }
        }
        return new KernelTimes(byKernel.stream().map(Taken::of).toList());
    }

    /** Kernels by total time, the greatest first, with their shares in the time of all cores. */
    List<KernelTime> among(CoreTimes times, KernelNames names) {
        List<KernelTime> told = new ArrayList<>();
        kernels.forEach(taken -> told.add(told(taken, times, names)));
        told.sort(Comparator.comparingDouble(KernelTime::totalNanos)
                .reversed()
                .thenComparing(KernelTime::name)
                .thenComparing(KernelTime::cores));
        return told;
    }

    private static KernelTime told(Taken taken, CoreTimes times, KernelNames names) {
        return new KernelTime(
                names.of(taken.kernel),
                taken.type.word(),
                taken.count,
                taken.total,
                (double) taken.total / taken.count,
                taken.median,
                taken.nearlyAll,
                share(taken.total, times.coreNanos()),
                share(taken.covered, times.makespan().nanos()));
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private static long covered(Runs runs) {
        int[] order = RowOrder.by(runs.rows.size(), runs::start);
        long sum = 0;
        long until = Long.MIN_VALUE;
        for (int run : order) {
            long start = Math.max(runs.start(run), until);
            long end = runs.end(run);
            if (end > start) {
                sum += end - start;
                until = end;
            }
        }
        return sum;
    }
}
