package io.tidemark.analysis.criticalpath;

import io.tidemark.analysis.criticalpath.CriticalPath.Heading;
import io.tidemark.analysis.criticalpath.PathStep.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/**
 * What path analysis found. Times are whole units, as the heading says. Immutable.
 *
 * @param wording how it names things
 * @param taskCount tasks that ran
 * @param edgeCount edges a path may follow
 * @param brokenEdges edges whose consumer started before the producer ended
 * @param cycle labels of the tasks of one dependency cycle, empty when there is none
 * @param staticPath the chain that bounds every run, as task ids
 * @param steps the chain that bounded this run
 * @param notes what the capture could not tell, one sentence each
 */
public record CriticalPathReport(
        Heading heading,
        Wording wording,
        int taskCount,
        int edgeCount,
        int brokenEdges,
        List<String> cycle,
        long makespan,
        long staticLength,
        List<Long> staticPath,
        List<PathStep> steps,
        List<String> notes) {
    private static final Pattern VARIANT = Pattern.compile("(_\\d+)?(_aic|_aiv)?$");

    /**
     * How a report names things.
     *
     * @param isCompat true when these are the words of the tools of simpler
     * @param key the name of a link for programs
     * @param words the name of a link for people
     * @param tellsCauses true when sums say what stalls were spent on
     * @param linkColumn head of the column of links
     */
    public record Wording(
            boolean isCompat,
            Function<Link, String> key,
            Function<Link, String> words,
            boolean tellsCauses,
            String linkColumn) {
        /** The words of every report of our own. */
        public static final Wording DEFAULT = new Wording(false, Link::key, Link::words, true, "stall is");
    }

    /** Time of one kernel family on the observed path. */
    public record Family(String name, long compute, long stall, int count) {}

    public CriticalPathReport {
        cycle = List.copyOf(cycle);
        staticPath = List.copyOf(staticPath);
        steps = List.copyOf(steps);
        notes = List.copyOf(notes);
    }

    public String label() {
        return heading.label();
    }

    /** Of the swimlane. */
    public int level() {
        return heading.level();
    }

    /** Tasks of the graph that no core ran. */
    public int untimedCount() {
        return heading.untimedCount();
    }

    public double micros(long units) {
        return units / heading.unitsPerSecond() * 1e6;
    }

    /** A share of the makespan, in percent. */
    public double percent(long units) {
        return makespan == 0 ? 0 : 100.0 * units / makespan;
    }

    public long sum(ToLongFunction<PathStep> part) {
        long sum = 0;
        for (PathStep step : steps) {
            sum += part.applyAsLong(step);
        }
        return sum;
    }

    public long compute() {
        return sum(PathStep::compute);
    }

    public long stall() {
        return sum(PathStep::stall);
    }

    /** Stalls by their cause, the largest first, zeros left out. */
    public Map<Link, Long> stallByLink() {
        long[] units = new long[Link.values().length];
        Map<Link, Long> sums = new LinkedHashMap<>(); // in the order in which they come
        for (PathStep step : steps) {
            units[step.link().ordinal()] += step.stall();
            if (sums.size() < units.length) {
                sums.putIfAbsent(step.link(), 0L);
            }
        }
        sums.replaceAll((link, none) -> units[link.ordinal()]);
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
            String name = VARIANT.matcher(step.name()).replaceFirst("");
            byName.merge(
                    name,
                    new Family(name, step.compute(), step.stall(), 1),
                    (one, two) -> new Family(
                            name, one.compute() + two.compute(), one.stall() + two.stall(), one.count() + two.count()));
        }
        List<Family> families = new ArrayList<>(byName.values());
        families.sort(Comparator.comparingLong(Family::compute).reversed());
        return families;
    }
}
