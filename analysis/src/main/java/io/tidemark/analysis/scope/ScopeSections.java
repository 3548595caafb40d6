package io.tidemark.analysis.scope;

import static io.tidemark.analysis.text.Quantity.COUNT;
import static io.tidemark.analysis.text.Quantity.SHARE;
import static io.tidemark.analysis.text.Quantity.TEXT;

import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.Quantity;
import io.tidemark.analysis.text.Report;
import io.tidemark.analysis.text.Report.Tone;
import io.tidemark.analysis.text.Table;
import io.tidemark.analysis.text.Units;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The report on scopes as the sections of a report. Pure. */
public final class ScopeSections {
    private static final int MOST_OPEN = 20;

    private ScopeSections() {}

    public static Report of(ScopeReport scopes) {
        ScopePairs pairs = scopes.pairs();
        Report report = new Report();
        report.line(scopes.head())
                .fact("schema_version", scopes.header().version())
                .fact("fatal", scopes.header().fatal())
                .fact("dropped", scopes.header().dropped())
                .fact("total", scopes.header().total())
                .fact("scopes", pairs.size())
                .fact("ends_without_begin", pairs.endsWithoutBegin())
                .fact("never_ended", pairs.openBegins().size());
        if (scopes.header().fatal()) {
            report.line(Tone.BAD, "fatal: the device latched a fatal error; samples end there.");
        }
        if (pairs.endsWithoutBegin() > 0) {
            report.line("unpaired: %s without a begin were left out", Units.plural(pairs.endsWithoutBegin(), "end"));
        }
        report.section("Rings", inside -> inside.table(peaks(scopes)));
        open(report, scopes);
        smallest(report, scopes);
        return report;
    }

    private static Table<Peak> peaks(ScopeReport scopes) {
        return Table.of("peaks", scopes.peaks())
                .hiddenWhenEmpty()
                .data("resource", peak -> peak.resource().name().toLowerCase(Locale.ROOT))
                .shown(">ring", TEXT, peak -> perRing(peak, peak.ring(), "all"))
                .members(peak -> perRing(peak, Map.of("ring", peak.ring()), Map.of()))
                .shown("resource", TEXT, peak -> peak.resource().words())
                .data("unit", peak -> peak.resource().unit())
                .data("peak", Peak::value)
                .shown(">peak", TEXT, peak -> peak.resource().amount(peak.value()))
                .data("capacity", Peak::capacity)
                .shown(
                        ">capacity",
                        TEXT,
                        peak -> peak.capacity() > 0 ? peak.resource().amount(peak.capacity()) : Quantity.UNKNOWN)
                .column("use", "use", SHARE, Peak::use)
                .shown("", TEXT, peak -> peak.risk().equals("ok") ? "" : peak.risk())
                .data("live_at_exit", Peak::liveAtExit)
                .shown(">live at exit", TEXT, peak -> peak.resource().amount(peak.liveAtExit()))
                .data("allocated", Peak::allocated)
                .shown(
                        ">in one scope",
                        TEXT,
                        peak -> perRing(peak, peak.resource().amount(peak.allocated()), ""))
                .column("depth", "depth", COUNT, Peak::depth)
                .data("scope", Peak::scope)
                .column("scope", "site", TEXT, Peak::site);
    }

    private static <T> T perRing(Peak peak, T ofRing, T ofAll) {
        return peak.resource().isPerRing() ? ofRing : ofAll;
    }

    private static void open(Report report, ScopeReport scopes) {
        ScopePairs pairs = scopes.pairs();
        List<Integer> open = pairs.openBegins();
        if (open.isEmpty()) {
            return;
        }
        report.section("Scopes that never ended, outermost first", inside -> {
            for (int row : open.subList(0, Math.min(MOST_OPEN, open.size()))) {
                inside.detail(
                        "depth %d ring %d %s: at least %s, %s of heap%s held",
                        pairs.table().depth(row),
                        pairs.table().ring(row),
                        Plain.line(pairs.table().site(row), 60),
                        Units.plural(pairs.openValue(row, Resource.TASK_WINDOW), "slot"),
                        Units.bytes(pairs.openValue(row, Resource.HEAP)),
                        scopes.isRecorded(Resource.DEP_POOL)
                                ? ", " + Units.count(pairs.openValue(row, Resource.DEP_POOL))
                                        + " of the dependency pool"
                                : "");
            }
            if (open.size() > MOST_OPEN) {
                inside.detail("and %d more", open.size() - MOST_OPEN);
            }
        });
    }

    private static void smallest(Report report, ScopeReport scopes) {
        List<Resource> sized = Arrays.stream(Resource.values())
                .filter(resource -> resource.isPerRing() && scopes.isRecorded(resource))
                .toList();
        report.object(
                "smallest",
                inside -> sized.forEach(resource ->
                        inside.fact(resource.flag().substring(2).replace('-', '_'), scopes.smallest(resource))));
        report.fact("flags", scopes.flags());
        if (scopes.flags().isEmpty()) {
            return;
        }
        report.section("Smallest rings in which no scope of this run would have waited", inside -> {
            inside.command(scopes.flags());
            if (scopes.isRecorded(Resource.DEP_POOL)
                    && scopes.mostDependencies().isEmpty()) {
                inside.line("A run whose producers end later needs more of the dependency pool;"
                        + " with --dep-gen the most it can need is known.");
            }
        });
    }
}
