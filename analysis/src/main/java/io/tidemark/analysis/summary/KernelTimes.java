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
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Groups runs by kernel and core type. One thread; lives for one question. */
final class KernelTimes {
    private static final CoreType[] TYPES = CoreType.values();

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

    private final CoreTimes times;

    KernelTimes(CoreTimes times) {
        this.times = times;
    }

    /** Kernels by total time, the greatest first. */
    List<KernelTime> of(KernelRuns all, KernelNames names) {
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
        List<KernelTime> kernels = new ArrayList<>();
        byKernel.forEach(runs -> kernels.add(kernel(runs, names)));
        kernels.sort(
                Comparator.comparingDouble(KernelTime::totalNanos)
                        .reversed()
                        .thenComparing(KernelTime::name)
                        .thenComparing(KernelTime::cores));
        return kernels;
    }

    private KernelTime kernel(Runs runs, KernelNames names) {
        int count = runs.start.size();
        long[] lengths = new long[count];
        long total = 0;
        for (int run = 0; run < count; run++) {
            lengths[run] = runs.end.get(run) - runs.start.get(run);
            total += lengths[run];
        }
        Arrays.sort(lengths);
        return new KernelTime(
                names.of(runs.kernel),
                runs.type.word(),
                count,
                total,
                (double) total / count,
                Ranks.of(lengths, 0.50),
                Ranks.of(lengths, 0.99),
                share(total, times.coreNanos()),
                share(covered(runs), times.makespan().nanos()));
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
