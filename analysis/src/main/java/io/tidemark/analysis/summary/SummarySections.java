package io.tidemark.analysis.summary;

import static io.tidemark.analysis.text.Quantity.BAR;
import static io.tidemark.analysis.text.Quantity.COUNT;
import static io.tidemark.analysis.text.Quantity.NANOS;
import static io.tidemark.analysis.text.Quantity.SHARE;
import static io.tidemark.analysis.text.Quantity.TEXT;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.stall.BeginKind;
import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTime;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.Report;
import io.tidemark.analysis.text.Table;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.ending.OpenRun;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The summary as the sections of a report. Pure. */
public final class SummarySections {
    private static final int MOST_KERNELS = 20;
    private static final int MOST_PHASES = 4;
    private static final int MOST_HINTS = 5;
    private static final int MOST_OPEN = 4;
    private static final int ENDS = 3; // busiest and idlest cores shown

    private SummarySections() {}

    public static Report of(SummaryReport summary) {
        Report report = new Report();
        report.fact("contents", summary.contents())
                .line(
                        "holds: %s",
                        summary.contents().isEmpty() ? "nothing readable" : String.join(", ", summary.contents()));
        Optional<Conditions> conditions = summary.conditions();
        conditions.ifPresent(measured -> report.line("measured: %s", measured.words()));
        conditions.flatMap(Conditions::banner).ifPresent(banner -> report.line("note: %s", banner));
        List<OpenRun> open = summary.ending().openRuns();
        if (summary.run().isPresent()) {
            run(report, summary.run().get(), open);
        } else if (!open.isEmpty()) { // without a run that ended there is no clock to tell how long they took
            report.line("no task ended on a core; %s had begun", Units.plural(open.size(), "run"));
        }
        hints(report, summary);
        return report;
    }

    /** Only the table of kernels; nothing when no core left a record. */
    public static Report kernels(SummaryReport summary) {
        Report report = new Report();
        summary.run()
                .filter(run -> !run.kernels().isEmpty())
                .ifPresent(run -> report.section("Kernels", inside -> inside.table(kernels(run))));
        return report;
    }

    private static void hints(Report report, SummaryReport summary) {
        List<Hint> hints = summary.hints();
        if (!hints.isEmpty()) {
            report.section("What to look at", inside -> {
                for (int at = 0; at < Math.min(MOST_HINTS, hints.size()); at++) {
                    inside.line("%d. %s", at + 1, hints.get(at).sentence())
                            .command(hints.get(at).commandLine(summary.capture()));
                }
                if (hints.size() > MOST_HINTS) {
                    inside.line("and %d less important; --json lists all", hints.size() - MOST_HINTS);
                }
            });
        }
        report.table(Table.data("hints", hints)
                .data("sentence", Hint::sentence)
                .data("command", hint -> hint.commandLine(summary.capture())));
    }

    private static void run(Report report, SummaryReport.Run run, List<OpenRun> open) {
        report.fact("era", run.era().name())
                .fact("level", run.level())
                .fact("makespan_ns", run.makespanNanos())
                .fact("tasks", run.tasks())
                .fact("runs", run.times().runs())
                .fact("cores_used", run.usedCores().size())
                .fact("core_time_ns", run.times().coreNanos())
                .fact("scheduler_share", run.schedulerShare())
                .line(
                        "makespan: %s, %s in %s on %d of %s, level %d",
                        Units.nanos(run.makespanNanos()),
                        Units.plural(run.tasks(), "task"),
                        Units.plural(run.times().runs(), "run"),
                        run.usedCores().size(),
                        Units.plural(run.cores().size(), "core"),
                        run.level());
        openRuns(report, run, open);
        report.object("core_time", inside -> {
            for (CorePart part : CorePart.values()) {
                inside.fact(part.key(), run.share(part));
            }
        });
        report.section("Kernels", inside -> inside.table(kernels(run)));
        report.section("Where the core time went", inside -> inside.table(parts(run)));
        report.section("Cores", inside -> inside.table(busiest(run)).table(cores(run)));
        report.section("Schedulers", inside -> inside.table(schedulers(run)));
    }

    /** Kernels that had not returned: said, and counted nowhere. */
    private static void openRuns(Report report, SummaryReport.Run run, List<OpenRun> all) {
        for (OpenRun open : all.stream().limit(MOST_OPEN).toList()) {
            String begin = open.beginKind() == BeginKind.START
                    ? ""
                    : " (" + open.beginKind().words() + ")";
            report.line(
                    "open run, in no figure: task %s of %s on core %d, %s until the stop%s",
                    TaskId.label(open.taskId()),
                    Plain.line(open.kernel(), 40),
                    open.core(),
                    Units.nanos(open.ticks() * run.nanosPerTick()),
                    begin);
        }
        if (all.size() > MOST_OPEN) {
            report.line("and %s more", Units.plural(all.size() - MOST_OPEN, "open run"));
        }
    }

    private static Table<KernelTime> kernels(SummaryReport.Run run) {
        List<KernelTime> all = run.kernels();
        List<KernelTime> rest = all.stream().skip(MOST_KERNELS).toList();
        Table<KernelTime> table = Table.of("kernels", all)
                .showing(all.stream().limit(MOST_KERNELS).toList())
                .column("kernel", "name", TEXT, KernelTime::name)
                .column("cores", "cores", TEXT, KernelTime::cores)
                .column("count", "count", COUNT, KernelTime::count)
                .column("total", "total_ns", NANOS, KernelTime::totalNanos)
                .column("mean", "mean_ns", NANOS, KernelTime::meanNanos)
                .column("p50", "p50_ns", NANOS, KernelTime::medianNanos)
                .column("p99", "p99_ns", NANOS, KernelTime::p99Nanos)
                .column("of core time", "share_of_core_time", SHARE, KernelTime::coreShare)
                .column("of makespan", "share_of_makespan", SHARE, KernelTime::makespanShare);
        if (!rest.isEmpty()) {
            long count = rest.stream().mapToLong(KernelTime::count).sum();
            double nanos = rest.stream().mapToDouble(KernelTime::totalNanos).sum();
            double share = rest.stream().mapToDouble(KernelTime::coreShare).sum();
            table.footer(rest.size() + " more", null, count, nanos, null, null, null, share, null);
        }
        return table;
    }

    private static Table<CorePart> parts(SummaryReport.Run run) {
        return Table.shown(List.of(CorePart.values()))
                .shown("part", TEXT, CorePart::words)
                .shown("share", SHARE, run::share)
                .shown("core time", NANOS, part -> run.times().nanos(part))
                .shown("", BAR, run::share)
                .footer("core time", null, run.times().coreNanos(), null);
    }

    /** The busiest and idlest used cores with every part; parts that no core has are left out. */
    private static Table<Integer> busiest(SummaryReport.Run run) {
        List<CoreTime> byLoad = run.usedCores().stream()
                .sorted(Comparator.comparingLong(core -> -core.nanos(CorePart.COMPUTE)))
                .toList();
        int last = byLoad.size() - 1;
        Table<Integer> table = Table.shown(IntStream.rangeClosed(0, last)
                        .filter(at -> at < ENDS || at > last - ENDS)
                        .boxed()
                        .toList())
                .shown("", TEXT, at -> at == 0 ? "busiest" : at == last ? "idlest" : "")
                .shown(
                        "core",
                        TEXT,
                        at -> byLoad.get(at).type().word()
                                + " "
                                + byLoad.get(at).core())
                .shown("tasks", COUNT, at -> byLoad.get(at).runs());
        Arrays.stream(CorePart.values())
                .filter(part -> run.share(part) > 0)
                .forEach(part -> table.shown(
                        part.shortWords(), SHARE, at -> byLoad.get(at).share(part)));
        return table;
    }

    private static Table<CoreTime> cores(SummaryReport.Run run) {
        Table<CoreTime> table = Table.data("cores", run.cores())
                .data("core", CoreTime::core)
                .data("type", core -> core.type().word())
                .data("tasks", CoreTime::runs);
        for (CorePart part : CorePart.values()) {
            table.data(part.key(), core -> core.share(part));
        }
        return table;
    }

    private static Table<SchedulerTime> schedulers(SummaryReport.Run run) {
        return Table.of("schedulers", run.schedulers())
                .hiddenWhenEmpty()
                .column("thread", "thread", TEXT, SchedulerTime::thread)
                .data("busy_ns", SchedulerTime::busyNanos)
                .shown("busy", SHARE, thread -> share(thread.busyNanos(), run.makespanNanos()))
                .shown("of that", TEXT, SummarySections::phases)
                .members(thread -> Report.byKey(thread.nanosByPhase(), phase -> phase + "_ns"))
                .footer("all", run.schedulerShare(), null);
    }

    private static String phases(SchedulerTime thread) {
        Map<String, Long> spent = thread.nanosByPhase().entrySet().stream()
                .filter(phase -> phase.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, LinkedHashMap::new));
        String first = spent.entrySet().stream()
                .limit(MOST_PHASES)
                .map(phase -> Plain.line(phase.getKey(), 20)
                        + " "
                        + Units.percent(share(phase.getValue(), thread.busyNanos())))
                .collect(Collectors.joining(", "));
        return spent.size() > MOST_PHASES ? first + ", and " + (spent.size() - MOST_PHASES) + " more" : first;
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
