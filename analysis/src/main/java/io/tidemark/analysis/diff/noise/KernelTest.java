package io.tidemark.analysis.diff.noise;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.column.RowGroups;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the kernels that got slower or faster. Every task of a run is compared with its usual time
 * over the runs of both sides. The spread between tasks then does not hide a change, and the sides
 * may have different numbers of runs. A kernel's change is that of the mean over the runs of a
 * side. Its error is the larger of
 *
 * <ul>
 *   <li>what the spread over its tasks leads to, and
 *   <li>that of the spread between runs of a side, drawn a little to what is usual among kernels;
 *       with one run a side in real time, the spread between the kernels.
 * </ul>
 *
 * The change that all kernels share (a slower machine, a loaded one) is removed first if there are
 * enough kernels. With four runs a side the change that the kernels of one kind of core share is
 * removed as well. It comes from the host CPU that plays the core and from other load on it. A
 * shared change above the noise is reported separately and counts for each of these kernels. The
 * limit for a kernel gets stricter with their number. One thread.
 */
public final class KernelTest {
    private static final double ALARM = 0.004; // chance that any kernel is called changed by noise
    private static final double OUTSIDE = 0.05;
    private static final int LEAST_KERNELS = 5; // to know what they share
    private static final double LEAST_SHARED = 5; // standard errors of their median
    private static final double SHARED_ALARM = 0.002; // chance of calling it changed
    private static final int LEAST_RUNS = 4; // a side, to tell what kinds of cores share from noise
    private static final double SHARED_DEGREES = 4; // weight of what is usual, in runs
    private static final double MANY_DEGREES = 1000;

    private final KernelSample sample;
    private final List<double[]> before;
    private final List<double[]> after;
    private final List<double[]> all; // of both sides
    private final boolean isExact;
    private final int kernels;
    private final RowGroups items; // of the sample, by kernel

    /**
     * @param before values of each run before, by item of the sample
     * @param isExact whether all runs are of virtual time
     */
    public KernelTest(KernelSample sample, List<double[]> before, List<double[]> after, boolean isExact) {
        this.sample = sample;
        this.before = before;
        this.after = after;
        all = Stream.concat(before.stream(), after.stream()).toList();
        this.isExact = isExact;
        kernels = sample.kernelNames().size();
        items = sample.itemsByKernel();
    }

    /**
     * What a test found.
     *
     * @param shared what all kernels share
     * @param kinds what those of a kind of core share beyond that, where they are enough
     */
    public record Result(List<KernelChange> kernels, Change shared, Map<CoreType, Change> kinds) {
        public Result {
            kernels = List.copyOf(kernels);
            kinds = Collections.unmodifiableMap(new EnumMap<>(kinds));
        }

        /** The same figures where nothing can be said of them. */
        public Result untold() {
            return new Result(
                    kernels.stream()
                            .map(kernel -> new KernelChange(
                                    kernel.kernel(),
                                    kernel.tasks(),
                                    kernel.beforeNanos(),
                                    kernel.afterNanos(),
                                    Change.untold(kernel.change().value())))
                            .toList(),
                    Change.untold(shared.value()),
                    new EnumMap<>(CoreType.class));
        }
    }

    /** One kernel, before what all share is taken out. */
    private final class Raw {
        private final CoreType kind;
        private final double scale;
        private final double meanAfter;
        private final int tasks;
        private final Robust.Estimate change; // from side to side, and its error by the tasks alone
        private final double[] runsBefore;
        private final double[] runsAfter;

        Raw(int kernel) {
            int[] own = itemsOf(kernel);
            kind = sample.kind(kernel);
            tasks = own.length;
            double grain = sample.grainNanos();
            double[] base = new double[tasks];
            double[] nanosBefore = new double[tasks];
            double[] nanosAfter = new double[tasks];
            for (int at = 0; at < tasks; at++) {
                nanosBefore[at] = middle(before, own[at]);
                nanosAfter[at] = middle(after, own[at]);
                base[at] = middle(all, own[at]);
            }
            scale = tasks == 0 ? 0 : Robust.centre(nanosBefore, grain).centre();
            meanAfter = tasks == 0 ? 0 : Robust.centre(nanosAfter, grain).centre();
            Side one = new Side(before, own, base, grain);
            Side other = new Side(after, own, base, grain);
            runsBefore = one.centres;
            runsAfter = other.centres;
            double inBase = all.size() / (all.size() - 1.0); // each run is a part of its base
            double error = Math.sqrt(inBase * (one.variance() + other.variance()));
            double rounding = share(grain / Math.sqrt(6.0 * Math.max(1, tasks))); // of two stamps
            change = new Robust.Estimate(Robust.mean(runsAfter) - Robust.mean(runsBefore), Math.max(error, rounding));
        }

        private double share(double nanos) {
            return scale > 0 ? nanos / scale : 0;
        }

        /** How far each run of a side is off the base, over all tasks that it has. */
        private final class Side {
            private final double[] centres;
            private final double[] errors;

            Side(List<double[]> side, int[] own, double[] base, double grain) {
                centres = new double[side.size()];
                errors = new double[side.size()];
                for (int run = 0; run < centres.length; run++) {
                    double[] off = off(side.get(run), own, base);
                    if (off.length > 0) {
                        Robust.Estimate estimate = Robust.centre(off, grain);
                        centres[run] = share(estimate.centre());
                        errors[run] = share(estimate.error());
                    }
                }
            }

            /** Of the mean over the runs. */
            double variance() {
                double squares =
                        Arrays.stream(errors).map(error -> error * error).sum();
                return squares / errors.length / errors.length;
            }
        }

        private static double[] off(double[] values, int[] own, double[] base) {
            double[] off = new double[own.length];
            int count = 0;
            for (int at = 0; at < own.length; at++) {
                if (!Double.isNaN(values[own[at]])) {
                    off[count++] = values[own[at]] - base[at];
                }
            }
            return Arrays.copyOf(off, count);
        }
    }

    private int[] itemsOf(int kernel) {
        return IntStream.range(items.begin(kernel), items.end(kernel))
                .map(items::row)
                .filter(item -> isKnown(before, item) && isKnown(after, item))
                .toArray();
    }

    private static boolean isKnown(List<double[]> side, int item) {
        for (double[] values : side) {
            if (!Double.isNaN(values[item])) {
                return true;
            }
        }
        return false;
    }

    /**
     * Over the runs that have the item, without the outer ones: a run in which the host took the
     * CPU away says nothing about the kernel.
     */
    private static double middle(List<double[]> runs, int item) {
        double sum = 0;
        int count = 0;
        for (double[] values : runs) {
            double value = values[item];
            if (!Double.isNaN(value)) {
                sum += value;
                count++;
            }
        }
        return count <= 2 ? sum / count : Robust.midmean(known(runs, item, count));
    }

    private static double[] known(List<double[]> runs, int item, int count) {
        double[] known = new double[count];
        int at = 0;
        for (double[] values : runs) {
            if (!Double.isNaN(values[item])) {
                known[at++] = values[item];
            }
        }
        return known;
    }

    public Result run() {
        List<Raw> raws = new ArrayList<>();
        for (int kernel = 0; kernel < kernels; kernel++) {
            raws.add(new Raw(kernel));
        }
        List<Raw> compared =
                raws.stream().filter(raw -> raw.tasks > 0 && raw.scale > 0).toList();
        Together together = new Together(compared);
        Spread spread = new Spread(compared, together);
        List<KernelChange> changes = new ArrayList<>();
        for (int kernel = 0; kernel < kernels; kernel++) {
            Raw raw = raws.get(kernel);
            changes.add(new KernelChange(
                    sample.kernelNames().get(kernel),
                    raw.tasks,
                    raw.scale,
                    raw.meanAfter,
                    compared.contains(raw) ? change(raw, spread, compared.size(), together) : Change.untold(0)));
        }
        return new Result(changes, together.change, together.kindChanges);
    }

    /** What several kernels share: in each run, and from side to side. */
    private record Common(double[] before, double[] after, double change, int kernels) {
        static Common of(List<Raw> all, int before, int after) {
            double[] one = new double[before];
            double[] other = new double[after];
            Arrays.setAll(one, run -> median(all, raw -> raw.runsBefore[run]));
            Arrays.setAll(other, run -> median(all, raw -> raw.runsAfter[run]));
            return new Common(one, other, median(all, raw -> raw.change.centre()), all.size());
        }

        static Common nothing(int before, int after) {
            return new Common(new double[before], new double[after], 0, 0);
        }

        /**
         * What it is beyond another. A kernel that changed on its own moves a median a little, too.
         *
         * @param between the spread between kernels
         */
        Change beyond(Common other, double between) {
            Change found = TwoSamples.pooled(minus(before, other.before), minus(after, other.after), SHARED_ALARM);
            boolean isClear = Math.abs(found.value()) > LEAST_SHARED * between / Math.sqrt(kernels);
            return found.isSignificant() && !isClear
                    ? Change.of(found.value(), found.high() - found.value(), false)
                    : found;
        }
    }

    private static double[] minus(double[] values, double[] others) {
        double[] own = new double[values.length];
        Arrays.setAll(own, run -> values[run] - others[run]);
        return own;
    }

    /** What all kernels share, and beyond it those of a kind of core. */
    private final class Together {
        private final Common all;
        private final Map<CoreType, Common> kinds = new EnumMap<>(CoreType.class);
        private final Change change;
        private final Map<CoreType, Change> kindChanges = new EnumMap<>(CoreType.class);

        Together(List<Raw> compared) {
            Common nothing = Common.nothing(before.size(), after.size());
            if (isExact || compared.size() < LEAST_KERNELS) {
                all = nothing;
                change = Change.untold(0);
                return;
            }
            all = Common.of(compared, before.size(), after.size());
            for (CoreType kind : CoreType.values()) {
                List<Raw> own =
                        compared.stream().filter(raw -> raw.kind == kind).toList();
                if (isManyRuns() && own.size() >= LEAST_KERNELS) {
                    kinds.put(kind, Common.of(own, before.size(), after.size()));
                }
            }
            double between = between(compared);
            change = all.beyond(nothing, between);
            kinds.forEach((kind, common) -> kindChanges.put(kind, common.beyond(all, between)));
        }

        Common of(Raw raw) {
            return kinds.getOrDefault(raw.kind, all);
        }

        /** The spread between kernels once what they share is taken out. */
        double between(List<Raw> kernels) {
            return Robust.deviation(kernels.stream().mapToDouble(this::own).toArray());
        }

        /** A kernel's change without what it shares with others. */
        double own(Raw raw) {
            return raw.change.centre() - of(raw).change;
        }

        /** Those changes of what a kernel shares with others that are more than noise. */
        List<Change> significant(Raw raw) {
            return Stream.of(change, kindChanges.getOrDefault(raw.kind, Change.untold(0)))
                    .filter(Change::isSignificant)
                    .toList();
        }
    }

    private interface Figure {
        double of(Raw raw);
    }

    private static double median(List<Raw> all, Figure figure) {
        return Robust.median(all.stream().mapToDouble(figure::of).toArray());
    }

    private boolean hasRuns() {
        return before.size() > 1 && after.size() > 1;
    }

    private boolean isManyRuns() {
        return Math.min(before.size(), after.size()) >= LEAST_RUNS;
    }

    /** The usual spread among the kernels after their shared change is removed. */
    private final class Spread {
        private final Together together;
        private final double between; // kernels, in one run against one
        private final double overTasks; // variance between runs, in terms of that over tasks

        Spread(List<Raw> all, Together together) {
            this.together = together;
            between = all.isEmpty() ? 0 : together.between(all);
            double[] ratios = all.stream()
                    .filter(raw -> raw.change.error() > 0)
                    .mapToDouble(raw -> betweenRuns(raw) / overTasks(raw))
                    .toArray();
            overTasks = ratios.length == 0 ? 1 : Math.max(1, Robust.median(ratios));
        }

        double betweenRuns(Raw raw) {
            Common common = together.of(raw);
            double squares = squares(raw.runsBefore, common.before) + squares(raw.runsAfter, common.after);
            int degrees = before.size() + after.size() - 2;
            return degrees == 0 ? 0 : squares / degrees;
        }

        private static double squares(double[] values, double[] shared) {
            return Robust.variance(minus(values, shared)) * (values.length - 1);
        }

        /** The variance of one run that the spread over tasks leads to. */
        double overTasks(Raw raw) {
            return raw.change.error() * raw.change.error() / share();
        }

        double share() {
            return 1.0 / before.size() + 1.0 / after.size();
        }

        /** The variance of a change. */
        double variance(Raw raw) {
            double tasks = raw.change.error() * raw.change.error();
            if (isExact) {
                return Math.max(tasks, hasRuns() ? betweenRuns(raw) * share() : 0);
            }
            if (!hasRuns()) {
                return tasks + between * between;
            }
            double degrees = before.size() + after.size() - 2;
            double usual = overTasks(raw) * overTasks;
            double drawn = (SHARED_DEGREES * usual + degrees * betweenRuns(raw)) / (SHARED_DEGREES + degrees);
            return Math.max(tasks, drawn * share());
        }

        double degrees() {
            return hasRuns() && !isExact ? SHARED_DEGREES + before.size() + after.size() - 2 : MANY_DEGREES;
        }
    }

    private Change change(Raw raw, Spread spread, int compared, Together together) {
        if (!isExact && !hasRuns() && compared < LEAST_KERNELS) {
            return Change.untold(raw.change.centre());
        }
        double value = together.own(raw);
        double error = Math.sqrt(spread.variance(raw));
        double limit = ALARM / Math.max(1, compared);
        boolean isSignificant = error == 0
                ? value != 0
                : Student.twoSided(value / error, spread.degrees()) < limit
                        && (isExact || !hasRuns() || isClear(raw, together));
        double reach = error * Student.critical(OUTSIDE, spread.degrees());
        List<Change> shared = together.significant(raw);
        for (Change more : shared) {
            value += more.value();
            reach = Math.hypot(reach, more.high() - more.value());
        }
        return Change.of(value, reach, shared.isEmpty() ? isSignificant : Math.abs(value) > reach);
    }

    private static boolean isClear(Raw raw, Together together) {
        Common common = together.of(raw);
        return RankSeparation.isClear(
                minus(raw.runsBefore, common.before), minus(raw.runsAfter, common.after), together.own(raw) > 0);
    }
}
