package io.tidemark.analysis.deps.race;

import io.tidemark.analysis.deps.DepsReport;
import io.tidemark.analysis.text.Units;
import java.io.PrintWriter;

/** Races as lines, one each, and edges without a conflict behind them. Pure output, one thread. */
public final class RaceText {
    private static final int MOST_EDGES = 50; // they are no mistakes; JSON has them all

    private final DepsReport report;
    private final RaceReport found;
    private final PrintWriter out;

    private RaceText(DepsReport report, RaceReport found, PrintWriter out) {
        this.report = report;
        this.found = found;
        this.out = out;
    }

    public static void print(DepsReport report, RaceReport found, PrintWriter out) {
        new RaceText(report, found, out).print();
    }

    private void print() {
        out.println("races: %s%s among %s to %s"
                .formatted(
                        found.stoppedEarly() ? "at least " : "",
                        Units.plural(found.races().size(), "pair"),
                        Units.plural(found.accesses(), "access"),
                        Units.plural(found.buffers(), "buffer")));
        if (found.unresolved() > 0) {
            out.println("not compared: %s whose bytes or direction the capture does not tell"
                    .formatted(Units.plural(found.unresolved(), "argument")));
        }
        if (found.noDep() > 0) {
            out.println("NO_DEP: %s without a declared direction, compared as reads"
                    .formatted(Units.plural(found.noDep(), "argument")));
        }
        for (Race race : found.races()) {
            out.println("race " + text(race));
        }
        for (Race race : found.possible()) {
            out.println("possible race, if a kernel writes its NO_DEP argument (one pair of this"
                    + " tensor): "
                    + text(race));
        }
        edges();
    }

    private String text(Race race) {
        return "%s / %s: bytes %d to %d of %s, %s in common"
                .formatted(
                        side(race.first()),
                        side(race.second()),
                        race.beginByte(),
                        race.endByte(),
                        race.buffer().text(),
                        Units.bytes(race.commonBytes()));
    }

    private String side(Race.Side side) {
        String argument = side.argument() < 0 ? "output" : "arg " + side.argument();
        String verb = side.isNoDep() ? "is given NO_DEP" : side.writes() ? "writes" : "reads";
        return "%s %s %s %s".formatted(task(side.node()), argument, verb, side.view());
    }

    private void edges() {
        EdgeConflicts.Report edges = found.edges();
        long certain =
                edges.found().stream().filter(EdgeConflicts.Found::isCertain).count();
        out.println("edges without a conflict: %d of %d that are explicit or inferred from views%s"
                .formatted(
                        edges.found().size(),
                        edges.judged(),
                        edges.notJudged() == 0
                                ? ""
                                : "; of %d more the capture does not tell enough".formatted(edges.notJudged())));
        if (!edges.found().isEmpty()) {
            out.println("  %d certain; %d explicit, which may have a reason other than arguments: a"
                            .formatted(certain, edges.found().size() - certain)
                    + " predicate, a side effect, the order of other tasks");
        }
        int shown = 0;
        for (EdgeConflicts.Found edge : edges.found()) {
            if (shown++ == MOST_EDGES) {
                out.println(
                        "and %d more; --json lists all".formatted(edges.found().size() - MOST_EDGES));
                return;
            }
            out.println("no conflict %s -> %s: %s%s"
                    .formatted(
                            task(report.graph().producer(edge.edge())),
                            task(report.graph().consumer(edge.edge())),
                            edge.isCertain()
                                    ? "inferred from views that may overlap; their bytes" + " do not"
                                    : "explicit; no argument shows why",
                            edge.isImplied() ? " (other edges imply it)" : ""));
        }
    }

    private String task(int node) {
        String kernel = report.labels().kernel(node);
        return report.labels().task(node) + (kernel.isEmpty() ? "" : " (" + kernel + ")");
    }
}
