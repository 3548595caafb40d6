package io.tidemark.analysis.criticalpath;

import static io.tidemark.analysis.text.Quantity.COUNT;
import static io.tidemark.analysis.text.Quantity.MICROS;
import static io.tidemark.analysis.text.Quantity.PERCENT;
import static io.tidemark.analysis.text.Quantity.TEXT;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.criticalpath.CriticalPathReport.Family;
import io.tidemark.analysis.criticalpath.PathStep.Link;
import io.tidemark.analysis.text.Report;
import io.tidemark.analysis.text.Table;
import io.tidemark.analysis.text.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/** The critical path as the sections of a report: in short, with its steps, or as a whole page. Pure. */
public final class CriticalPathSections {
    private static final int GAP = -1; // the place of the steps that are left out

    /** A line of the page that splits the observed path. */
    private record Sum(String what, long units) {}

    private final CriticalPathReport path;

    private CriticalPathSections(CriticalPathReport path) {
        this.path = path;
    }

    /** The numbers one needs first. */
    public static Report brief(CriticalPathReport path) {
        return new CriticalPathSections(path).brief(false);
    }

    /**
     * The same with the observed path step by step.
     *
     * @param most how many steps people see; of a longer path the first and the last, with the count between
     * @param how what a person writes to see them all
     */
    public static Report of(CriticalPathReport path, int most, String how) {
        CriticalPathSections sections = new CriticalPathSections(path);
        Report report = sections.brief(true);
        return most == 0 ? report : report.all(sections.steps(most, how));
    }

    /** Everything, as a page for people; at most {@code top} families. */
    public static Report page(CriticalPathReport path, int top) {
        return new CriticalPathSections(path).page(top);
    }

    private Report brief(boolean withTasks) {
        StringJoiner links = new StringJoiner(", ", " (", ")").setEmptyValue("");
        path.stallByLink().forEach((link, units) -> links.add(words(link) + " " + share(units)));
        Report report = new Report();
        report.line(
                        "makespan %s, static path %s (%s) over %s",
                        time(path.makespan()),
                        time(path.staticLength()),
                        share(path.staticLength()),
                        Units.plural(path.staticPath().size(), "task"))
                .line(
                        "observed path of %s: compute %s, stall %s%s",
                        Units.plural(path.steps().size(), "task"), share(path.compute()), share(path.stall()), links);
        if (path.wording().tellsCauses() && path.stall() > 0) {
            report.line("stalls, of the makespan: %s", parts());
        }
        warnings(report);
        data(report, withTasks);
        return report;
    }

    private String parts() {
        StringJoiner parts = new StringJoiner(", ");
        for (CorePart part : PathStep.STALL_PARTS) {
            long units = path.sum(step -> step.stall(part));
            if (units > 0 || part != CorePart.UNKNOWN) {
                parts.add(part.words() + " " + share(units));
            }
        }
        return parts.toString();
    }

    private void warnings(Report report) {
        if (!path.cycle().isEmpty()) {
            report.line(
                    "note: the dependencies hold a cycle (%s); edges that go back in submit order are left out.",
                    String.join(" -> ", path.cycle()));
        }
        if (path.brokenEdges() > 0) {
            report.line(
                    "note: of %s the consumer started before the producer ended; the path leaves them out.",
                    Units.plural(path.brokenEdges(), "edge"));
        }
        path.notes().forEach(note -> report.line("note: %s", note));
    }

    private void data(Report report, boolean withTasks) {
        report.fact("label", path.label())
                .fact("compat", path.wording().isCompat())
                .fact("level", path.level())
                .fact("tasks", path.taskCount())
                .fact("tasks_without_rows", path.untimedCount())
                .fact("dependencies", path.edgeCount())
                .fact("dependencies_not_kept", path.brokenEdges())
                .fact("cycle", path.cycle())
                .fact("makespan_us", path.micros(path.makespan()))
                .object("static", bound -> {
                    bound.fact("length_us", path.micros(path.staticLength()))
                            .fact("percent", path.percent(path.staticLength()))
                            .fact("tasks", path.staticPath().size());
                    if (withTasks) {
                        bound.fact(
                                "task_ids",
                                path.staticPath().stream()
                                        .map(Long::toUnsignedString)
                                        .toList());
                    }
                })
                .object("observed", observed -> {
                    observed(observed);
                    if (withTasks) {
                        observed.table(stepData());
                    }
                })
                .fact("notes", path.notes());
    }

    private void observed(Report observed) {
        Map<String, Double> links = new LinkedHashMap<>();
        path.stallByLink()
                .forEach((link, units) -> links.put(path.wording().key().apply(link), path.micros(units)));
        Map<String, Double> causes = new LinkedHashMap<>();
        for (CorePart part : PathStep.STALL_PARTS) {
            causes.put(part.key(), path.micros(path.sum(step -> step.stall(part))));
        }
        observed.fact("compute_us", path.micros(path.compute()))
                .fact("compute_percent", path.percent(path.compute()))
                .fact("stall_us", path.micros(path.stall()))
                .fact("stall_percent", path.percent(path.stall()))
                .fact("stall_us_by_link", links)
                .fact("stall_us_by_cause", causes)
                .fact("tasks", path.steps().size());
    }

    private Table<PathStep> stepData() {
        Table<PathStep> table = Table.data("steps", path.steps())
                .data("task_id", step -> Long.toUnsignedString(step.taskId()))
                .data("kernel", PathStep::name)
                .data("core", PathStep::core)
                .data("runs", PathStep::runs)
                .data("start_us", step -> path.micros(step.start()))
                .data("task_us", step -> path.micros(step.duration()))
                .data("compute_us", step -> path.micros(step.compute()))
                .data("stall_us", step -> path.micros(step.stall()))
                .members(step ->
                        step.stall() > 0 ? Map.of("link", path.wording().key().apply(step.link())) : Map.of());
        for (CorePart part : PathStep.STALL_PARTS) {
            table.data(part.key() + "_us", step -> path.micros(step.stall(part)));
        }
        return table;
    }

    private Report steps(int most, String how) {
        List<PathStep> steps = path.steps();
        int left = Math.max(0, steps.size() - most);
        int head = left == 0 ? steps.size() : most - most / 2;
        List<Integer> places = new ArrayList<>();
        IntStream.range(0, head).forEach(places::add);
        if (left > 0) {
            places.add(GAP);
            IntStream.range(head + left, steps.size()).forEach(places::add);
        }
        return new Report().section("Observed path", inside -> {
            inside.table(Table.shown(places)
                    .shown(">#", TEXT, at -> at == GAP ? "..." : at + 1)
                    .shown(
                            "task",
                            TEXT,
                            at -> at == GAP ? null : TaskId.label(steps.get(at).taskId()))
                    .shown(
                            "kernel",
                            TEXT,
                            at -> at == GAP ? null : steps.get(at).name())
                    .shown(">core", TEXT, at -> at == GAP ? null : cores(steps.get(at)))
                    .shown(
                            "start",
                            MICROS,
                            at -> at == GAP ? null : path.micros(steps.get(at).start()))
                    .shown(
                            "duration",
                            MICROS,
                            at -> at == GAP ? null : path.micros(steps.get(at).duration()))
                    .shown(
                            "waited",
                            MICROS,
                            at -> waited(at) ? path.micros(steps.get(at).stall()) : null)
                    .shown("for", TEXT, at -> waited(at) ? words(steps.get(at).link()) + causes(steps.get(at)) : null));
            if (left > 0) {
                inside.line(
                        "%s of %s left out; %s prints all", Units.count(left), Units.plural(steps.size(), "step"), how);
            }
        });
    }

    private boolean waited(int at) {
        return at != GAP && path.steps().get(at).stall() > 0;
    }

    private static String cores(PathStep step) {
        return step.runs() == 1 ? Integer.toString(step.core()) : step.core() + " +" + (step.runs() - 1);
    }

    /** What a stall was spent on, as far as the capture tells. */
    private String causes(PathStep step) {
        StringJoiner causes = new StringJoiner(", ", ": ", "").setEmptyValue("");
        for (CorePart part : PathStep.STALL_PARTS) {
            boolean isTold = part != CorePart.UNKNOWN || causes.length() > 0;
            if (isTold && step.stall(part) > 0) {
                causes.add(part.words() + " " + time(step.stall(part)));
            }
        }
        return causes.toString();
    }

    private Report page(int top) {
        long sum = path.compute() + path.stall();
        Report report = new Report();
        report.section(path.label(), page -> {
            page.all(brief(false))
                    .line("%s and %s", Units.plural(path.taskCount(), "task"), Units.plural(path.edgeCount(), "edge"))
                    .section(
                            "Observed path",
                            inside -> inside.table(sums())
                                    .line(
                                            "compute and stall together: %d of %d units of the makespan (%s)",
                                            sum,
                                            path.makespan(),
                                            sum == path.makespan() ? "exact" : "diff " + (sum - path.makespan())))
                    .section("Observed path by kernel family", inside -> families(inside, top))
                    .section("Observed path, task by task", inside -> inside.table(tasks()));
        });
        return report;
    }

    private Table<Sum> sums() {
        List<Sum> sums = new ArrayList<>(List.of(new Sum("compute", path.compute()), new Sum("stall", path.stall())));
        path.stallByLink().forEach((link, units) -> sums.add(new Sum("stall: " + words(link), units)));
        if (path.wording().tellsCauses()) {
            for (CorePart part : PathStep.STALL_PARTS) {
                sums.add(new Sum("stall: " + part.words(), path.sum(step -> step.stall(part))));
            }
        }
        return Table.shown(sums)
                .shown("observed path", TEXT, Sum::what)
                .shown("time", MICROS, line -> path.micros(line.units()))
                .shown("of makespan", PERCENT, line -> path.percent(line.units()));
    }

    private void families(Report inside, int top) {
        List<Family> families = path.families();
        inside.table(Table.shown(families.subList(0, Math.min(top, families.size())))
                .shown("family", TEXT, Family::name)
                .shown("compute", MICROS, family -> path.micros(family.compute()))
                .shown("of makespan", PERCENT, family -> path.percent(family.compute()))
                .shown("stall", MICROS, family -> path.micros(family.stall()))
                .shown("tasks", COUNT, Family::count));
        if (families.size() > top) {
            inside.line("%1$d of %2$d families are shown; --top %2$d shows all.", top, families.size());
        }
    }

    private Table<Integer> tasks() {
        List<PathStep> steps = path.steps();
        return Table.shown(IntStream.range(0, steps.size()).boxed().toList())
                .shown(">#", TEXT, at -> at)
                .shown("task", TEXT, at -> TaskId.label(steps.get(at).taskId()))
                .shown("kernel", TEXT, at -> steps.get(at).name())
                .shown("task takes", MICROS, at -> path.micros(steps.get(at).duration()))
                .shown("compute", MICROS, at -> path.micros(steps.get(at).compute()))
                .shown("of makespan", PERCENT, at -> path.percent(steps.get(at).compute()))
                .shown("stall", MICROS, at -> path.micros(steps.get(at).stall()))
                .shown("of makespan", PERCENT, at -> path.percent(steps.get(at).stall()))
                .shown(
                        path.wording().linkColumn(),
                        TEXT,
                        at -> waited(at) ? words(steps.get(at).link()) : null);
    }

    private String words(Link link) {
        return path.wording().words().apply(link);
    }

    private String time(long units) {
        return Units.micros(path.micros(units));
    }

    private String share(long units) {
        return Units.percent(path.percent(units) / 100);
    }
}
