package io.tidemark.analysis.criticalpath;

import io.tidemark.analysis.criticalpath.PathStep.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What path analysis found. Times are whole units, {@code unitsPerSecond} of them a second.
 * Immutable.
 *
 * @param compat true when today's tool was matched
 * @param level of the swimlane
 * @param taskCount tasks that ran
 * @param untimedCount tasks of the graph that no core ran
 * @param edgeCount edges a path may follow
 * @param brokenEdges edges whose consumer started before the producer ended
 * @param cycle labels of the tasks of one dependency cycle, empty when there is none
 * @param staticPath the chain that bounds every run, as task ids
 * @param steps the chain that bounded this run
 * @param notes what the capture could not tell, one sentence each
 */
public record CriticalPathReport(
        String label,
        boolean compat,
        int level,
        double unitsPerSecond,
        int taskCount,
        int untimedCount,
        int edgeCount,
        int brokenEdges,
        List<String> cycle,
        long makespan,
        long staticLength,
        List<Long> staticPath,
        List<PathStep> steps,
        List<String> notes) {
    /** Time of one kernel family on the observed path. */
    public record Family(String name, long compute, long stall, int count) {}

    public CriticalPathReport {
        cycle = List.copyOf(cycle);
        staticPath = List.copyOf(staticPath);
        steps = List.copyOf(steps);
        notes = List.copyOf(notes);
    }

    public double micros(long units) {
        return units / unitsPerSecond * 1e6;
    }

    /** The name of a link for programs. */
    public String key(Link link) {
        return compat ? link.today() : link.key();
    }

    /** The name of a link for people. */
    public String words(Link link) {
        return compat ? link.today() : link.words();
    }

    /** A share of the makespan, in percent. */
    public double percent(long units) {
        return makespan == 0 ? 0 : 100.0 * units / makespan;
    }

    public long sum(ToLongFunction<PathStep> part) {
        return steps.stream().mapToLong(part).sum();
    }

    public long compute() {
        return sum(PathStep::compute);
    }

    public long stall() {
        return sum(PathStep::stall);
    }

    /** Stalls by what was waited for, the largest first, zeros left out. */
    public Map<Link, Long> stallByLink() {
        Map<Link, Long> sums = new LinkedHashMap<>();
        for (PathStep step : steps) {
            sums.merge(step.link(), step.stall(), Long::sum);
        }
        Map<Link, Long> sorted = new LinkedHashMap<>();
        sums.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.<Link, Long>comparingByValue().reversed())
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    /** Families of the observed path, most compute first. */
    public List<Family> families() {
        Map<String, Family> byName = new LinkedHashMap<>();
        for (PathStep step : steps) {
            String name = KernelNames.family(step.name(), compat);
            byName.merge(
                    name,
                    new Family(name, step.compute(), step.stall(), 1),
                    (one, two) ->
                            new Family(
                                    name,
                                    one.compute() + two.compute(),
                                    one.stall() + two.stall(),
                                    one.count() + two.count()));
        }
        List<Family> families = new ArrayList<>(byName.values());
        families.sort(Comparator.comparingLong(Family::compute).reversed());
        return families;
    }
}
