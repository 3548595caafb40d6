package io.tidemark.analysis.args;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.TaskId;
import io.tidemark.capture.args.ArgStage;
import java.io.PrintWriter;
import java.util.List;

/** What a comparison of two dumps found, for people and for programs. Pure output, one thread. */
public final class ArgsDiffText {
    private final ArgsDump dump;
    private final ArgsDiff.Report report;
    private final GraphPlaces places;

    public ArgsDiffText(ArgsDump dump, ArgsDiff.Report report, GraphPlaces places) {
        this.dump = dump;
        this.report = report;
        this.places = places;
    }

    public void print(PrintWriter out) {
        out.println(
                "compared: %s; %s in %s differ%s"
                        .formatted(
                                Units.plural(report.compared(), "argument"),
                                report.differing(),
                                Units.plural(report.differingTasks(), "task"),
                                places.isGraphOrder() ? "" : " (no graph: tasks in order of ids)"));
        printUnmatched(out);
        if (report.first().isEmpty()) {
            return;
        }
        ArgDifference any = report.first().getFirst();
        String kernel = dump.kernel(any.row());
        out.println(
                "first difference: task %s%s"
                        .formatted(
                                TaskId.label(report.firstTask()),
                                kernel.isEmpty() ? "" : " (" + kernel + ")"));
        boolean inputDiffers = false;
        for (ArgDifference difference : report.first()) {
            boolean before = isBefore(difference);
            inputDiffers |= before;
            out.println(
                    "  %s argument %d, index %d: %s"
                            .formatted(
                                    before ? "input already differed:" : "result differs:",
                                    dump.manifest().argIndex(difference.row()),
                                    difference.row(),
                                    difference.reason()));
            if (before) {
                out.println("    " + origin(difference));
            }
        }
        if (!inputDiffers) {
            out.println("  all its dumped inputs are equal: this task made the difference");
        }
    }

    private void printUnmatched(PrintWriter out) {
        if (report.notCompared() > 0) {
            out.println(
                    "not compared: %s without payload on one side"
                            .formatted(Units.plural(report.notCompared(), "argument")));
        }
        if (report.onlyInOne() + report.onlyInOther() > 0) {
            out.println(
                    "unmatched: %d only in the first capture, %d only in the second"
                            .formatted(report.onlyInOne(), report.onlyInOther()));
            if (report.compared() == 0) {
                out.println(
                        "  arguments are matched by task id, and the two runtimes number tasks"
                                + " differently: compare runs of one runtime");
            }
        }
    }

    private boolean isBefore(ArgDifference difference) {
        return dump.manifest().stage(difference.row()) == ArgStage.BEFORE_DISPATCH;
    }

    private String origin(ArgDifference difference) {
        if (dump.manifest().isScalar(difference.row())) {
            return "a scalar: the orchestration passed another value";
        }
        List<Long> producers =
                places.producers(report.firstTask(), dump.manifest().argIndex(difference.row()));
        if (producers.isEmpty()) {
            return "no task produced it: it came from outside, or the graph was not captured";
        }
        return "made by %s, whose dumped results are equal or missing"
                .formatted(String.join(", ", producers.stream().map(TaskId::label).toList()));
    }

    /** Writes members into the object the caller has begun. */
    public void members(JsonWriter json) {
        json.member("equal", report.isEqual());
        json.member("compared", report.compared());
        json.member("not_compared", report.notCompared());
        json.member("differing", report.differing());
        json.member("differing_tasks", report.differingTasks());
        json.member("only_in_first", report.onlyInOne());
        json.member("only_in_second", report.onlyInOther());
        if (report.first().isEmpty()) {
            return;
        }
        json.member("first_task", Long.toUnsignedString(report.firstTask()));
        json.name("first").beginArray();
        for (ArgDifference difference : report.first()) {
            json.beginObject()
                    .member("index", difference.row())
                    .member("other_index", difference.otherRow())
                    .member("arg_index", dump.manifest().argIndex(difference.row()))
                    .member("stage", dump.stage(difference.row()))
                    .member("role", dump.role(difference.row()))
                    .member("reason", difference.reason())
                    .member("elements", difference.count())
                    .member("largest", difference.largest())
                    .endObject();
        }
        json.endArray();
    }
}
