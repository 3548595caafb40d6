package io.tidemark.analysis.pmu;

import io.tidemark.analysis.text.Ink;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.TextTable;
import io.tidemark.analysis.text.Units;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Counters for a terminal: one block per kernel, one line per counter. Pure output, one thread. */
public final class PmuText {
    private PmuText() {}

    public static void print(PmuReport report, Ink ink, PrintWriter out) {
        out.println("pmu: %s of %s, event group %s"
                .formatted(
                        Units.plural(report.rows(), "subtask"),
                        Units.plural(report.kernels().size(), "kernel"),
                        String.join(", ", report.eventGroups())));
        if (report.measuredNothing()) {
            out.println(ink.warning("Nothing was measured: every counter and every cycle count is zero,"
                    + " so this platform has no counters (a simulator, usually)."));
            return;
        }
        TextTable table =
                new TextTable("kernel", "cores", ">subtasks", "counter", ">mean", ">spread", ">least", ">most");
        for (KernelCounters kernel : report.kernels()) {
            String[] who = {Plain.line(kernel.name(), 40), kernel.cores(), Numbers.grouped(kernel.count())};
            if (!report.cyclesDead()) {
                row(table, who, "total cycles", kernel.cycles());
            }
            for (int counter = 0; counter < report.counterNames().size(); counter++) {
                if (!report.dead().contains(counter)) {
                    row(
                            table,
                            who,
                            report.counterNames().get(counter),
                            kernel.counters().get(counter));
                }
            }
        }
        out.println();
        out.print(table.text(0));
        printDead(report, ink, out);
    }

    private static void row(TextTable table, String[] who, String counter, Spread spread) {
        boolean known = spread.count() > 0;
        table.row(
                who[0],
                who[1],
                who[2],
                counter,
                known ? Numbers.fixed(spread.mean(), 1) : "unknown",
                !known ? "" : spread.mean() == 0 ? "0.0 %" : Units.percent(spread.deviation() / spread.mean()),
                known ? Numbers.fixed(spread.least(), 0) : "",
                known ? Numbers.fixed(spread.most(), 0) : "");
        who[0] = "";
        who[1] = "";
        who[2] = "";
    }

    private static void printDead(PmuReport report, Ink ink, PrintWriter out) {
        List<String> dead = new ArrayList<>();
        report.dead().forEach(at -> dead.add(report.counterNames().get(at)));
        if (report.cyclesDead()) {
            dead.add("total cycles");
        }
        if (!dead.isEmpty()) {
            out.println();
            out.println(ink.warning("Not on this platform (empty or zero in every row, so not measured): "
                    + Plain.line(String.join(", ", dead))));
        }
    }
}
