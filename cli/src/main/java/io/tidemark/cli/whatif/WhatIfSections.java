package io.tidemark.cli.whatif;

import static io.tidemark.analysis.text.Quantity.TEXT;

import io.tidemark.analysis.text.Quantity;
import io.tidemark.analysis.text.Report;
import io.tidemark.analysis.text.Table;
import io.tidemark.analysis.text.Units;
import io.tidemark.recording.whatif.Machine;
import io.tidemark.recording.whatif.SmallestRings;
import io.tidemark.recording.whatif.WhatIf;
import java.util.List;
import java.util.Map;

/** Answers as the sections of a report. Pure. */
final class WhatIfSections {
    private static final double MICRO = 1e3;
    private static final int MOST_PARTS = 6;

    private WhatIfSections() {}

    /** What was run again, and how well. */
    static Report machine(WhatIf run) {
        Machine machine = run.machine();
        return new Report()
                .line(
                        "chip      %s, %s, %s, profile %s",
                        machine.platform().label(),
                        Units.plural(machine.clusters(), "cluster"),
                        Units.plural(machine.aicpuThreads(), "control thread"),
                        machine.profile().name())
                .line("captured  %s", Units.nanos(run.capturedNanos()))
                .line(
                        "unchanged %s when run again, %s",
                        Units.nanos(run.replayedNanos()), Units.change(run.replayError()))
                .object(
                        "machine",
                        inside -> inside.fact("platform", machine.platform().label())
                                .fact("clusters", machine.clusters())
                                .fact("aicpu_threads", machine.aicpuThreads())
                                .fact("profile", machine.profile().name()))
                .fact("captured_makespan_us", run.capturedNanos() / MICRO)
                .fact("replayed_makespan_us", run.replayedNanos() / MICRO)
                .fact("replay_error_percent", 100 * run.replayError());
    }

    static Report answer(Answer answer) {
        Report report = new Report();
        report.line("changes   %s", answer.changes().isEmpty() ? "none" : String.join(", ", answer.changes()))
                .fact("changes", answer.changes())
                .line("predicted %s, %s", Units.nanos(answer.predictedNanos()), Units.change(answer.difference()))
                .fact("predicted_makespan_us", answer.predictedNanos() / MICRO)
                .fact("difference_percent", 100 * answer.difference())
                .line(
                        "interval  %s to %s, %s",
                        Units.nanos(answer.interval().lowNanos()),
                        Units.nanos(answer.interval().highNanos()),
                        answer.interval().draws() == 0
                                ? "as all durations are known exactly"
                                : "from %s with other durations, seed %d"
                                        .formatted(
                                                Units.plural(answer.interval().draws(), "run"), answer.seed()))
                .fact(
                        "interval_us",
                        List.of(
                                answer.interval().lowNanos() / MICRO,
                                answer.interval().highNanos() / MICRO))
                .fact("draws", answer.interval().draws())
                .fact("seed", answer.seed());
        if (answer.path().isPresent()) {
            answer.binds().ifPresent(what -> report.line("binds     %s", what).fact("binds", what));
            Map<String, Double> parts = answer.composition();
            report.fact("critical_path_percent", parts)
                    .section(
                            "Critical path of the predicted run",
                            inside -> inside.table(Table.shown(parts.keySet().stream()
                                            .limit(MOST_PARTS)
                                            .toList())
                                    .shown("part", TEXT, part -> part)
                                    .shown("share", Quantity.PERCENT, parts::get)
                                    .shown("", Quantity.BAR, part -> parts.get(part) / 100)));
        }
        return notes(report, answer.reasons());
    }

    static Report rings(WhatIf run, SmallestRings found) {
        Report report = new Report();
        report.section(
                        "Smallest rings that cost nothing, each size searched alone",
                        inside -> inside.table(Table.of("smallest_rings", found.used())
                                .shown(">ring", TEXT, ring -> ring)
                                .data("ring", ring -> ring)
                                .column("task window", "task_window", Quantity.COUNT, found.rings()::taskWindow)
                                .shown("had", Quantity.COUNT, run.machine().rings()::taskWindow)
                                .column("heap", "heap_bytes", Quantity.BYTES, found.rings()::heapBytes)
                                .shown("had", Quantity.BYTES, run.machine().rings()::heapBytes)
                                .column(
                                        "dependency pool",
                                        "dependency_pool",
                                        Quantity.COUNT,
                                        found.rings()::dependencyPool)
                                .shown("had", Quantity.COUNT, run.machine().rings()::dependencyPool)))
                .fact("smallest_rings_makespan_us", found.nanos() / MICRO)
                .line(
                        "together  %s, %s; %s",
                        Units.nanos(found.nanos()),
                        Units.change(change(run, found.nanos())),
                        Units.plural(found.runs(), "run"));
        run.graph().remarks().forEach(remark -> report.line("note      %s", remark));
        return report;
    }

    /** Changes and what each comes to; the key is that of their array, the head that of their column. */
    static Report points(String key, String head, WhatIf run, List<Point> points) {
        return new Report()
                .section(
                        "Predicted",
                        inside -> inside.table(Table.of(key, points)
                                .column(head, "change", TEXT, Point::words)
                                .data("option", point -> "--" + point.option())
                                .shown("predicted", Quantity.NANOS, point -> point.isDone() ? point.nanos() : null)
                                .shown(
                                        "difference",
                                        TEXT,
                                        point -> point.isDone()
                                                ? Units.change(change(run, point.nanos()))
                                                : point.failure())
                                .members(point -> point.isDone()
                                        ? Map.of(
                                                "predicted_makespan_us",
                                                point.nanos() / MICRO,
                                                "difference_percent",
                                                100 * change(run, point.nanos()))
                                        : Map.of("error", point.failure()))))
                .fact("reasons", run.graph().remarks());
    }

    private static double change(WhatIf run, long nanos) {
        return (double) (nanos - run.replayedNanos()) / Math.max(1, run.replayedNanos());
    }

    private static Report notes(Report report, List<String> reasons) {
        reasons.forEach(reason -> report.line("note      %s", reason));
        return report.fact("reasons", reasons);
    }
}
