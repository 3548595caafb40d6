package io.tidemark.analysis.timing;

import io.tidemark.capture.strace.StraceSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;

/**
 * How long spans of one name took over the invocations of a callable.
 *
 * @param onDevice true when the device's clock measured it
 * @param nanos one value per invocation that has the name, in order of invocation
 */
public record NameStatistics(String name, int depth, boolean onDevice, long[] nanos) {
    /** Statistics of every name, repeats added up. Roots first, then by count and name. */
    public static List<NameStatistics> of(Callable callable) {
        return of(callable, (invocation, span) -> invocation.totalNanos(span.name()));
    }

    /** The same; {@code nanos} says how long the first span of a name stands for. */
    public static List<NameStatistics> of(Callable callable, ToLongBiFunction<Invocation, StraceSpan> nanos) {
        Map<String, List<Long>> values = new LinkedHashMap<>();
        Map<String, StraceSpan> sample = new LinkedHashMap<>();
        for (Invocation invocation : callable.invocations()) {
            for (StraceSpan span : invocation.distinct()) {
                sample.putIfAbsent(span.name(), span);
                values.computeIfAbsent(span.name(), name -> new ArrayList<>()).add(nanos.applyAsLong(invocation, span));
            }
        }
        List<NameStatistics> all = new ArrayList<>();
        values.forEach((name, list) -> all.add(new NameStatistics(
                name,
                sample.get(name).depth(),
                sample.get(name).onDeviceClock(),
                list.stream().mapToLong(Long::longValue).toArray())));
        all.sort(Comparator.comparing((NameStatistics row) -> row.depth() != 0)
                .thenComparing(row -> -row.count())
                .thenComparing(NameStatistics::name));
        return all;
    }

    public int count() {
        return nanos.length;
    }

    public double meanNanos() {
        return (double) Arrays.stream(nanos).sum() / nanos.length;
    }

    public long leastNanos() {
        return Arrays.stream(nanos).min().orElse(0);
    }

    public long mostNanos() {
        return Arrays.stream(nanos).max().orElse(0);
    }

    public double medianNanos() {
        return median(nanos);
    }

    /** The middle value, or the mean of the two in the middle. */
    static double median(long[] values) {
        if (values.length == 0) {
            return 0;
        }
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0;
    }
}
