package io.tidemark.analysis.diff.noise;

import io.tidemark.capture.column.RowGroups;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tells which kernels got slower or faster. Tasks are compared with themselves, so that the spread
 * between tasks does not hide a change. The error of a kernel's change is the larger of
 *
 * <ul>
 *   <li>that of the mean over its tasks' own changes, and
 *   <li>that of the spread between runs of a side, drawn a little to what is usual among kernels;
 *       with one run a side in real time, the spread between the kernels.
 * </ul>
 *
 * What all kernels share (a slower machine, a loaded one) is taken out first where there are enough
 * of them; if it is more than noise itself, it is told on its own and counts for each of them. The
 * limit for a kernel gets stricter with their number. One thread.
 */
public final class KernelTest {
    private static final double ALARM = 0.004; // chance that any kernel is called changed by noise
    private static final double OUTSIDE = 0.05;
    private static final int LEAST_KERNELS = 5; // to know what they share
    private static final double LEAST_SHARED = 5; // standard errors of the median of all kernels
    private static final double SHARED_DEGREES = 4; // weight of what is usual, in runs
    private static final double MANY_DEGREES = 1000;

    private final KernelSample sample;
    private final List<double[]> before;
    private final List<double[]> after;
    private final boolean isExact;
    private final int kernels;
    private final RowGroups items; // of the sample, by kernel

    /**
     * @param before values of each run before, by item of the sample
     * @param isExact whether all runs are of virtual time
     */
    public KernelTest(
            KernelSample sample, List<double[]> before, List<double[]> after, boolean isExact) {
        this.sample = sample;
        this.before = before;
        this.after = after;
        this.isExact = isExact;
        kernels = sample.kernelNames().size();
        items = sample.itemsByKernel();
    }

    /** What a test found. */
    public record Result(List<KernelChange> kernels, Change shared) {
        public Result {
            kernels = List.copyOf(kernels);
        }
    }

    /** One kernel, before what all share is taken out. */
    private final class Raw {
        private final double scale;
        private final double meanAfter;
        private final int tasks;
        private final Robust.Estimate paired;
        private final double[] runsBefore;
        private final double[] runsAfter;

        Raw(int kernel) {
            int[] own = itemsOf(kernel);
            tasks = own.length;
            double[] base = new double[tasks];
            double[] differences = new double[tasks];
            double[] nanosBefore = new double[tasks];
            double[] nanosAfter = new double[tasks];
            for (int at = 0; at < tasks; at++) {
                double one = middle(before, own[at]);
                double other = middle(after, own[at]);
                nanosBefore[at] = one;
                nanosAfter[at] = other;
                base[at] = (one + other) / 2;
                differences[at] = other - one;
            }
            double grain = sample.grainNanos();
            scale = tasks == 0 ? 0 : Robust.centre(nanosBefore, grain).centre();
            meanAfter = tasks == 0 ? 0 : Robust.centre(nanosAfter, grain).centre();
            Robust.Estimate nanos =
                    tasks == 0 ? new Robust.Estimate(0, 0) : Robust.centre(differences, grain);
            double rounding = grain / Math.sqrt(6.0 * Math.max(1, tasks)); // of two stamps
            paired =
                    new Robust.Estimate(
                            share(nanos.centre()), share(Math.max(nanos.error(), rounding)));
            runsBefore = runs(before, own, base, grain);
            runsAfter = runs(after, own, base, grain);
        }

        private double share(double nanos) {
            return scale > 0 ? nanos / scale : 0;
        }

        private double[] runs(List<double[]> side, int[] own, double[] base, double grain) {
            double[] centres = new double[side.size()];
            for (int run = 0; run < centres.length; run++) {
                double[] values = side.get(run);
                double[] off = new double[own.length];
                int count = 0;
                for (int at = 0; at < own.length; at++) {
                    if (!Double.isNaN(values[own[at]])) {
                        off[count++] = values[own[at]] - base[at];
                    }
                }
                double[] known = count == off.length ? off : Arrays.copyOf(off, count);
                centres[run] = count == 0 ? 0 : share(Robust.centre(known, grain).centre());
            }
            return centres;
        }
    }

    private int[] itemsOf(int kernel) {
        return IntStream.range(items.begin(kernel), items.end(kernel))
                .map(items::row)
                .filter(item -> !Double.isNaN(middle(before, item) + middle(after, item)))
                .toArray();
    }

    /**
     * Over the runs that have the item, without the outer ones: a run in which the host took the
     * CPU away says nothing about the kernel. NaN if none has it.
     */
    private static double middle(List<double[]> side, int item) {
        double[] known = new double[side.size()];
        int count = 0;
        for (double[] values : side) {
            if (!Double.isNaN(values[item])) {
                known[count++] = values[item];
            }
        }
        return count == 0 ? Double.NaN : Robust.midmean(known, count);
    }

    public Result run() {
        List<Raw> all = new ArrayList<>();
        for (int kernel = 0; kernel < kernels; kernel++) {
            all.add(new Raw(kernel));
        }
        List<Raw> compared = all.stream().filter(raw -> raw.tasks > 0 && raw.scale > 0).toList();
        boolean takesOut = !isExact && compared.size() >= LEAST_KERNELS;
        double[] sharedBefore = new double[before.size()];
        double[] sharedAfter = new double[after.size()];
        double shared = 0;
        if (takesOut) {
            Arrays.setAll(sharedBefore, run -> median(compared, raw -> raw.runsBefore[run]));
            Arrays.setAll(sharedAfter, run -> median(compared, raw -> raw.runsAfter[run]));
            shared = median(compared, raw -> raw.paired.centre());
        }
        List<KernelChange> changes = new ArrayList<>();
        Spread spread = new Spread(compared, sharedBefore, sharedAfter, shared);
        Change together =
                takesOut
                        ? together(sharedBefore, sharedAfter, spread.between, compared.size())
                        : Change.untold(0);
        for (int kernel = 0; kernel < kernels; kernel++) {
            Raw raw = all.get(kernel);
            changes.add(
                    new KernelChange(
                            sample.kernelNames().get(kernel),
                            raw.tasks,
                            raw.scale,
                            raw.meanAfter,
                            compared.contains(raw)
                                    ? change(raw, spread, compared.size(), together)
                                    : Change.untold(0)));
        }
        return new Result(changes, together);
    }

    /** What all share: a kernel that changed on its own moves their median a little, too. */
    private static Change together(double[] before, double[] after, double between, int compared) {
        Change change = TwoSamples.compare(before, after, false);
        boolean isClear = Math.abs(change.value()) > LEAST_SHARED * between / Math.sqrt(compared);
        return change.isSignificant() && !isClear
                ? Change.of(change.value(), change.high() - change.value(), false)
                : change;
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

    /** What is usual among the kernels, once what they share is taken out. */
    private final class Spread {
        private final double[] sharedBefore;
        private final double[] sharedAfter;
        private final double shared;
        private final double between; // kernels, in one run against one
        private final double overTasks; // variance between runs, in terms of that over tasks

        Spread(List<Raw> all, double[] sharedBefore, double[] sharedAfter, double shared) {
            this.sharedBefore = sharedBefore;
            this.sharedAfter = sharedAfter;
            this.shared = shared;
            between =
                    all.isEmpty()
                            ? 0
                            : Robust.deviation(
                                    all.stream().mapToDouble(raw -> raw.paired.centre()).toArray());
            double[] ratios =
                    all.stream()
                            .filter(raw -> raw.paired.error() > 0)
                            .mapToDouble(raw -> betweenRuns(raw) / overTasks(raw))
                            .toArray();
            overTasks = ratios.length == 0 ? 1 : Math.max(1, Robust.median(ratios));
        }

        double betweenRuns(Raw raw) {
            double squares =
                    squares(raw.runsBefore, sharedBefore) + squares(raw.runsAfter, sharedAfter);
            int degrees = before.size() + after.size() - 2;
            return degrees == 0 ? 0 : squares / degrees;
        }

        private static double squares(double[] values, double[] shared) {
            double[] own = new double[values.length];
            Arrays.setAll(own, run -> values[run] - shared[run]);
            return Robust.variance(own) * (own.length - 1);
        }

        /** The variance of one run that the spread over tasks leads to. */
        double overTasks(Raw raw) {
            return raw.paired.error() * raw.paired.error() / share();
        }

        double share() {
            return 1.0 / before.size() + 1.0 / after.size();
        }

        /** The variance of a change. */
        double variance(Raw raw) {
            double tasks = raw.paired.error() * raw.paired.error();
            if (isExact) {
                return Math.max(tasks, hasRuns() ? betweenRuns(raw) * share() : 0);
            }
            if (!hasRuns()) {
                return tasks + between * between;
            }
            double degrees = before.size() + after.size() - 2;
            double usual = overTasks(raw) * overTasks;
            double drawn =
                    (SHARED_DEGREES * usual + degrees * betweenRuns(raw))
                            / (SHARED_DEGREES + degrees);
            return Math.max(tasks, drawn * share());
        }

        double degrees() {
            return hasRuns() && !isExact
                    ? SHARED_DEGREES + before.size() + after.size() - 2
                    : MANY_DEGREES;
        }
    }

    private Change change(Raw raw, Spread spread, int compared, Change together) {
        if (!isExact && !hasRuns() && compared < LEAST_KERNELS) {
            return Change.untold(raw.paired.centre());
        }
        double own = raw.paired.centre() - spread.shared;
        double error = Math.sqrt(spread.variance(raw));
        double limit = ALARM / Math.max(1, compared);
        boolean isSignificant =
                error == 0
                        ? own != 0
                        : Student.twoSided(own / error, spread.degrees()) < limit
                                && (isExact || !hasRuns() || isClear(raw, spread, own > 0));
        double reach = error * Student.critical(OUTSIDE, spread.degrees());
        if (!together.isSignificant()) {
            return Change.of(own, reach, isSignificant);
        }
        double all = own + together.value();
        double wider = Math.hypot(reach, together.high() - together.value());
        return Change.of(all, wider, Math.abs(all) > wider);
    }

    private static boolean isClear(Raw raw, Spread spread, boolean grew) {
        double[] one = new double[raw.runsBefore.length];
        double[] other = new double[raw.runsAfter.length];
        Arrays.setAll(one, run -> raw.runsBefore[run] - spread.sharedBefore[run]);
        Arrays.setAll(other, run -> raw.runsAfter[run] - spread.sharedAfter[run]);
        return RankSeparation.isClear(one, other, grew);
    }
}
