package io.tidemark.analysis.args;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Units;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** What a comparison of two dumps found, for people and for programs. Pure output, one thread. */
public final class ArgsDiffText {
    private final ArgsDump dump;
    private final ArgsDump other;
    private final TaskMatch tasks;
    private final ArgsDiff.Report report;
    private final GraphPlaces places;

    public ArgsDiffText(ArgsDump dump, ArgsDump other, TaskMatch tasks, ArgsDiff.Report report, GraphPlaces places) {
        this.dump = dump;
        this.other = other;
        this.tasks = tasks;
        this.report = report;
        this.places = places;
    }

    public void print(PrintWriter out) {
        if (tasks.size() == 0) {
            out.println("nothing to compare: the two captures have no task in common: %s in this one,"
                            .formatted(tasks.firstKernels())
                    + " "
                    + tasks.otherKernels()
                    + " in the other");
            return;
        }
        if (tasks.how() == TaskMatch.How.KERNEL) {
            out.println("matched: %s by %s, since task ids do not fit; captures recorded with --dep-gen"
                            .formatted(
                                    Units.plural(tasks.size(), "task"),
                                    tasks.how().text())
                    + " are matched by place in the graph");
            if (isCountUnsure(dump) || isCountUnsure(other)) {
                out.println("  records are missing, so the order of tasks may be another's");
            }
        }
        out.println("compared: %s; %s in %s differ%s"
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
        out.println("first difference: task %s%s%s"
                .formatted(
                        TaskId.label(report.firstTask()), kernel.isEmpty() ? "" : " (" + kernel + ")", otherTask(any)));
        boolean inputDiffers = false;
        for (ArgDifference difference : report.first()) {
            boolean before = isBefore(difference);
            inputDiffers |= before;
            out.println("  %s argument %d, index %d: %s"
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
            out.println("not compared: %s without payload on one side"
                    .formatted(Units.plural(report.notCompared(), "argument")));
        }
        if (report.onlyInOne() + report.onlyInOther() > 0) {
            out.println("unmatched: %d only in this capture, %d only in the other"
                    .formatted(report.onlyInOne(), report.onlyInOther()));
        }
    }

    /** Where the other capture calls the task something else. */
    private String otherTask(ArgDifference difference) {
        long id = other.manifest().taskId(difference.otherRow());
        return id == report.firstTask() ? "" : ", " + TaskId.label(id) + " in the other capture";
    }

    private static boolean isCountUnsure(ArgsDump dump) {
        return dump.manifest().header().droppedRecords() > 0;
    }

    private boolean isBefore(ArgDifference difference) {
        return dump.manifest().stage(difference.row()) == ArgumentStage.BEFORE_DISPATCH;
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
                .formatted(
                        String.join(", ", producers.stream().map(TaskId::label).toList()));
    }

    /** Writes members into the object the caller has begun. */
    public void members(JsonWriter json) {
        json.member("equal", report.isEqual());
        json.member("matched_by", tasks.how().name().toLowerCase(Locale.ROOT));
        json.member("tasks_in_both", tasks.size());
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
        json.member(
                "other_first_task",
                Long.toUnsignedString(
                        other.manifest().taskId(report.first().getFirst().otherRow())));
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
