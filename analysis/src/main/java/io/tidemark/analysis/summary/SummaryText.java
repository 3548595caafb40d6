package io.tidemark.analysis.summary;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.stall.BeginKind;
import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTime;
import io.tidemark.analysis.text.Ink;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.TextTable;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.ending.OpenRun;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The summary for a terminal or as Markdown. Pure output, one thread. */
public final class SummaryText {
    private static final int MOST_KERNELS = 20;
    private static final int MOST_PHASES = 4;
    private static final int MOST_HINTS = 5;
    private static final int MOST_OPEN = 4;
    private static final int ENDS = 3; // busiest and idlest cores shown

    private final SummaryReport report;
    private final boolean markdown;
    private final Ink ink;
    private final PrintWriter out;

    private SummaryText(SummaryReport report, boolean markdown, Ink ink, PrintWriter out) {
        this.report = report;
        this.markdown = markdown;
        this.ink = ink;
        this.out = out;
    }

    public static void print(SummaryReport report, Ink ink, PrintWriter out) {
        new SummaryText(report, false, ink, out).print();
    }

    /** Only the table of kernels; nothing when no core left a record. */
    public static void printKernels(SummaryReport report, Ink ink, PrintWriter out) {
        SummaryText text = new SummaryText(report, false, ink, out);
        report.run().ifPresent(run -> text.table(kernels(run)));
    }

    public static void printMarkdown(SummaryReport report, PrintWriter out) {
        SummaryText text = new SummaryText(report, true, Ink.of(false), out);
        out.println("# " + Plain.markdown(report.capture()));
        out.println();
        if (report.ending().isBad()) {
            out.println("**" + Plain.markdown(report.ending().line()) + "**");
            out.println();
        }
        out.println("**" + Plain.markdown(report.verdict().line()) + "**");
        out.println();
        text.print();
    }

    private void print() {
        line("holds: " + (report.contents().isEmpty() ? "nothing readable" : String.join(", ", report.contents())));
        report.conditions().ifPresent(this::printConditions);
        report.run().ifPresentOrElse(this::printRun, this::openRunsAlone);
        if (!report.hints().isEmpty()) {
            title("What to look at");
            int number = 1;
            for (Hint hint : report.hints().stream().limit(MOST_HINTS).toList()) {
                line("%d. %s".formatted(number++, hint.sentence()));
                String command = hint.commandLine(report.capture());
                out.println("   " + (markdown ? Plain.code(command) : ink.faint(command)));
            }
            int more = report.hints().size() - MOST_HINTS;
            if (more > 0) {
                line("and %d less important; --json lists all".formatted(more));
            }
        }
    }

    private void printConditions(Conditions conditions) {
        line("measured: " + conditions.words());
        conditions.banner().ifPresent(banner -> line("note: " + banner));
    }

    private void printRun(SummaryReport.Run run) {
        line("makespan: %s, %s in %s on %d of %d cores, level %d"
                .formatted(
                        Units.nanos(run.makespanNanos()),
                        Units.plural(run.tasks(), "task"),
                        Units.plural(run.times().runs(), "run"),
                        run.usedCores().size(),
                        run.cores().size(),
                        run.level()));
        openRuns(run);
        title("Kernels");
        table(kernels(run));
        title("Where the core time went");
        table(parts(run));
        title("Cores");
        table(cores(run));
        if (!run.schedulers().isEmpty()) {
            title("Schedulers");
            table(schedulers(run));
        }
    }

    /** Of a capture without a run that ended there is no clock to tell how long they took. */
    private void openRunsAlone() {
        int open = report.ending().openRuns().size();
        if (open > 0) {
            line("no task ended on a core; " + Units.plural(open, "run") + " had begun");
        }
    }

    /** Kernels that had not returned: said, and counted nowhere. */
    private void openRuns(SummaryReport.Run run) {
        List<OpenRun> all = report.ending().openRuns();
        for (OpenRun open : all.stream().limit(MOST_OPEN).toList()) {
            line("open run, in no figure: task %s of %s on core %d, %s until the stop%s"
                    .formatted(
                            TaskId.label(open.taskId()),
                            Plain.line(open.kernel(), 40),
                            open.core(),
                            Units.nanos(open.ticks() * run.nanosPerTick()),
                            open.beginKind() == BeginKind.START
                                    ? ""
                                    : " (" + open.beginKind().words() + ")"));
        }
        if (all.size() > MOST_OPEN) {
            line("and %s more".formatted(Units.plural(all.size() - MOST_OPEN, "open run")));
        }
    }

    private static TextTable kernels(SummaryReport.Run run) {
        TextTable table = new TextTable(
                "kernel", "cores", ">count", ">total", ">mean", ">p50", ">p99", ">of core time", ">of makespan");
        for (KernelTime kernel : run.kernels().stream().limit(MOST_KERNELS).toList()) {
            table.row(
                    Plain.line(kernel.name(), 40),
                    kernel.cores(),
                    Numbers.grouped(kernel.count()),
                    Units.nanos(kernel.totalNanos()),
                    Units.nanos(kernel.meanNanos()),
                    Units.nanos(kernel.medianNanos()),
                    Units.nanos(kernel.p99Nanos()),
                    Units.percent(kernel.coreShare()),
                    Units.percent(kernel.makespanShare()));
        }
        List<KernelTime> rest = run.kernels().stream().skip(MOST_KERNELS).toList();
        if (!rest.isEmpty()) {
            table.row(
                    "%d more".formatted(rest.size()),
                    "",
                    Numbers.grouped(rest.stream().mapToLong(KernelTime::count).sum()),
                    Units.nanos(
                            rest.stream().mapToDouble(KernelTime::totalNanos).sum()),
                    "",
                    "",
                    "",
                    Units.percent(
                            rest.stream().mapToDouble(KernelTime::coreShare).sum()),
                    "");
        }
        return table;
    }

    private static TextTable parts(SummaryReport.Run run) {
        TextTable table = new TextTable("part", ">share", ">core time");
        for (CorePart part : CorePart.values()) {
            table.row(
                    part.words(),
                    Units.percent(run.share(part)),
                    Units.nanos(run.times().nanos(part)));
        }
        table.row("core time", "", Units.nanos(run.times().coreNanos()));
        return table;
    }

    /** The busiest and idlest used cores with every part; parts that no core has are left out. */
    private static TextTable cores(SummaryReport.Run run) {
        List<CorePart> shown = List.of(CorePart.values()).stream()
                .filter(part -> run.share(part) > 0)
                .toList();
        String[] heads = new String[3 + shown.size()];
        heads[0] = "";
        heads[1] = "core";
        heads[2] = ">tasks";
        for (int column = 0; column < shown.size(); column++) {
            heads[3 + column] = ">" + shown.get(column).shortWords();
        }
        TextTable table = new TextTable(heads);
        List<CoreTime> byLoad = run.usedCores().stream()
                .sorted(Comparator.comparingLong(core -> -core.nanos(CorePart.COMPUTE)))
                .toList();
        for (int at = 0; at < byLoad.size(); at++) {
            boolean busy = at < ENDS;
            boolean idle = at >= byLoad.size() - ENDS;
            if (busy || idle) {
                table.row(
                        coreRow(byLoad.get(at), shown, at == 0 ? "busiest" : at == byLoad.size() - 1 ? "idlest" : ""));
            }
        }
        return table;
    }

    private static Object[] coreRow(CoreTime core, List<CorePart> shown, String mark) {
        Object[] row = new Object[3 + shown.size()];
        row[0] = mark;
        row[1] = core.type().word() + " " + core.core();
        row[2] = Numbers.grouped(core.runs());
        for (int column = 0; column < shown.size(); column++) {
            row[3 + column] = Units.percent(core.share(shown.get(column)));
        }
        return row;
    }

    private static TextTable schedulers(SummaryReport.Run run) {
        TextTable table = new TextTable("thread", ">busy", "of that");
        for (SchedulerTime scheduler : run.schedulers()) {
            Map<String, Long> nanos = new LinkedHashMap<>(scheduler.nanosByPhase());
            StringBuilder phases = new StringBuilder();
            nanos.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .filter(entry -> entry.getValue() > 0)
                    .limit(MOST_PHASES)
                    .forEach(entry -> phases.append(phases.isEmpty() ? "" : ", ")
                            .append(Plain.line(entry.getKey(), 20))
                            .append(' ')
                            .append(share(entry.getValue(), scheduler.busyNanos())));
            long more = nanos.values().stream().filter(spent -> spent > 0).count() - MOST_PHASES;
            if (more > 0) {
                phases.append(", and ").append(more).append(" more");
            }
            table.row(scheduler.thread(), share(scheduler.busyNanos(), run.makespanNanos()), phases);
        }
        table.row("all", Units.percent(run.schedulerShare()), "");
        return table;
    }

    private static String share(long part, long whole) {
        return Units.percent(whole == 0 ? 0 : (double) part / whole);
    }

    private void title(String text) {
        out.println();
        out.println(markdown ? "## " + text : ink.bold(text));
        if (markdown) {
            out.println();
        }
    }

    private void line(String text) {
        out.println(markdown ? Plain.markdown(text) : text);
        if (markdown) {
            out.println();
        }
    }

    private void table(TextTable table) {
        out.print(markdown ? table.markdown() : table.text(2));
    }
}
