package io.tidemark.analysis.diff.split;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTime;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Tasks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The difference of two core times, divided twice: by kernel and idle part, and by core. Both
 * divisions add up to it exactly. Immutable.
 *
 * @param kernels computing, the largest change first
 * @param idle every other part
 * @param lanes every core that ran a task in either run, by number
 */
public record CoreTimeSplit(
        long beforeNanos, long afterNanos, List<KernelTime> kernels, List<IdleTime> idle, List<LaneTime> lanes) {
    public CoreTimeSplit {
        kernels = List.copyOf(kernels);
        idle = List.copyOf(idle);
        lanes = List.copyOf(lanes);
    }

    /**
     * Core time of a kernel.
     *
     * @param sameNanos the change of tasks that both runs have
     * @param addedNanos what tasks take that only the second run has
     * @param removedNanos what tasks took that only the first run has, as a negative number
     */
    public record KernelTime(
            String kernel, long beforeNanos, long afterNanos, long sameNanos, long addedNanos, long removedNanos) {
        public long differenceNanos() {
            return afterNanos - beforeNanos;
        }
    }

    /** Core time that went into waiting. */
    public record IdleTime(CorePart part, long beforeNanos, long afterNanos) {
        public long differenceNanos() {
            return afterNanos - beforeNanos;
        }
    }

    /** Core time of one core, 0 in a run that does not use it; the parts by ordinal. */
    public record LaneTime(int core, long[] partsBefore, long[] partsAfter) {
        public long differenceNanos(CorePart part) {
            return partsAfter[part.ordinal()] - partsBefore[part.ordinal()];
        }

        public long differenceNanos() {
            long sum = 0;
            for (CorePart part : CorePart.values()) {
                sum += differenceNanos(part);
            }
            return sum;
        }
    }

    public static CoreTimeSplit of(CoreTimes before, CoreTimes after, Alignment alignment) {
        List<IdleTime> idle = new ArrayList<>();
        for (CorePart part : CorePart.values()) {
            if (part != CorePart.COMPUTE) {
                idle.add(new IdleTime(part, before.nanos(part), after.nanos(part)));
            }
        }
        return new CoreTimeSplit(
                before.coreNanos(), after.coreNanos(), new KernelBill(alignment).kernels(), idle, lanes(before, after));
    }

    public long differenceNanos() {
        return afterNanos - beforeNanos;
    }

    /** What kernels and idle parts do not explain: 0. */
    public long residualNanos() {
        return differenceNanos()
                - kernels.stream().mapToLong(KernelTime::differenceNanos).sum()
                - idle.stream().mapToLong(IdleTime::differenceNanos).sum();
    }

    /** What the cores do not explain: 0. */
    public long laneResidualNanos() {
        return differenceNanos()
                - lanes.stream().mapToLong(LaneTime::differenceNanos).sum();
    }

    private static List<LaneTime> lanes(CoreTimes before, CoreTimes after) {
        List<LaneTime> lanes = new ArrayList<>();
        int cores = Math.max(before.cores().size(), after.cores().size());
        for (int core = 0; core < cores; core++) {
            long[] one = parts(before, core);
            long[] other = parts(after, core);
            if (one.length + other.length > 0) {
                lanes.add(new LaneTime(core, orZero(one), orZero(other)));
            }
        }
        return lanes;
    }

    private static long[] parts(CoreTimes times, int core) {
        if (core >= times.cores().size() || times.cores().get(core).runs() == 0) {
            return new long[0];
        }
        CoreTime time = times.cores().get(core);
        return time.partNanos();
    }

    private static long[] orZero(long[] parts) {
        return parts.length == 0 ? new long[CorePart.values().length] : parts;
    }

    /** Adds up the computing of each kernel; time in which runs of a core overlap counts once. */
    private static final class KernelBill {
        private static final int BEFORE = 0;
        private static final int AFTER = 1;
        private static final int SAME = 2;
        private static final int ADDED = 3;
        private static final int REMOVED = 4;

        private final Alignment alignment;
        private final Map<String, long[]> sums = new LinkedHashMap<>();
        private final LongIndex kinds = new LongIndex(); // of runs that are called the same
        private final List<long[]> sumOfKind = new ArrayList<>();

        KernelBill(Alignment alignment) {
            this.alignment = alignment;
            add(alignment.before(), true);
            add(alignment.after(), false);
        }

        private void add(CaptureModel model, boolean isBefore) {
            KernelRuns runs = model.runs();
            Tasks tasks = model.tasks();
            RowGroups byCore = runs.timedByCore();
            for (int core = 0; core < byCore.count(); core++) {
                long cursor = Long.MIN_VALUE;
                for (int at = byCore.begin(core); at < byCore.end(core); at++) {
                    int run = byCore.row(at);
                    long from = Math.max(cursor, runs.start(run));
                    long nanos = Math.max(0, runs.end(run) - from);
                    bill(tasks.ofRun(run), runs.kernel(run), isBefore, nanos);
                    cursor = Math.max(cursor, runs.end(run));
                }
            }
        }

        private void bill(int task, int kernel, boolean isBefore, long nanos) {
            int counterpart = isBefore ? alignment.toAfter(task) : alignment.toBefore(task);
            boolean isPair = counterpart != Alignment.NONE;
            long[] sum = sum(task, counterpart, kernel, isBefore);
            sum[isBefore ? BEFORE : AFTER] += nanos;
            int kind = isPair ? SAME : isBefore ? REMOVED : ADDED;
            sum[kind] += isBefore ? -nanos : nanos;
        }

        /** The sum of what a run is called; names are looked up once for runs of one kind. */
        private long[] sum(int task, int counterpart, int kernel, boolean isBefore) {
            int one = isBefore ? task : counterpart;
            int other = isBefore ? counterpart : task;
            boolean isPair = counterpart != Alignment.NONE;
            if (isPair && alignment.isChanged(one, Alignment.Change.KERNEL)) {
                return sums.computeIfAbsent(
                        PairNames.ofRun(alignment, one, other, kernel, isBefore), unused -> new long[5]);
            }
            int kind = kinds.add((long) kernel << 2 | (isPair ? 2 : 0) | (isBefore ? 1 : 0));
            if (kind == sumOfKind.size()) {
                String name = PairNames.ofRun(alignment, one, other, kernel, isBefore);
                sumOfKind.add(sums.computeIfAbsent(name, unused -> new long[5]));
            }
            return sumOfKind.get(kind);
        }

        List<KernelTime> kernels() {
            return sums.entrySet().stream()
                    .map(entry -> {
                        long[] sum = entry.getValue();
                        return new KernelTime(
                                entry.getKey(), sum[BEFORE], sum[AFTER], sum[SAME], sum[ADDED], sum[REMOVED]);
                    })
                    .sorted(Comparator.comparingLong((KernelTime time) -> -Math.abs(time.differenceNanos()))
                            .thenComparing(KernelTime::kernel))
                    .toList();
        }
    }
}
