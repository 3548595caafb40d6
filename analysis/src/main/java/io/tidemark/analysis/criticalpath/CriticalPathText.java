package io.tidemark.analysis.criticalpath;

import io.tidemark.analysis.criticalpath.CriticalPathReport.Family;
import io.tidemark.analysis.criticalpath.PathStep.Link;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.TextTable;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.TaskId;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The report as a few lines for a terminal and as a Markdown page. Pure output, one thread. */
public final class CriticalPathText {
    private final CriticalPathReport report;
    private final PrintWriter out;

    private CriticalPathText(CriticalPathReport report, PrintWriter out) {
        this.report = report;
        this.out = out;
    }

    /** The numbers one needs first, in a few lines. */
    public static void printShort(CriticalPathReport report, PrintWriter out) {
        new CriticalPathText(report, out).printShort();
    }

    /** Everything, as Markdown; at most {@code top} families. */
    public static void printMarkdown(CriticalPathReport report, int top, PrintWriter out) {
        new CriticalPathText(report, out).printMarkdown(top);
    }

    /**
     * The observed path step by step.
     *
     * @param most how many steps; of a longer path the first and the last, with the count between
     * @param how what a person writes to see them all
     */
    public static void printPath(CriticalPathReport report, int most, String how, PrintWriter out) {
        new CriticalPathText(report, out).printPath(most, how);
    }

    private void printPath(int most, String how) {
        List<PathStep> steps = report.steps();
        int left = Math.max(0, steps.size() - most);
        int head = left == 0 ? steps.size() : most - most / 2;
        TextTable table =
                new TextTable(
                        ">#", "task", "kernel", ">core", ">start", ">duration", ">waited", "for");
        for (int at = 0; at < steps.size(); at++) {
            if (at == head && left > 0) {
                table.row("...", "", "", "", "", "", "", "");
                at += left;
            }
            if (at < steps.size()) {
                row(table, at, steps.get(at));
            }
        }
        out.println();
        out.print(table.text(2));
        if (left > 0) {
            out.println(
                    "%s of %s left out; %s prints all"
                            .formatted(
                                    Numbers.grouped(left),
                                    Units.plural(steps.size(), "step"),
                                    how));
        }
    }

    private void row(TextTable table, int number, PathStep step) {
        table.row(
                number + 1,
                TaskId.label(step.taskId()),
                step.name(),
                step.runs() == 1 ? step.core() : step.core() + " +" + (step.runs() - 1),
                time(step.start()),
                time(step.duration()),
                step.stall() == 0 ? "" : time(step.stall()),
                step.stall() == 0 ? "" : step.link().word() + causes(step));
    }

    /** What a stall was spent on, as far as the capture tells. */
    private String causes(PathStep step) {
        StringJoiner causes = new StringJoiner(", ", ": ", "").setEmptyValue("");
        addCause(causes, "submit", step.submit());
        addCause(causes, "scheduler", step.scheduler());
        addCause(causes, "core start", step.pickup());
        boolean isTold = causes.length() > 0;
        addCause(causes, "unknown", isTold ? step.unknown() : 0);
        return causes.toString();
    }

    private void addCause(StringJoiner causes, String what, long units) {
        if (units > 0) {
            causes.add(what + " " + time(units));
        }
    }

    private String time(long units) {
        return Units.micros(report.micros(units));
    }

    private void printShort() {
        StringJoiner links = new StringJoiner(", ");
        for (Map.Entry<Link, Long> link : report.stallByLink().entrySet()) {
            links.add(link.getKey().word() + " " + percent(link.getValue(), 1));
        }
        out.println(
                "makespan %s, static path %s (%s) over %s"
                        .formatted(
                                milliseconds(report.makespan()),
                                milliseconds(report.staticLength()),
                                percent(report.staticLength(), 1),
                                Units.plural(report.staticPath().size(), "task")));
        out.println(
                "observed path of %s: compute %s, stall %s%s"
                        .formatted(
                                Units.plural(report.steps().size(), "task"),
                                percent(report.compute(), 1),
                                percent(report.stall(), 1),
                                links.length() == 0 ? "" : " (" + links + ")"));
        if (!report.compat() && report.stall() > 0) {
            out.println("stalls, of the makespan: " + parts());
        }
        warnings("note: ");
    }

    private String parts() {
        return "waiting for the submit %s, for the scheduler %s, for the core to start %s%s"
                .formatted(
                        percent(report.sum(PathStep::submit), 1),
                        percent(report.sum(PathStep::scheduler), 1),
                        percent(report.sum(PathStep::pickup), 1),
                        report.sum(PathStep::unknown) == 0
                                ? ""
                                : ", unknown " + percent(report.sum(PathStep::unknown), 1));
    }

    private void warnings(String prefix) {
        if (!report.cycle().isEmpty()) {
            out.println(
                    prefix
                            + "the dependencies hold a cycle ("
                            + String.join(" -> ", report.cycle())
                            + "); edges that go back in submit order are left out.");
        }
        if (report.brokenEdges() > 0) {
            out.println(
                    prefix
                            + Numbers.grouped(report.brokenEdges())
                            + " dependencies were not kept: the consumer started before the"
                            + " producer ended; they are left out.");
        }
        report.notes().forEach(note -> out.println(prefix + note));
    }

    private void printMarkdown(int top) {
        out.println("## " + Plain.html(report.label()));
        out.println();
        out.println(
                "| tasks | dependencies | makespan ms | static path ms | % of makespan |"
                        + " static tasks |");
        out.println("|---:|---:|---:|---:|---:|---:|");
        out.println(
                "| %d | %d | %s | %s | %s | %d |"
                        .formatted(
                                report.taskCount(),
                                report.edgeCount(),
                                ms(report.makespan()),
                                ms(report.staticLength()),
                                percent(report.staticLength(), 1),
                                report.staticPath().size()));
        out.println();
        printSums();
        warnings("- ");
        out.println();
        out.println("### Observed path by kernel family");
        out.println();
        printFamilies(top);
        out.println("### Observed path, task by task");
        out.println();
        printSteps();
    }

    private void printSums() {
        TextTable table = new TextTable("observed path", ">ms", ">% of makespan");
        row(table, "compute", report.compute());
        row(table, "stall", report.stall());
        report.stallByLink().forEach((link, units) -> row(table, "stall: " + link.word(), units));
        if (!report.compat()) {
            row(table, "stall spent on submit", report.sum(PathStep::submit));
            row(table, "stall spent on scheduler", report.sum(PathStep::scheduler));
            row(table, "stall spent on core start", report.sum(PathStep::pickup));
            row(table, "stall not explained", report.sum(PathStep::unknown));
        }
        out.println(table.markdown());
        long sum = report.compute() + report.stall();
        String check = sum == report.makespan() ? "exact" : "diff " + (sum - report.makespan());
        out.println(
                "- compute and stall together: %d of %d units of the makespan (%s)"
                        .formatted(sum, report.makespan(), check));
    }

    private void row(TextTable table, String what, long units) {
        table.row(what, ms(units), percent(units, 1));
    }

    private void printFamilies(int top) {
        TextTable table =
                new TextTable("family", ">compute ms", ">% of makespan", ">stall ms", ">tasks");
        List<Family> families = report.families();
        for (Family family : families.subList(0, Math.min(top, families.size()))) {
            table.row(
                    family.name(),
                    ms(family.compute()),
                    percent(family.compute(), 1),
                    ms(family.stall()),
                    family.count());
        }
        out.println(table.markdown());
    }

    private void printSteps() {
        TextTable table =
                new TextTable(
                        ">#",
                        "task",
                        "kernel",
                        ">task us",
                        ">compute us",
                        ">%",
                        ">stall us",
                        ">%",
                        "after");
        int number = 0;
        for (PathStep step : report.steps()) {
            table.row(
                    number++,
                    TaskId.label(step.taskId()),
                    step.name(),
                    us(step.duration()),
                    us(step.compute()),
                    percent(step.compute(), 2),
                    us(step.stall()),
                    percent(step.stall(), 2),
                    step.stall() == 0 ? "" : step.link().word());
        }
        out.println(table.markdown());
    }

    private String milliseconds(long units) {
        return ms(units) + " ms";
    }

    private String ms(long units) {
        return Numbers.fixed(report.micros(units) / 1000.0, 3);
    }

    private String us(long units) {
        return Numbers.fixed(report.micros(units), 1);
    }

    private String percent(long units, int decimals) {
        return Numbers.fixed(report.percent(units), decimals) + "%";
    }
}
