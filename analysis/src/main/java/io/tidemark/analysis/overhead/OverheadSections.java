package io.tidemark.analysis.overhead;

import static io.tidemark.analysis.text.Quantity.BAR;
import static io.tidemark.analysis.text.Quantity.COUNT;
import static io.tidemark.analysis.text.Quantity.MICROS;
import static io.tidemark.analysis.text.Quantity.NANOS;
import static io.tidemark.analysis.text.Quantity.PERCENT;
import static io.tidemark.analysis.text.Quantity.SHARE;
import static io.tidemark.analysis.text.Quantity.TEXT;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTime;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.criticalpath.CriticalPathSections;
import io.tidemark.analysis.overhead.SchedulerLoops.PhaseTime;
import io.tidemark.analysis.overhead.SchedulerLoops.ThreadLoops;
import io.tidemark.analysis.text.Report;
import io.tidemark.analysis.text.Table;
import io.tidemark.analysis.text.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The six parts of the scheduler overhead as the sections of a report. Pure. */
public final class OverheadSections {
    /** A share of moments, in percent. */
    private record Moments(String engine, double percent) {}

    private OverheadSections() {}

    public static Report of(OverheadReport overhead) {
        Report report = new Report();
        report.line(
                "%s %s, %s of tasks on cores, level %d: %s",
                overhead.wording().window(),
                Units.micros(overhead.window()),
                Units.plural(overhead.rows(), "run"),
                overhead.level(),
                overhead.limit().words());
        overhead.notes().forEach(note -> report.line("note: %s", note));
        report.fact("label", overhead.label())
                .fact("compat", overhead.wording().isCompat())
                .fact("level", overhead.level())
                .fact("rows", overhead.rows())
                .fact(overhead.wording().windowKey(), overhead.window())
                .fact("limit", overhead.limit().words());
        overhead.times()
                .ifPresent(times -> report.section("1. Where the core time went", inside -> coreTime(inside, times)));
        overhead.instants().ifPresent(instants -> instants(report, overhead, instants));
        switches(report, overhead);
        overhead.head()
                .ifPresent(head -> distribution(
                        report, "3. Head: dispatched, or the core free, until the start", "head_us", head));
        overhead.tail()
                .ifPresent(tail -> distribution(
                        report, "4. Tail: end of the kernel until the scheduler noticed", "tail_us", tail));
        overhead.loops().ifPresent(loops -> loops(report, overhead, loops));
        overhead.walk().ifPresent(walk -> walk.addTo(report));
        overhead.path()
                .ifPresent(path -> report.section(
                        "6. Critical path", "critical_path", inside -> inside.all(CriticalPathSections.brief(path))));
        return report.fact("notes", overhead.notes());
    }

    /** People do not see parts that no core has. */
    private static void coreTime(Report report, CoreTimes times) {
        Table<CorePart> table = Table.shown(Arrays.stream(CorePart.values())
                        .filter(part -> times.nanos(part) > 0)
                        .toList())
                .shown("part", TEXT, CorePart::words);
        for (CoreTime engine : times.engines()) {
            table.shown(
                    "%s, %s".formatted(name(engine.type()), Units.plural(engine.cores(), "core")),
                    SHARE,
                    engine::share);
        }
        report.table(table.shown("", BAR, times::share)).fact("core_time_ns", times.coreNanos());
        report.object("core_time", inside -> {
            for (CorePart part : CorePart.values()) {
                inside.fact(part.key(), times.share(part));
            }
        });
        Table<CoreTime> engines = Table.data("core_time_percent", times.engines())
                .data("engine", engine -> engine.type().word())
                .data("cores", CoreTime::cores);
        for (CorePart part : CorePart.values()) {
            engines.data(part.key(), engine -> 100 * engine.share(part));
        }
        report.table(engines);
    }

    private static void instants(Report report, OverheadReport overhead, InstantShares instants) {
        Map<String, Object> shares = new LinkedHashMap<>();
        List<Moments> rows = new ArrayList<>();
        for (int type = 0; type < instants.types().size(); type++) {
            shares.put(instants.types().get(type).word(), instants.byEngine().get(type));
            rows.add(new Moments(
                    name(instants.types().get(type)), instants.byEngine().get(type)));
        }
        shares.put("all", instants.all());
        shares.put("has", instants.some());
        rows.add(new Moments("every engine", instants.all()));
        rows.add(new Moments("every engine with work", instants.some()));
        report.fact("moments_percent", shares)
                .section(
                        overhead.wording()
                                .momentsTitle()
                                .orElse("Moments with both a free core and ready work, however few"),
                        inside -> inside.table(Table.shown(rows)
                                .shown("engine", TEXT, Moments::engine)
                                .shown("share", PERCENT, Moments::percent)));
    }

    private static void switches(Report report, OverheadReport overhead) {
        report.section("2. From one task to the next that the core already had, per core", inside -> {
            inside.table(Table.of("switches", overhead.switches())
                    .hiddenWhenEmpty()
                    .shown("engine", TEXT, engine -> name(engine.type()))
                    .data("engine", engine -> engine.type().word())
                    .column("cores", "cores", COUNT, EngineSwitches::cores)
                    .column("least", "least_us", MICROS, EngineSwitches::least)
                    .column("mean", "mean_us", MICROS, EngineSwitches::meanPerCore)
                    .column("most", "most_us", MICROS, EngineSwitches::most)
                    .column("switches", "events", COUNT, EngineSwitches::events)
                    .column("each", "us_per_event", MICROS, EngineSwitches::meanPerEvent)
                    .data("with_ready_work_percent", EngineSwitches::readyPercent)
                    .shown("with ready work", PERCENT, engine -> engine.total() > 0 ? engine.readyPercent() : null));
            if (!overhead.switches().isEmpty()) {
                inside.detail(
                        "such switches are between %s and %s of the makespan (%s to %s)",
                        Units.micros(overhead.switchLowerBound()),
                        Units.micros(overhead.switchUpperBound()),
                        Units.percent(overhead.percentOfWindow(overhead.switchLowerBound()) / 100),
                        Units.percent(overhead.percentOfWindow(overhead.switchUpperBound()) / 100));
            }
        });
    }

    private static void distribution(Report report, String title, String key, Distribution values) {
        report.section(title, key, inside -> {
            StringBuilder percentiles = new StringBuilder();
            inside.fact("count", values.count());
            for (int percent : Distribution.PERCENTILES) {
                inside.fact("p" + percent, values.percentile(percent));
                percentiles.append("p%d %s, ".formatted(percent, Units.micros(values.percentile(percent))));
            }
            inside.fact("max", values.largest()).fact("mean", values.mean()).fact("total", values.total());
            if (values.count() == 0) {
                inside.detail("no runs");
                return;
            }
            inside.detail("%smax %s", percentiles, Units.micros(values.largest()))
                    .detail(
                            "mean %s, total %s, %s",
                            Units.micros(values.mean()),
                            Units.micros(values.total()),
                            Units.plural(values.count(), "run"));
        });
    }

    private static void loops(Report report, OverheadReport overhead, SchedulerLoops loops) {
        report.section("5. What the scheduler threads did", "scheduler", inside -> {
            inside.table(Table.of("threads", loops.threads())
                    .data("thread", ThreadLoops::thread)
                    .shown("thread", TEXT, thread -> "T" + thread.thread())
                    .column("loops", "loops", COUNT, ThreadLoops::loops)
                    .column("tasks", "tasks", COUNT, ThreadLoops::completed)
                    .shown("a loop", NANOS, ThreadLoops::nanosPerLoop)
                    .column("total", "total_us", MICROS, ThreadLoops::total)
                    .footer("all", loops.loops(), loops.completed(), loops.nanosPerLoop(), loops.total()));
            inside.detail("finishes seen by complete phases: %s", Units.count(loops.finishes()));
            List<PhaseTime> phases = new ArrayList<>(loops.phases());
            phases.add(new PhaseTime("idle", loops.idle()));
            Map<String, Object> micros = new LinkedHashMap<>();
            phases.forEach(phase -> micros.put(phase.word(), phase.total()));
            inside.table(Table.shown(phases)
                            .shown("phase", TEXT, PhaseTime::word)
                            .shown("total", MICROS, PhaseTime::total)
                            .shown("share", PERCENT, phase -> loops.percent(phase.total()))
                            .shown("a task", MICROS, phase -> loops.perCompleted(phase.total())))
                    .fact("phases_us", micros)
                    .fact("finishes", loops.finishes())
                    .fact("pop_hits", loops.popHits())
                    .fact("pop_misses", loops.popMisses())
                    .fact("fan_out_edges", loops.fanOutEdges())
                    .fact("largest_fan_out", loops.largestFanOut())
                    .fact("fan_in_edges", loops.fanInEdges())
                    .fact("largest_fan_in", loops.largestFanIn());
            counts(inside, overhead, loops);
        });
    }

    private static void counts(Report report, OverheadReport overhead, SchedulerLoops loops) {
        report.detail(
                        "fan-out: %s, largest %d, %s per task; fan-in: %s, largest %d, %s per task",
                        Units.plural(loops.fanOutEdges(), "edge"),
                        loops.largestFanOut(),
                        Units.number(loops.perCompleted(loops.fanOutEdges())),
                        Units.plural(loops.fanInEdges(), "edge"),
                        loops.largestFanIn(),
                        Units.number(loops.perCompleted(loops.fanInEdges())))
                .detail(
                        "ready-queue pops: %s of %s found work (%s)",
                        Units.count(loops.popHits()),
                        Units.count(loops.popHits() + loops.popMisses()),
                        Units.percent(loops.popPercent() / 100));
        if (loops.nanosPerLoop() > 0) {
            overhead.tail()
                    .ifPresent(tail -> report.detail(
                            "a loop takes %s on average; a finished task waits %s, %s loops",
                            Units.nanos(loops.nanosPerLoop()),
                            Units.micros(tail.mean()),
                            Units.number(tail.mean() * 1000 / loops.nanosPerLoop())));
        }
        PhaseTime dominant = loops.dominant();
        report.detail(
                "most of the work is %s: %s of the threads' time",
                dominant.word(), Units.percent(loops.percent(dominant.total()) / 100));
    }

    private static String name(CoreType type) {
        return type.word().toUpperCase(Locale.ROOT);
    }
}
