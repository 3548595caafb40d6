package io.tidemark.analysis.diff.report;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.diff.DiffReport;
import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.analysis.diff.align.Alignment.Change;
import io.tidemark.analysis.diff.noise.KernelChange;
import io.tidemark.analysis.diff.split.CoreTimeSplit;
import io.tidemark.analysis.diff.split.Part;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.TextTable;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.model.CaptureModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The tables and sentences that text and Markdown share. Pure. */
final class DiffTables {
    private static final int MOST_TASKS = 3;

    private final DiffReport report;
    private final int top;

    /** Shows at most {@code top} rows of a table. */
    DiffTables(DiffReport report, int top) {
        this.report = report;
        this.top = top;
    }

    /** The change of the makespan in a sentence. */
    String headline() {
        long before = report.split().beforeNanos();
        long after = report.split().afterNanos();
        double share = before == 0 ? 0 : (double) (after - before) / before;
        return "makespan %s before, %s after: %s (%s)"
                .formatted(
                        Units.nanos(before), Units.nanos(after), Signed.nanos(after - before), Signed.percent(share));
    }

    /** Over all runs, where there are several. */
    String noise() {
        io.tidemark.analysis.diff.noise.Change change = report.makespanShare();
        String all = report.before().size() > 1 || report.after().size() > 1
                ? "over %s before and %s after: %s%s, "
                        .formatted(
                                Units.plural(report.before().size(), "run"),
                                Units.plural(report.after().size(), "run"),
                                Signed.percent(change.value()),
                                Gate.interval(change))
                : "";
        return all + verdict(change) + ". " + report.basis();
    }

    private String verdict(io.tidemark.analysis.diff.noise.Change change) {
        if (!report.isComparable()) {
            return "cannot be compared";
        }
        return change.value() == 0 ? "the same" : word(change.verdict());
    }

    private static String word(io.tidemark.analysis.diff.noise.Change.Verdict verdict) {
        return switch (verdict) {
            case MORE -> "slower";
            case LESS -> "faster";
            case NOISE -> "within the noise";
            case UNKNOWN -> "cannot be told from noise";
        };
    }

    String tasks() {
        Alignment alignment = report.alignment();
        int pairs = alignment.pairs();
        List<String> changes = new ArrayList<>();
        for (Change change : Change.values()) {
            int count = alignment.changedPairs(change);
            if (count > 0) {
                changes.add(change.words() + " " + Numbers.grouped(count));
            }
        }
        return "tasks: %s in both (%s changed%s), %s added, %s removed; matched by %s"
                .formatted(
                        Numbers.grouped(pairs),
                        Numbers.grouped(alignment.changedPairs()),
                        changes.isEmpty() ? "" : ": " + String.join(", ", changes),
                        Numbers.grouped(alignment.tasksAfter() - pairs),
                        Numbers.grouped(alignment.tasksBefore() - pairs),
                        alignment.words());
    }

    /** The parts of the difference; they end with their sum. */
    TextTable parts() {
        TextTable table = new TextTable(">difference", ">of makespan", "cause", ">steps", "", "most in");
        List<Part> parts = report.split().parts();
        long whole = report.split().beforeNanos();
        parts.stream()
                .limit(top)
                .forEach(part -> table.row(
                        Signed.nanos(part.nanos()),
                        share(part.nanos(), whole),
                        part.words(),
                        Numbers.grouped(part.steps()),
                        word(part),
                        tasks(part)));
        if (parts.size() > top) {
            long rest = parts.stream().skip(top).mapToLong(Part::nanos).sum();
            table.row(
                    Signed.nanos(rest), share(rest, whole), Units.plural(parts.size() - top, "other part"), "", "", "");
        }
        long sum = report.split().differenceNanos() - report.split().residualNanos();
        table.row(
                Signed.nanos(sum),
                share(sum, whole),
                "sum; residual " + report.split().residualNanos() + " ns",
                "",
                "",
                "");
        return table;
    }

    private String word(Part part) {
        return switch (report.verdict(part)) {
            case MORE, LESS -> "";
            case NOISE -> "within the noise";
            case UNKNOWN -> "";
        };
    }

    private static String share(long nanos, long whole) {
        return whole == 0 ? "" : Signed.percent((double) nanos / whole);
    }

    private static String tasks(Part part) {
        return part.largest().stream()
                .filter(behind -> behind.before() != TaskId.NONE || behind.after() != TaskId.NONE)
                .limit(MOST_TASKS)
                .map(DiffTables::task)
                .reduce((one, other) -> one + ", " + other)
                .orElse("");
    }

    private static String task(Part.Behind behind) {
        String name = behind.after() == TaskId.NONE
                ? TaskId.label(behind.before()) + " before"
                : TaskId.label(behind.after());
        return name + " " + Signed.nanos(behind.nanos());
    }

    /** Every kernel task by task, those that changed first. */
    TextTable kernels() {
        TextTable table = new TextTable("kernel", ">tasks", ">before", ">after", ">change", ">interval", "");
        report.kernels().kernels().stream()
                .filter(change -> change.tasks() > 0)
                .sorted(Comparator.comparing(
                                (KernelChange change) -> !change.change().isSignificant())
                        .thenComparing(change -> -Math.abs(change.change().value())))
                .limit(top)
                .forEach(change -> table.row(
                        change.kernel(),
                        Numbers.grouped(change.tasks()),
                        Units.nanos(change.beforeNanos()),
                        Units.nanos(change.afterNanos()),
                        Signed.percent(change.change().value()),
                        change.hasTooFewTasks()
                                ? ""
                                : Gate.interval(change.change()).strip(),
                        kernelWord(change)));
        return table;
    }

    private static String kernelWord(KernelChange change) {
        if (change.hasTooFewTasks()) {
            return "too few tasks";
        }
        return change.change().value() == 0 ? "the same" : word(change.change().verdict());
    }

    /** Computing by kernel, then what cores waited for. */
    TextTable coreTime() {
        TextTable table = new TextTable(">difference", ">before", ">after", "core time");
        CoreTimeSplit split = report.coreTime();
        split.kernels().stream()
                .filter(time -> time.differenceNanos() != 0)
                .limit(top)
                .forEach(time -> table.row(
                        Signed.nanos(time.differenceNanos()),
                        Units.nanos(time.beforeNanos()),
                        Units.nanos(time.afterNanos()),
                        "computing " + time.kernel() + ofWhich(time)));
        split.idle().stream()
                .filter(time -> time.differenceNanos() != 0)
                .sorted(Comparator.comparingLong(time -> -Math.abs(time.differenceNanos())))
                .forEach(time -> table.row(
                        Signed.nanos(time.differenceNanos()),
                        Units.nanos(time.beforeNanos()),
                        Units.nanos(time.afterNanos()),
                        time.part().words()));
        table.row(
                Signed.nanos(split.differenceNanos()),
                Units.nanos(split.beforeNanos()),
                Units.nanos(split.afterNanos()),
                "sum; residual " + split.residualNanos() + " ns");
        return table;
    }

    private static String ofWhich(CoreTimeSplit.KernelTime time) {
        return time.addedNanos() == 0 && time.removedNanos() == 0
                ? ""
                : " (tasks in both %s, added %s, removed %s)"
                        .formatted(
                                Signed.nanos(time.sameNanos()),
                                Signed.nanos(time.addedNanos()),
                                Signed.nanos(time.removedNanos()));
    }

    /** The cores whose time changed most. */
    TextTable lanes() {
        TextTable table = new TextTable("core", ">difference", ">computing", ">waiting", ">no work left");
        report.coreTime().lanes().stream()
                .filter(lane -> lane.differenceNanos() != 0)
                .sorted(Comparator.comparingLong(
                        (CoreTimeSplit.LaneTime lane) -> -Math.abs(lane.differenceNanos(CorePart.COMPUTE))))
                .limit(top)
                .forEach(lane -> {
                    long computing = lane.differenceNanos(CorePart.COMPUTE);
                    long idle = lane.differenceNanos(CorePart.NO_WORK);
                    table.row(
                            lane.core(),
                            Signed.nanos(lane.differenceNanos()),
                            Signed.nanos(computing),
                            Signed.nanos(lane.differenceNanos() - computing - idle),
                            Signed.nanos(idle));
                });
        return table;
    }

    /** Tasks that only one run has; empty when there are none. */
    TextTable onlyInOne() {
        TextTable table = new TextTable("only", "task", "kernel");
        add(table, "after", report.alignment().after(), report.alignment().added());
        add(table, "before", report.alignment().before(), report.alignment().removed());
        return table;
    }

    private void add(TextTable table, String side, CaptureModel model, int[] tasks) {
        IntStream.of(tasks)
                .limit(top)
                .forEach(task -> table.row(
                        side,
                        TaskId.label(model.tasks().taskId(task)),
                        model.names().of(model.kernelOf(task))));
        if (tasks.length > top) {
            table.row(side, "and %s more".formatted(Numbers.grouped(tasks.length - top)), "");
        }
    }
}
