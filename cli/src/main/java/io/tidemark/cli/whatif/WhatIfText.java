package io.tidemark.cli.whatif;

import io.tidemark.analysis.text.TextTable;
import io.tidemark.analysis.text.Units;
import io.tidemark.recording.whatif.Machine;
import io.tidemark.recording.whatif.SmallestRings;
import io.tidemark.recording.whatif.WhatIf;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Answers for people. */
final class WhatIfText {
    private static final int MOST_PARTS = 6;

    private final PrintWriter out;

    WhatIfText(PrintWriter out) {
        this.out = out;
    }

    /** What was run again, and how well. */
    void machine(WhatIf run) {
        Machine machine = run.machine();
        line(
                "chip",
                "%s, %s, %d control threads, profile %s",
                machine.platform().label(),
                Units.plural(machine.clusters(), "cluster"),
                machine.aicpuThreads(),
                machine.profile().name());
        line("captured", "%s", Units.nanos(run.capturedNanos()));
        line("unchanged", "%s when run again, %+.3f %%", Units.nanos(run.replayedNanos()), 100 * run.replayError());
    }

    void rings(WhatIf run, SmallestRings found) {
        out.println("smallest rings that cost nothing, each size searched alone:");
        for (int ring : found.used()) {
            out.println(String.format(
                    Locale.ROOT,
                    "  ring %d  task window %d (had %d), heap %s (had %s), dependency pool %d (had" + " %d)",
                    ring,
                    found.rings().taskWindow(ring),
                    run.machine().rings().taskWindow(ring),
                    Units.bytes(found.rings().heapBytes(ring)),
                    Units.bytes(run.machine().rings().heapBytes(ring)),
                    found.rings().dependencyPool(ring),
                    run.machine().rings().dependencyPool(ring)));
        }
        line(
                "together",
                "%s, %+.2f %%; %d runs",
                Units.nanos(found.nanos()),
                100.0 * (found.nanos() - run.replayedNanos()) / Math.max(1, run.replayedNanos()),
                found.runs());
        run.graph().remarks().forEach(remark -> line("note", "%s", remark));
    }

    void answer(Answer answer) {
        line("changes", "%s", answer.changes().isEmpty() ? "none" : String.join(", ", answer.changes()));
        line("predicted", "%s, %+.2f %%", Units.nanos(answer.predictedNanos()), 100 * answer.difference());
        line(
                "interval",
                "%s to %s, %s",
                Units.nanos(answer.interval().lowNanos()),
                Units.nanos(answer.interval().highNanos()),
                answer.interval().draws() == 0
                        ? "as all durations are known exactly"
                        : "from %d runs with other durations, seed %d"
                                .formatted(answer.interval().draws(), answer.seed()));
        if (answer.path().isPresent()) {
            answer.binds().ifPresent(what -> line("binds", "%s", what));
            out.println("critical path of the predicted run:");
            answer.composition().entrySet().stream()
                    .limit(MOST_PARTS)
                    .forEach(part ->
                            out.println(String.format(Locale.ROOT, "  %5.1f %%  %s", part.getValue(), part.getKey())));
        }
        answer.reasons().forEach(reason -> line("note", "%s", reason));
    }

    void points(WhatIf run, String name, List<Point> points) {
        TextTable table = new TextTable(name, "predicted", "difference");
        points.forEach(point -> row(table, run, point));
        out.println();
        out.print(table.text(0));
    }

    void ranking(WhatIf run, List<Point> points) {
        TextTable table = new TextTable("change", "predicted", "difference");
        points.forEach(point -> row(table, run, point));
        out.println();
        out.print(table.text(0));
    }

    private static void row(TextTable table, WhatIf run, Point point) {
        if (point.isDone()) {
            table.row(
                    point.words(),
                    Units.nanos(point.nanos()),
                    String.format(
                            Locale.ROOT,
                            "%+.2f %%",
                            100.0 * (point.nanos() - run.replayedNanos()) / run.replayedNanos()));
        } else {
            table.row(point.words(), "-", point.failure());
        }
    }

    private void line(String label, String format, Object... values) {
        out.println(String.format(Locale.ROOT, "%-9s ", label) + String.format(Locale.ROOT, format, values));
    }
}
