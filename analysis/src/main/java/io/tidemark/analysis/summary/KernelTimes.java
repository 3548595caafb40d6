package io.tidemark.analysis.summary;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.text.Ranks;
import io.tidemark.capture.column.LongColumn;
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

    /** Starts and ends of the runs of one kernel on cores of one type, in their order. */
    private static final class Runs {
        final int kernel;
        final CoreType type;
        final LongColumn start = new LongColumn();
        final LongColumn end = new LongColumn();

        Runs(int kernel, CoreType type) {
            this.kernel = kernel;
            this.type = type;
        }
    }

    /**
     * What the runs of one kernel took.
     *
     * @param lengths ordered for the shares that are told
     * @param covered time in which at least one of them ran
     */
    private record Taken(int kernel, CoreType type, long[] lengths, long total, long covered) {
        static Taken of(Runs runs) {
            long[] lengths = new long[runs.start.size()];
            long total = 0;
            for (int run = 0; run < lengths.length; run++) {
                lengths[run] = runs.end.get(run) - runs.start.get(run);
                total += lengths[run];
            }
            Ranks.place(lengths, MEDIAN, NEARLY_ALL);
            return new Taken(runs.kernel, runs.type, lengths, total, KernelTimes.covered(runs));
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
                    byKernel.add(new Runs(all.kernel(run), type));
                }
                Runs runs = byKernel.get(key);
                runs.start.add(all.start(run));
                runs.end.add(all.end(run));
            }
        }
        return new KernelTimes(byKernel.stream().map(Taken::of).toList());
    }

    /** Kernels by total time, the greatest first, with their shares in the time of all cores. */
    List<KernelTime> among(CoreTimes times, KernelNames names) {
        List<KernelTime> told = new ArrayList<>();
        kernels.forEach(taken -> told.add(told(taken, times, names)));
        told.sort(
                Comparator.comparingDouble(KernelTime::totalNanos)
                        .reversed()
                        .thenComparing(KernelTime::name)
                        .thenComparing(KernelTime::cores));
        return told;
    }

    private static KernelTime told(Taken taken, CoreTimes times, KernelNames names) {
        int count = taken.lengths.length;
        return new KernelTime(
                names.of(taken.kernel),
                taken.type.word(),
                count,
                taken.total,
                (double) taken.total / count,
                Ranks.of(taken.lengths, MEDIAN),
                Ranks.of(taken.lengths, NEARLY_ALL),
                share(taken.total, times.coreNanos()),
                share(taken.covered, times.makespan().nanos()));
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private static long covered(Runs runs) {
        int count = runs.start.size();
        int[] order = RowOrder.by(count, runs.start::get);
        long sum = 0;
        long until = Long.MIN_VALUE;
        for (int run : order) {
            long start = Math.max(runs.start.get(run), until);
            long end = runs.end.get(run);
            if (end > start) {
                sum += end - start;
                until = end;
            }
        }
        return sum;
    }
}
