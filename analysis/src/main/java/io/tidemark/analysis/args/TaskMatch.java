package io.tidemark.analysis.args;

import io.tidemark.capture.Capture;
import io.tidemark.capture.deps.DependencyGraph;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which task of one dump is which of another. Two runs of a graph number their tasks alike on one
 * runtime, but not on two. A task is therefore identified by its place in the graph if both
 * captures have a graph. Otherwise it is identified by its kernel, structure and order. Immutable.
 */
public final class TaskMatch {
    /** What tasks were matched by. */
    public enum How {
        GRAPH("place in the graph"),
        TASK_ID("task id"),
        KERNEL("kernel, structure and order");

        private final String text;

        How(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    private final How how;
    private final Map<Long, Long> counterparts;
    private final String firstKernels;
    private final String otherKernels;

    private TaskMatch(How how, Map<Long, Long> counterparts, String firstKernels, String otherKernels) {
        this.how = how;
        this.counterparts = counterparts;
        this.firstKernels = firstKernels;
        this.otherKernels = otherKernels;
    }

    public static TaskMatch of(Capture capture, ArgsDump dump, Capture otherCapture, ArgsDump otherDump) {
        boolean byName = dump.namesAllKernels() && otherDump.namesAllKernels();
        boolean withOwners = dump.namesOwners() && otherDump.namesOwners();
        DumpedTasks one = new DumpedTasks(dump, capture.dependencies(), byName, withOwners);
        DumpedTasks other = new DumpedTasks(otherDump, otherCapture.dependencies(), byName, withOwners);
        Optional<Map<Long, Long>> places = byPlace(one, capture.dependencies(), other, otherCapture.dependencies());
        if (places.isPresent()) {
            return match(How.GRAPH, places.get(), one, other);
        }
        Optional<Map<Long, Long>> ids = haveTwoRuntimes(capture, otherCapture) ? Optional.empty() : byId(one, other);
        return ids.isPresent()
                ? match(How.TASK_ID, ids.get(), one, other)
                : match(How.KERNEL, byStructure(one, other), one, other);
    }

    private static TaskMatch match(How how, Map<Long, Long> counterparts, DumpedTasks one, DumpedTasks other) {
        return new TaskMatch(how, counterparts, one.kernelsText(), other.kernelsText());
    }

    private static boolean haveTwoRuntimes(Capture capture, Capture otherCapture) {
        String one = runtime(capture);
        String other = runtime(otherCapture);
        return !one.isEmpty() && !other.isEmpty() && !one.equals(other);
    }

    private static String runtime(Capture capture) {
        return capture.certificate().map(found -> found.origin().runtime()).orElse("");
    }

    /** The k-th task with a kernel is the k-th, if the kernels are the same all along. */
    private static Optional<Map<Long, Long>> byPlace(
            DumpedTasks one, Optional<DependencyGraph> graph, DumpedTasks other, Optional<DependencyGraph> otherGraph) {
        if (graph.isEmpty() || otherGraph.isEmpty()) {
            return Optional.empty();
        }
        List<DumpedTasks.Submitted> tasks = one.submitted(graph.get());
        List<DumpedTasks.Submitted> others = other.submitted(otherGraph.get());
        if (tasks.isEmpty() || tasks.size() != others.size()) {
            return Optional.empty();
        }
        Map<Long, Long> found = new HashMap<>();
        for (int at = 0; at < tasks.size(); at++) {
            if (!tasks.get(at).kernel().equals(others.get(at).kernel())) {
                return Optional.empty();
            }
            found.put(tasks.get(at).taskId(), others.get(at).taskId());
        }
        return Optional.of(found);
    }

    /** Equal ids, if none of them has another kernel in the other dump. */
    private static Optional<Map<Long, Long>> byId(DumpedTasks one, DumpedTasks other) {
        Map<Long, Long> found = new HashMap<>();
        for (long taskId : one.taskIds()) {
            if (other.has(taskId)) {
                if (!one.kernel(taskId).equals(other.kernel(taskId))) {
                    return Optional.empty();
                }
                found.put(taskId, taskId);
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    /** Tasks of one structure in their order; what is left by kernel and kind of arguments. */
    private static Map<Long, Long> byStructure(DumpedTasks one, DumpedTasks other) {
        Map<Long, Long> found = new HashMap<>();
        Map<Long, Long> taken = new HashMap<>();
        for (boolean whole : new boolean[] {true, false}) {
            Map<String, Long> open = other.numbered(whole, taken.keySet());
            one.numbered(whole, found.keySet()).forEach((identity, taskId) -> {
                Long match = open.get(identity);
                if (match != null) {
                    found.put(taskId, match);
                    taken.put(match, taskId);
                }
            });
        }
        return found;
    }

    public How how() {
        return how;
    }

    /** The same task in the other dump, or empty. */
    Optional<Long> counterpart(long taskId) {
        return Optional.ofNullable(counterparts.get(taskId));
    }

    /** Tasks that both have. */
    public int size() {
        return counterparts.size();
    }

    /** Kernels of the first dump for people. */
    public String firstKernels() {
        return firstKernels;
    }

    /** The kernels of the second dump, as text. */
    public String otherKernels() {
        return otherKernels;
    }
}
