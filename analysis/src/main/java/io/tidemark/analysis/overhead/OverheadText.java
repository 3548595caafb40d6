package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTime;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.criticalpath.CriticalPathText;
import io.tidemark.analysis.overhead.SchedulerLoops.PhaseTime;
import io.tidemark.analysis.overhead.SchedulerLoops.ThreadLoops;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.TextTable;
import io.tidemark.analysis.text.Units;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The overhead report for a terminal. Pure output, one thread. */
public final class OverheadText {
    private final OverheadReport report;
    private final PrintWriter out;

    private OverheadText(OverheadReport report, PrintWriter out) {
        this.report = report;
        this.out = out;
    }

    public static void print(OverheadReport report, PrintWriter out) {
        new OverheadText(report, out).print();
    }

    private void print() {
        line(
                "%s %s us, %d runs of tasks on cores, level %d: %s",
                report.wording().window(),
                fixed(report.window(), 1),
                report.rows(),
                report.level(),
                report.limit().words());
        report.notes().forEach(note -> line("note: %s", note));
        printShares();
        if (!report.switches().isEmpty()) {
            printSwitches();
        }
        report.head()
                .ifPresent(head -> printDistribution("3. Head: dispatched, or the core free, until the start", head));
        report.tail()
                .ifPresent(tail -> printDistribution("4. Tail: end of the kernel until the scheduler noticed", tail));
        report.loops().ifPresent(this::printLoops);
        report.walk().ifPresent(walk -> walk.print(out));
        report.path().ifPresent(path -> {
            title("6. Critical path");
            CriticalPathText.printShort(path, out);
        });
    }

    private void printShares() {
        report.times().ifPresent(this::printCoreTime);
        report.instants().ifPresent(this::printInstants);
    }

    /** Parts that no core has are left out. */
    private void printCoreTime(CoreTimes times) {
        title("1. Where the core time went");
        List<CoreTime> engines = times.engines();
        TextTable table = new TextTable(Stream.concat(
                        Stream.of("part"),
                        engines.stream()
                                .map(engine ->
                                        ">%s, %s".formatted(name(engine.type()), Units.plural(engine.cores(), "core"))))
                .toArray(String[]::new));
        for (CorePart part : CorePart.values()) {
            if (times.nanos(part) > 0) {
                table.row(Stream.concat(
                                Stream.of(part.words()),
                                engines.stream().map(engine -> percent(100 * engine.share(part))))
                        .toArray());
            }
        }
        out.print(table.text(2));
    }

    private void printInstants(InstantShares instants) {
        report.wording()
                .momentsTitle()
                .ifPresentOrElse(
                        this::title, () -> line("  moments with both a free core and ready work, however few:"));
        TextTable table = new TextTable("engine", ">share");
        for (int type = 0; type < instants.types().size(); type++) {
            table.row(
                    name(instants.types().get(type)),
                    percent(instants.byEngine().get(type)));
        }
        table.row("every engine", percent(instants.all()));
        table.row("every engine with work", percent(instants.some()));
        out.print(table.text(2));
    }

    private void printSwitches() {
        title("2. From one task to the next that the core already had, per core");
        TextTable table = new TextTable(
                "engine", ">cores", ">least us", ">mean us", ">most us", ">switches", ">us each", ">with ready work");
        for (EngineSwitches engine : report.switches()) {
            table.row(
                    name(engine.type()),
                    engine.cores(),
                    fixed(engine.least(), 1),
                    fixed(engine.meanPerCore(), 1),
                    fixed(engine.most(), 1),
                    engine.events(),
                    fixed(engine.meanPerEvent(), 2),
                    engine.total() > 0 ? fixed(engine.readyPercent(), 0) + "%" : "-");
        }
        out.print(table.text(2));
        line(
                "  such switches are between %s and %s us of the makespan (%s%% to %s%%)",
                fixed(report.switchLowerBound(), 2),
                fixed(report.switchUpperBound(), 2),
                fixed(report.percentOfWindow(report.switchLowerBound()), 2),
                fixed(report.percentOfWindow(report.switchUpperBound()), 2));
    }

    private void printDistribution(String title, Distribution values) {
        title(title);
        if (values.count() == 0) {
            line("  no runs");
            return;
        }
        StringBuilder percentiles = new StringBuilder("  ");
        for (int percent : Distribution.PERCENTILES) {
            percentiles.append('p').append(percent).append(' ');
            percentiles.append(fixed(values.percentile(percent), 2)).append("  ");
        }
        out.println(percentiles.append("max ").append(fixed(values.largest(), 2)));
        line("  mean %s us, total %s us, %d runs", fixed(values.mean(), 2), fixed(values.total(), 1), values.count());
    }

    private void printLoops(SchedulerLoops loops) {
        title("5. What the scheduler threads did");
        TextTable threads = new TextTable("thread", ">loops", ">tasks", ">ns/loop", ">total us");
        for (ThreadLoops thread : loops.threads()) {
            threads.row(
                    "T" + thread.thread(),
                    thread.loops(),
                    thread.completed(),
                    fixed(thread.nanosPerLoop(), 0),
                    fixed(thread.total(), 1));
        }
        threads.row("all", loops.loops(), loops.completed(), fixed(loops.nanosPerLoop(), 0), fixed(loops.total(), 1));
        out.print(threads.text(2));
        line("  finishes seen by complete phases: %d", loops.finishes());
        TextTable phases = new TextTable("phase", ">total us", ">share", ">us/task");
        for (PhaseTime phase : loops.phases()) {
            phaseRow(phases, loops, phase.word(), phase.total());
        }
        phaseRow(phases, loops, "idle", loops.idle());
        out.print(phases.text(2));
        printCounts(loops);
    }

    private void phaseRow(TextTable table, SchedulerLoops loops, String word, double total) {
        table.row(word, fixed(total, 1), percent(loops.percent(total)), fixed(loops.perCompleted(total), 2));
    }

    private void printCounts(SchedulerLoops loops) {
        line(
                "  fan-out: %d edges, largest %d, %s per task; fan-in: %d edges, largest %d, %s per" + " task",
                loops.fanOutEdges(),
                loops.largestFanOut(),
                fixed(loops.perCompleted(loops.fanOutEdges()), 1),
                loops.fanInEdges(),
                loops.largestFanIn(),
                fixed(loops.perCompleted(loops.fanInEdges()), 1));
        line(
                "  ready-queue pops: %d of %d found work (%s%%)",
                loops.popHits(), loops.popHits() + loops.popMisses(), fixed(loops.popPercent(), 1));
        double meanTail = report.tail().map(Distribution::mean).orElse(0.0);
        if (loops.nanosPerLoop() > 0 && report.tail().isPresent()) {
            line(
                    "  a loop takes %s ns on average; a finished task waits %s us, %s loops",
                    fixed(loops.nanosPerLoop(), 0),
                    fixed(meanTail, 1),
                    fixed(meanTail * 1000 / loops.nanosPerLoop(), 1));
        }
        PhaseTime dominant = loops.dominant();
        line(
                "  most of the work is %s: %s%% of the threads' time",
                dominant.word(), fixed(loops.percent(dominant.total()), 0));
    }

    private static String name(CoreType type) {
        return type.word().toUpperCase(Locale.ROOT);
    }

    private static String fixed(double value, int decimals) {
        return Numbers.fixed(value, decimals);
    }

    private static String percent(double value) {
        return fixed(value, 1) + "%";
    }

    private void title(String text) {
        out.println();
        out.println(text);
    }

    private void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
