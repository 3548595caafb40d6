package io.tidemark.analysis.summary;

import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.join.RunRows;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.names.NameMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Groups runs by kernel and core type. One thread; lives for one question. */
final class KernelTimes {
    private record Key(int functionId, String cores) {}

    /** Starts and ends of one kernel's runs, row by row. */
    private static final class Runs {
        final LongColumn start = new LongColumn();
        final LongColumn end = new LongColumn();
    }

    private final CoreTimes times;

    KernelTimes(CoreTimes times) {
        this.times = times;
    }

    /** Kernels by total time, the greatest first. */
    List<KernelTime> of(RunRows rows, NameMap names) {
        Map<Key, Runs> byKernel = new HashMap<>();
        for (int row = 0; row < rows.size(); row++) {
            if (rows.isTimed(row)) {
                Key key = new Key(rows.function(row), rows.coreType(row).word());
                Runs runs = byKernel.computeIfAbsent(key, fresh -> new Runs());
                runs.start.add(rows.startNanos(row));
                runs.end.add(rows.endNanos(row));
            }
        }
        List<KernelTime> kernels = new ArrayList<>();
        byKernel.forEach((key, runs) -> kernels.add(kernel(key, runs, names)));
        kernels.sort(
                Comparator.comparingDouble(KernelTime::totalNanos)
                        .reversed()
                        .thenComparing(KernelTime::name)
                        .thenComparing(KernelTime::cores));
        return kernels;
    }

    private KernelTime kernel(Key key, Runs runs, NameMap names) {
        int count = runs.start.size();
        long[] lengths = new long[count];
        long total = 0;
        for (int run = 0; run < count; run++) {
            lengths[run] = runs.end.get(run) - runs.start.get(run);
            total += lengths[run];
        }
        Arrays.sort(lengths);
        String name = key.functionId < 0 ? KernelTime.UNNAMED : names.nameOrNumber(key.functionId);
        return new KernelTime(
                name,
                key.cores,
                count,
                total,
                (double) total / count,
                rank(lengths, 0.50),
                rank(lengths, 0.99),
                share(total, times.coreNanos()),
                share(covered(runs), times.makespan().nanos()));
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    /** The least value that at least this share of the values does not exceed. */
    static long rank(long[] sorted, double share) {
        int at = (int) Math.ceil(share * sorted.length) - 1;
        return sorted[Math.clamp(at, 0, sorted.length - 1)];
    }

    private static long covered(Runs runs) {
        int count = runs.start.size();
        Integer[] order = new Integer[count];
        for (int run = 0; run < count; run++) {
            order[run] = run;
        }
        Arrays.sort(order, Comparator.comparingLong(run -> runs.start.get(run)));
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
