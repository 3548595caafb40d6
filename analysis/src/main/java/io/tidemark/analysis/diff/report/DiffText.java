package io.tidemark.analysis.diff.report;

import io.tidemark.analysis.diff.DiffReport;
import io.tidemark.analysis.diff.Limit;
import io.tidemark.analysis.diff.noise.Change;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.TextTable;
import java.io.PrintWriter;
import java.util.List;

/** A comparison for people, on a terminal or in a comment of a pull request. Pure output. */
public final class DiffText {
    private DiffText() {}

    /** Prints a comparison with at most {@code top} rows in each table. */
    public static void print(DiffReport report, List<Gate.Answer> gates, int top, PrintWriter out) {
        DiffTables tables = new DiffTables(report, top);
        listed(
                "these runs cannot be compared:",
                report.limits().stream().filter(Limit::isObstacle).toList(),
                out);
        if (!report.isComparable()) {
            out.println();
        }
        out.println(tables.headline());
        out.println(tables.noise());
        report.limits().stream()
                .filter(limit -> limit.about().equals(Limit.RECORDING) && !limit.isObstacle())
                .forEach(limit -> out.println(Plain.line(limit.sentence())));
        out.println(tables.tasks());
        out.println();
        out.println("where the difference comes from, along both critical paths:");
        out.print(tables.parts().text(2));
        section("kernels, task by task:", tables.kernels(), out);
        together("all kernels together changed", report.kernels().shared(), out);
        report.kernels()
                .kinds()
                .forEach((kind, change) -> together(
                        "kernels on %s cores together, against all kernels, changed".formatted(kind.word()),
                        change,
                        out));
        section("core time, by kernel and by what cores waited for:", tables.coreTime(), out);
        section("core time, by core:", tables.lanes(), out);
        section("tasks of one run only:", tables.onlyInOne(), out);
        List<Limit> others = report.limits().stream()
                .filter(limit -> !limit.isObstacle() && !limit.about().equals(Limit.RECORDING))
                .toList();
        if (!others.isEmpty()) {
            out.println();
        }
        listed("what these captures cannot tell:", others, out);
        for (Gate.Answer answer : gates) {
            out.println();
            out.println("gate: " + Plain.line(answer.sentence()));
        }
    }

    private static void listed(String head, List<Limit> limits, PrintWriter out) {
        if (!limits.isEmpty()) {
            out.println(head);
        }
        limits.forEach(limit -> out.println("  " + Plain.line(limit.sentence())));
    }

    private static void together(String what, Change change, PrintWriter out) {
        if (change.isSignificant()) {
            out.println("%s by %s%s.".formatted(what, Signed.percent(change.value()), Gate.interval(change)));
        }
    }

    private static void section(String head, TextTable table, PrintWriter out) {
        if (!table.isEmpty()) {
            out.println();
            out.println(head);
            out.print(table.text(2));
        }
    }

    /** The same in Markdown, short: details are folded. */
    public static void markdown(DiffReport report, List<Gate.Answer> gates, int top, PrintWriter out) {
        DiffTables tables = new DiffTables(report, top);
        for (Gate.Answer answer : gates) {
            out.println("**%s**: %s".formatted(answer.outcome().words(), Plain.markdown(answer.sentence())));
            out.println();
        }
        itemized(
                "These runs cannot be compared:",
                report.limits().stream().filter(Limit::isObstacle).toList(),
                out);
        out.println("### " + Plain.markdown(tables.headline()));
        out.println();
        out.println(Plain.markdown(tables.noise()));
        out.println();
        out.println(Plain.markdown(tables.tasks()));
        out.println();
        out.print(tables.parts().markdown());
        folded("Kernels, task by task", tables.kernels(), out);
        folded("Core time", tables.coreTime(), out);
        folded("Tasks of one run only", tables.onlyInOne(), out);
        out.println();
        itemized(
                "What these captures cannot tell:",
                report.limits().stream().filter(limit -> !limit.isObstacle()).toList(),
                out);
    }

    private static void itemized(String head, List<Limit> limits, PrintWriter out) {
        if (!limits.isEmpty()) {
            out.println(head);
            out.println();
            limits.forEach(limit -> out.println("- " + Plain.markdown(limit.sentence())));
            out.println();
        }
    }

    private static void folded(String head, TextTable table, PrintWriter out) {
        if (!table.isEmpty()) {
            out.println();
            out.println("<details><summary>" + head + "</summary>");
            out.println();
            out.print(table.markdown());
            out.println();
            out.println("</details>");
        }
    }
}
