package io.tidemark.analysis.scope;

import io.tidemark.analysis.text.Ink;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.TextTable;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.scope.ScopeHeader;
import java.io.PrintWriter;

/** The scope report for a terminal. Pure output, one thread. */
public final class ScopeText {
    private static final int MOST_OPEN = 20;

    private ScopeText() {}

    public static void print(ScopeReport report, Ink ink, PrintWriter out) {
        out.println(head(report));
        if (report.header().fatal()) {
            out.println(ink.bad("fatal: the device latched a fatal error; samples end there."));
        }
        if (report.pairs().endsWithoutBegin() > 0) {
            out.println("unpaired: %s without a begin were left out"
                    .formatted(Units.plural(report.pairs().endsWithoutBegin(), "end")));
        }
        TextTable table = new TextTable(
                ">ring",
                "resource",
                ">peak",
                ">capacity",
                ">use",
                "",
                ">live at exit",
                ">in one scope",
                ">depth",
                "scope");
        for (Peak peak : report.peaks()) {
            boolean perRing = peak.resource().isPerRing();
            table.row(
                    perRing ? peak.ring() : "all",
                    peak.resource().words(),
                    amount(peak.resource(), peak.value()),
                    peak.capacity() > 0 ? amount(peak.resource(), peak.capacity()) : "n/a",
                    Double.isNaN(peak.use()) ? "n/a" : Numbers.fixed(peak.use() * 100, 2) + " %",
                    peak.risk().equals("ok") ? "" : peak.risk(),
                    amount(peak.resource(), peak.liveAtExit()),
                    perRing ? amount(peak.resource(), peak.allocated()) : "",
                    peak.depth(),
                    Plain.line(peak.site(), 60));
        }
        if (!table.isEmpty()) {
            out.println();
            out.print(table.text(0));
        }
        printOpen(report, out);
        if (!report.flags().isEmpty()) {
            out.println();
            out.println("Smallest rings in which no scope of this run would have waited:");
            out.println("  " + report.flags());
            if (report.isRecorded(Resource.DEP_POOL)
                    && report.mostDependencies().isEmpty()) {
                out.println("A run whose producers end later needs more of the dependency pool;"
                        + " with --dep-gen the most it can need is known.");
            }
        }
    }

    /** What a resource's numbers read like. */
    public static String amount(Resource resource, long value) {
        return resource == Resource.HEAP ? Units.bytes(value) : Numbers.grouped(value);
    }

    static String head(ScopeReport report) {
        ScopeHeader header = report.header();
        return "scopes: %s in schema version %d, %s dropped of %d, %s"
                .formatted(
                        Units.plural(report.pairs().size(), "scope"),
                        header.version(),
                        Units.plural(header.dropped(), "sample"),
                        header.total(),
                        header.heapWraps() ? "heap offsets unwrapped once" : "heap counts never wrap");
    }

    private static void printOpen(ScopeReport report, PrintWriter out) {
        ScopePairs pairs = report.pairs();
        int listed = 0;
        for (int row : pairs.openBegins()) {
            if (listed++ == 0) {
                out.println();
                out.println("Scopes that never ended, outermost first:");
            }
            if (listed <= MOST_OPEN) {
                out.println("  depth %d ring %d %s: at least %d slots, %s of heap%s held"
                        .formatted(
                                pairs.table().depth(row),
                                pairs.table().ring(row),
                                Plain.line(pairs.table().site(row), 60),
                                pairs.openValue(row, Resource.TASK_WINDOW),
                                Units.bytes(pairs.openValue(row, Resource.HEAP)),
                                report.isRecorded(Resource.DEP_POOL)
                                        ? ", " + pairs.openValue(row, Resource.DEP_POOL) + " pool entries"
                                        : ""));
            }
        }
        if (listed > MOST_OPEN) {
            out.println("  and %d more".formatted(listed - MOST_OPEN));
        }
    }
}
