package io.tidemark.analysis.deps.race;

import io.tidemark.analysis.deps.DepsReport;
import io.tidemark.capture.graph.Reachability;
import io.tidemark.capture.graph.TopologicalOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds tasks that race: no order between them, the same bytes, one of them writing. An argument
 * without dependency declares no direction: it counts as a read. If a buffer has a race only if
 * such a kernel writes, one pair of the buffer is reported. Memory that a ring hands out again to a
 * new owner counts as a new buffer. One thread.
 */
public final class RaceSearch {
    private final DepsReport report;
    private final TopologicalOrder order;
    private final BufferLives lives;
    private final Reachability reachability;

    private RaceSearch(DepsReport report) {
        this.report = report;
        order = report.order();
        lives = new BufferLives(report.source(), report.graph(), order);
        reachability = new Reachability(report.graph().links(), order);
    }

    /** Searches all buffers and edges; the graph must carry its detail and have no cycle. */
    public static RaceReport run(DepsReport report, int mostRaces) {
        if (report.order().hasCycle()) {
            throw new IllegalArgumentException("order.hasCycle=true");
        }
        return new RaceSearch(report).run(mostRaces);
    }

    private RaceReport run(int mostRaces) {
        List<BufferLife> all = lives.all();
        List<Race> races = new ArrayList<>();
        List<Race> possible = new ArrayList<>();
        for (BufferLife life : all) {
            if (races.size() >= mostRaces) {
                break;
            }
            BufferHistory history = new BufferHistory(life, lives, report.labels(), reachability);
            races.addAll(history.declared(mostRaces - races.size()));
            history.undeclared().ifPresent(possible::add);
        }
        sort(races);
        sort(possible);
        return new RaceReport(
                races,
                possible,
                all.size(),
                lives.accesses(),
                lives.noDep(),
                lives.unresolved(),
                races.size() >= mostRaces,
                new EdgeConflicts(report, lives).run());
    }

    private void sort(List<Race> races) {
        races.sort(Comparator.comparingInt(
                        (Race race) -> order.position(race.first().node()))
                .thenComparingInt(race -> order.position(race.second().node())));
    }
}
