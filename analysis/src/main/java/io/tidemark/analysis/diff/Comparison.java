package io.tidemark.analysis.diff;

import io.tidemark.abi.DfxFlags;
import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.analysis.diff.align.TaskAligner;
import io.tidemark.analysis.diff.noise.Change;
import io.tidemark.analysis.diff.noise.KernelSample;
import io.tidemark.analysis.diff.noise.KernelTest;
import io.tidemark.analysis.diff.noise.TwoSamples;
import io.tidemark.analysis.diff.split.Cause;
import io.tidemark.analysis.diff.split.CoreTimeSplit;
import io.tidemark.analysis.diff.split.PathSplit;
import io.tidemark.analysis.diff.split.Split;
import io.tidemark.capture.ahead.Ahead;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares runs before with runs after. With several a side every run gives its figures, one after
 * the other, and only the runs of the median makespans are divided. With one run a side, a separate
 * thread reads the second run. Independent parts of the report are made in parallel. Lives for one
 * question.
 */
public final class Comparison {
    /** A run that hangs at once is not a fast one. */
    private static final String NOT_COMPARABLE = "Such runs are neither faster nor slower than each other.";

    private final List<RunSource> before;
    private final List<RunSource> after;
    private final Optional<DfxFlags> common; // what all recorded; empty if that changes nothing
    private final RecorderCost cost;
    private final ComparedRun reference;
    private final KernelSample sample;
    private final List<RunFigures> figuresBefore = new ArrayList<>();
    private final List<RunFigures> figuresAfter = new ArrayList<>();
    private final ComparedRun firstAfter; // null unless it was read ahead
    private ComparedRun lastAfter;
    private Alignment lastAlignment;

    private Comparison(List<RunSource> before, List<RunSource> after, RecorderCost cost) {
        this.cost = cost;
        this.before = before;
        this.after = after;
        common = Comparability.common(Stream.concat(before.stream(), after.stream())
                .map(RunSource::certificate)
                .toList());
        boolean isPair = before.size() == 1 && after.size() == 1;
        Ahead<ComparedRun> ahead = isPair ? Ahead.of("read-after", () -> computed(open(after.getFirst()))) : null;
        ComparedRun first = open(before.getFirst());
        reference = isPair ? computed(first) : first;
        sample = new KernelSample(reference.model());
        firstAfter = isPair ? ahead.get() : null;
    }

    /** Each side needs at least one run; a run is opened when its turn comes, perhaps twice. */
    public static DiffReport of(List<RunSource> before, List<RunSource> after) {
        try (RecorderCost cost = RecorderCost.installed()) {
            return new Comparison(before, after, cost).report();
        }
    }

    /** With everything that needs no other run: what two threads can do side by side. */
    private static ComparedRun computed(ComparedRun run) {
        run.path();
        run.coreTimes();
        run.verdict();
        run.marks();
        return run;
    }

    /** What others did not record costs nothing in the times of a run, where that is known. */
    private ComparedRun open(RunSource source) {
        ComparedRun run = source.open();
        return common.map(kept -> run.recordedWith(kept, cost)).orElse(run);
    }

    private DiffReport report() {
        figuresBefore.add(RunFigures.of(reference, sample.values(), Comparability.own("before", reference)));
        for (RunSource source : before.subList(1, before.size())) {
            ComparedRun run = open(source);
            figuresBefore.add(figures(
                    run, "before", Comparability.between("the first run before", reference, "another before", run)));
        }
        for (RunSource source : after) {
            ComparedRun run = firstAfter != null ? firstAfter : open(source);
            figuresAfter.add(figures(run, "after", Comparability.between("before", reference, "after", run)));
        }
        int chosenBefore = median(figuresBefore);
        int chosenAfter = median(figuresAfter);
        ComparedRun one = chosenBefore == 0 ? reference : open(before.get(chosenBefore));
        boolean isLast = chosenAfter == after.size() - 1;
        ComparedRun other = isLast ? lastAfter : open(after.get(chosenAfter));
        Alignment alignment = one == reference && isLast ? lastAlignment : align(one, other);
        computed(one);
        computed(other);
        Ahead<CoreTimeSplit> coreTime =
                Ahead.of("core-time", () -> CoreTimeSplit.of(one.coreTimes(), other.coreTimes(), alignment));
        Ahead<KernelTest.Result> kernels = Ahead.of("kernels", this::kernelResult);
        Split split = PathSplit.of(one.path(), other.path(), alignment);
        List<Limit> limits = new ArrayList<>(
                all().flatMap(run -> run.obstacles().stream()).distinct().toList());
        boolean isComparable = limits.isEmpty();
        limits.addAll(Limit.of(one, other, alignment));
        MakespanNoise noise = new MakespanNoise(figuresBefore, figuresAfter, one, other, alignment);
        return new DiffReport(
                side(figuresBefore, chosenBefore),
                side(figuresAfter, chosenAfter),
                alignment,
                split,
                coreTime.get(),
                isComparable ? noise.change() : Change.untold(noise.change().value()),
                isComparable ? noise.basis() : NOT_COMPARABLE,
                isComparable ? causes() : Map.of(),
                isComparable ? kernels.get() : kernels.get().untold(),
                limits);
    }

    private static Alignment align(ComparedRun one, ComparedRun other) {
        return TaskAligner.align(one.model(), one.marks(), other.model(), other.marks());
    }

    private KernelTest.Result kernelResult() {
        return new KernelTest(sample, kernels(figuresBefore), kernels(figuresAfter), isVirtual()).run();
    }

    private RunFigures figures(ComparedRun run, String side, List<Limit> obstacles) {
        lastAfter = run;
        lastAlignment = align(reference, run);
        List<Limit> all = Stream.concat(Comparability.own(side, run).stream(), obstacles.stream())
                .toList();
        return RunFigures.of(run, sample.values(lastAlignment), all);
    }

    private Stream<RunFigures> all() {
        return Stream.concat(figuresBefore.stream(), figuresAfter.stream());
    }

    private boolean isVirtual() {
        return all().allMatch(RunFigures::isVirtual);
    }

    /** The run of the median makespan, the shorter of two in the middle. */
    private static int median(List<RunFigures> runs) {
        return IntStream.range(0, runs.size())
                .boxed()
                .sorted(Comparator.comparingLong(run -> runs.get(run).makespanNanos()))
                .skip((runs.size() - 1) / 2)
                .findFirst()
                .orElseThrow();
    }

    private static DiffReport.Side side(List<RunFigures> runs, int chosen) {
        return new DiffReport.Side(
                runs.stream().map(RunFigures::label).toList(),
                runs.stream().mapToLong(RunFigures::makespanNanos).toArray(),
                chosen);
    }

    private static List<double[]> kernels(List<RunFigures> runs) {
        return runs.stream().map(RunFigures::kernelNanos).toList();
    }

    private Map<Cause, Change> causes() {
        Map<Cause, Change> changes = new EnumMap<>(Cause.class);
        for (Cause cause : Cause.values()) {
            if (cause != Cause.KERNEL && cause != Cause.ADDED && cause != Cause.REMOVED) {
                changes.put(
                        cause,
                        TwoSamples.compare(nanos(figuresBefore, cause), nanos(figuresAfter, cause), isVirtual()));
            }
        }
        return changes;
    }

    private static double[] nanos(List<RunFigures> runs, Cause cause) {
        return runs.stream()
                .mapToDouble(run -> run.causeNanos()[cause.ordinal()])
                .toArray();
    }
}
