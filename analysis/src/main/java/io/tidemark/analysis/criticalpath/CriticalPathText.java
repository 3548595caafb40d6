package io.tidemark.analysis.criticalpath;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.criticalpath.CriticalPathReport.Family;
import io.tidemark.analysis.criticalpath.PathStep.Link;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.TextTable;
import io.tidemark.analysis.text.Units;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;

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
        TextTable table = new TextTable(">#", "task", "kernel", ">core", ">start", ">duration", ">waited", "for");
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
            out.println("%s of %s left out; %s prints all"
                    .formatted(Numbers.grouped(left), Units.plural(steps.size(), "step"), how));
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
                step.stall() == 0 ? "" : words(step.link()) + causes(step));
    }

    /** What a stall was spent on, as far as the capture tells. */
    private String causes(PathStep step) {
        StringJoiner causes = new StringJoiner(", ", ": ", "").setEmptyValue("");
        for (CorePart part : PathStep.STALL_PARTS) {
            boolean isTold = part != CorePart.UNKNOWN || causes.length() > 0;
            if (isTold && step.stall(part) > 0) {
                causes.add(part.words() + " " + time(step.stall(part)));
            }
        }
        return causes.toString();
    }

    private String time(long units) {
        return Units.micros(report.micros(units));
    }

    private void printShort() {
        StringJoiner links = new StringJoiner(", ");
        for (Map.Entry<Link, Long> link : report.stallByLink().entrySet()) {
            links.add(words(link.getKey()) + " " + percent(link.getValue(), 1));
        }
        out.println("makespan %s, static path %s (%s) over %s"
                .formatted(
                        milliseconds(report.makespan()),
                        milliseconds(report.staticLength()),
                        percent(report.staticLength(), 1),
                        Units.plural(report.staticPath().size(), "task")));
        long stall = report.stall();
        out.println("observed path of %s: compute %s, stall %s%s"
                .formatted(
                        Units.plural(report.steps().size(), "task"),
                        percent(report.compute(), 1),
                        percent(stall, 1),
                        links.length() == 0 ? "" : " (" + links + ")"));
        if (report.wording().tellsCauses() && stall > 0) {
            out.println("stalls, of the makespan: " + parts());
        }
        warnings("note: ", text -> text);
    }

    private String parts() {
        StringJoiner parts = new StringJoiner(", ");
        for (CorePart part : PathStep.STALL_PARTS) {
            long units = report.sum(step -> step.stall(part));
            if (units > 0 || part != CorePart.UNKNOWN) {
                parts.add(part.words() + " " + percent(units, 1));
            }
        }
        return parts.toString();
    }

    private void warnings(String prefix, UnaryOperator<String> form) {
        if (!report.cycle().isEmpty()) {
            out.println(prefix
                    + "the dependencies hold a cycle ("
                    + form.apply(String.join(" -> ", report.cycle()))
                    + "); edges that go back in submit order are left out.");
        }
        if (report.brokenEdges() > 0) {
            out.println(prefix
                    + Numbers.grouped(report.brokenEdges())
                    + " dependencies were not kept: the consumer started before the"
                    + " producer ended; they are left out.");
        }
        report.notes().forEach(note -> out.println(prefix + form.apply(note)));
    }

    private void printMarkdown(int top) {
        out.println("## " + Plain.markdown(report.label()));
        out.println();
        out.println("| tasks | dependencies | makespan ms | static path ms | % of makespan |" + " static tasks |");
        out.println("|---:|---:|---:|---:|---:|---:|");
        out.println("| %d | %d | %s | %s | %s | %d |"
                .formatted(
                        report.taskCount(),
                        report.edgeCount(),
                        ms(report.makespan()),
                        ms(report.staticLength()),
                        percent(report.staticLength(), 1),
                        report.staticPath().size()));
        out.println();
        printSums();
        warnings("- ", Plain::markdown);
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
        report.stallByLink().forEach((link, units) -> row(table, "stall: " + words(link), units));
        if (report.wording().tellsCauses()) {
            for (CorePart part : PathStep.STALL_PARTS) {
                row(table, "stall: " + part.words(), report.sum(step -> step.stall(part)));
            }
        }
        out.print(table.markdown());
        out.println();
        long sum = report.compute() + report.stall();
        String check = sum == report.makespan() ? "exact" : "diff " + (sum - report.makespan());
        out.println("- compute and stall together: %d of %d units of the makespan (%s)"
                .formatted(sum, report.makespan(), check));
    }

    private void row(TextTable table, String what, long units) {
        table.row(what, ms(units), percent(units, 1));
    }

    private void printFamilies(int top) {
        TextTable table = new TextTable("family", ">compute ms", ">% of makespan", ">stall ms", ">tasks");
        List<Family> families = report.families();
        for (Family family : families.subList(0, Math.min(top, families.size()))) {
            table.row(
                    family.name(),
                    ms(family.compute()),
                    percent(family.compute(), 1),
                    ms(family.stall()),
                    family.count());
        }
        out.print(table.markdown());
        out.println();
        if (families.size() > top) {
            out.println("%d of %d families are shown; --top %d shows all."
                    .formatted(top, families.size(), families.size()));
            out.println();
        }
    }

    private void printSteps() {
        TextTable table = new TextTable(
                ">#",
                "task",
                "kernel",
                ">task us",
                ">compute us",
                ">%",
                ">stall us",
                ">%",
                report.wording().linkColumn());
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
                    step.stall() == 0 ? "" : words(step.link()));
        }
        out.print(table.markdown());
        out.println();
    }

    private String words(Link link) {
        return report.wording().words().apply(link);
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
