package io.tidemark.analysis.pmu;

import static io.tidemark.analysis.text.Quantity.COUNT;
import static io.tidemark.analysis.text.Quantity.NUMBER;
import static io.tidemark.analysis.text.Quantity.SHARE;
import static io.tidemark.analysis.text.Quantity.TEXT;

import io.tidemark.analysis.text.Report;
import io.tidemark.analysis.text.Report.Tone;
import io.tidemark.analysis.text.Table;
import io.tidemark.analysis.text.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counters as the sections of a report; one that was not measured is null for programs, never zero. Pure. */
public final class PmuSections {
    private static final String CYCLES = "pmu_total_cycles";

    /** A counter of a kernel; the first one of a kernel shows whose it is. */
    private record Row(KernelCounters kernel, boolean isFirst, String counter, Spread spread) {
        private Object first(Object value) {
            return isFirst ? value : null;
        }

        private Object known(Object value) {
            return spread.count() > 0 ? value : null;
        }
    }

    private PmuSections() {}

    public static Report of(PmuReport pmu) {
        List<String> dead = new ArrayList<>();
        pmu.dead().forEach(at -> dead.add(pmu.counterNames().get(at)));
        if (pmu.cyclesDead()) {
            dead.add(CYCLES);
        }
        Report report = new Report();
        report.line(
                        "pmu: %s of %s, event group %s",
                        Units.plural(pmu.rows(), "subtask"),
                        Units.plural(pmu.kernels().size(), "kernel"),
                        String.join(", ", pmu.eventGroups()))
                .fact("subtasks", pmu.rows())
                .fact("event_groups", pmu.eventGroups())
                .fact("not_on_this_platform", dead);
        if (pmu.measuredNothing()) {
            report.line(
                    Tone.WARNING,
                    "Nothing was measured: every counter and every cycle count is zero,"
                            + " so this platform has no counters (a simulator, usually).");
        } else {
            report.section("Counters by kernel", inside -> inside.table(table(pmu)));
            if (!dead.isEmpty()) {
                report.line(
                        Tone.WARNING,
                        "Not on this platform (empty or zero in every row, so not measured): %s",
                        String.join(", ", dead));
            }
        }
        return report.table(Table.data("kernels", pmu.kernels())
                .data("func_id", KernelCounters::functionId)
                .data("name", KernelCounters::name)
                .data("cores", KernelCounters::cores)
                .data("subtasks", KernelCounters::count)
                .data("counters", kernel -> counters(pmu, kernel)));
    }

    private static Table<Row> table(PmuReport pmu) {
        List<Row> rows = new ArrayList<>();
        for (KernelCounters kernel : pmu.kernels()) {
            int first = rows.size();
            if (!pmu.cyclesDead()) {
                rows.add(new Row(kernel, true, "total cycles", kernel.cycles()));
            }
            for (int counter = 0; counter < pmu.counterNames().size(); counter++) {
                if (!pmu.dead().contains(counter)) {
                    rows.add(new Row(
                            kernel,
                            rows.size() == first,
                            pmu.counterNames().get(counter),
                            kernel.counters().get(counter)));
                }
            }
        }
        return Table.shown(rows)
                .shown("kernel", TEXT, row -> row.first(row.kernel().name()))
                .shown("cores", TEXT, row -> row.first(row.kernel().cores()))
                .shown("subtasks", COUNT, row -> row.first(row.kernel().count()))
                .shown("counter", TEXT, Row::counter)
                .shown(
                        ">mean",
                        TEXT,
                        row -> row.spread().count() == 0
                                ? "unknown"
                                : NUMBER.text(row.spread().mean()))
                .shown("spread", SHARE, row -> row.known(share(row.spread())))
                .shown("least", NUMBER, row -> row.known(row.spread().least()))
                .shown("most", NUMBER, row -> row.known(row.spread().most()));
    }

    private static double share(Spread spread) {
        return spread.mean() == 0 ? 0 : spread.deviation() / spread.mean();
    }

    private static Map<String, Object> counters(PmuReport pmu, KernelCounters kernel) {
        Map<String, Object> counters = new LinkedHashMap<>();
        counters.put(CYCLES, pmu.cyclesDead() ? null : figures(kernel.cycles()));
        for (int counter = 0; counter < pmu.counterNames().size(); counter++) {
            Spread spread = kernel.counters().get(counter);
            boolean isUnknown = pmu.dead().contains(counter) || spread.count() == 0;
            counters.put(pmu.counterNames().get(counter), isUnknown ? null : figures(spread));
        }
        return counters;
    }

    private static Map<String, Object> figures(Spread spread) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("mean", spread.mean());
        figures.put("deviation", spread.deviation());
        figures.put("least", spread.least());
        figures.put("most", spread.most());
        return figures;
    }
}
