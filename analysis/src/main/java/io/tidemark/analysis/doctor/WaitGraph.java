package io.tidemark.analysis.doctor;

import io.tidemark.abi.TaskId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The wait-for graph of a stalled run. Tasks wait for tasks and cores. Cohorts wait for the tasks
 * on their cores. The orchestrator waits for ring space. Ring space waits for the oldest task or
 * for the scope that holds it. That scope waits for the orchestrator. Immutable once built.
 */
public final class WaitGraph {
    static final String ORCHESTRATOR = "orchestrator";

    /** Something that waits or is waited for; {@code taskId} is -1 where it is no task. */
    public record Node(String id, String label, String kind, long taskId) {}

    public record Edge(String from, String to, String reason) {}

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final List<Edge> edges = new ArrayList<>();

    private WaitGraph() {}

    public static WaitGraph of(HangFacts facts) {
        WaitGraph graph = new WaitGraph();
        facts.tasks().forEach(graph::addTask);
        if (!facts.orchestrationDone()) {
            graph.addOrchestrator(facts);
        }
        return graph;
    }

    private void addTask(HangFacts.Task task) {
        String id = node(task.taskId());
        Node known = nodes.get(id);
        String label = known == null ? TaskId.label(task.taskId()) : known.label();
        boolean isNamed = known != null && label.endsWith(" " + task.kernel());
        nodes.put(
                id,
                new Node(
                        id,
                        isNamed ? label : label + " " + task.kernel(),
                        known == null ? "task, " + task.state().word() : known.kind(),
                        task.taskId()));
        if (task.core() >= 0) {
            String core = "core " + task.core();
            nodes.putIfAbsent(core, new Node(core, core, "core", -1));
            edges.add(
                    task.isRunning()
                            ? new Edge(
                                    id, core, "runs there, " + task.progress().word())
                            : new Edge(id, core, "is next there"));
        }
        if (known != null) {
            return; // of the same task on another core
        }
        for (long producer : task.waitsFor()) {
            edges.add(new Edge(id, node(producer), task.reason()));
        }
    }

    private void addOrchestrator(HangFacts facts) {
        nodes.put(ORCHESTRATOR, new Node(ORCHESTRATOR, "orchestrator", "not finished", -1));
        Blockage blockage = Blockage.of(facts);
        long awaited = facts.orchestratorWait().taskId();
        if (awaited >= 0) {
            edges.add(new Edge(ORCHESTRATOR, node(awaited), "reads its result"));
        }
        if (blockage.resource().isEmpty()) {
            return;
        }
        HangFacts.Ring ring = blockage.ring();
        String space = blockage.resource() + " of ring " + ring.ring();
        nodes.put(space, new Node(space, space, blockage.use(), -1));
        edges.add(new Edge(ORCHESTRATOR, space, "needs more of it"));
        if (ring.heldByScope()) {
            String scope = "scope at depth " + facts.openScopes();
            nodes.put(scope, new Node(scope, scope, "open", -1));
            edges.add(new Edge(space, scope, "freed when it closes"));
            edges.add(new Edge(scope, ORCHESTRATOR, "closed by it"));
        } else if (!facts.tasks().isEmpty()) {
            edges.add(new Edge(space, node(facts.tasks().getFirst().taskId()), "freed after it"));
        }
    }

    private static String node(long taskId) {
        return "task " + Long.toUnsignedString(taskId);
    }

    public List<Node> nodes() {
        return List.copyOf(nodes.values());
    }

    public List<Edge> edges() {
        return List.copyOf(edges);
    }

    /** The labels of a path of ids. */
    String labels(List<String> ids) {
        return ids.stream()
                .map(id -> nodes.containsKey(id) ? nodes.get(id).label() : id)
                .collect(Collectors.joining(" -> "));
    }

    /** How many tasks wait for a task, directly or through others. */
    int waitingFor(long taskId) {
        Map<String, List<String>> waiters = new HashMap<>();
        edges.forEach(
                e -> waiters.computeIfAbsent(e.to(), to -> new ArrayList<>()).add(e.from()));
        Set<String> found = new HashSet<>();
        Deque<String> left = new ArrayDeque<>(List.of(node(taskId)));
        while (!left.isEmpty()) {
            for (String waiter : waiters.getOrDefault(left.pop(), List.of())) {
                if (nodes.containsKey(waiter) && nodes.get(waiter).taskId() >= 0 && found.add(waiter)) {
                    left.push(waiter);
                }
            }
        }
        return found.size();
    }

    /** The ids of a circle in order, the first one again at the end; empty when there is none. */
    public List<String> cycle() {
        Map<String, List<String>> next = new HashMap<>();
        edges.forEach(
                e -> next.computeIfAbsent(e.from(), from -> new ArrayList<>()).add(e.to()));
        Set<String> done = new HashSet<>();
        for (String start : nodes.keySet()) {
            List<String> path = new ArrayList<>();
            Deque<List<String>> choices = new ArrayDeque<>();
            path.add(start);
            choices.push(new ArrayList<>(next.getOrDefault(start, List.of())));
            while (!path.isEmpty()) {
                List<String> choice = choices.peek();
                if (choice.isEmpty()) {
                    done.add(path.removeLast());
                    choices.pop();
                    continue;
                }
                String to = choice.removeLast();
                int at = path.indexOf(to);
                if (at >= 0) {
                    List<String> circle = new ArrayList<>(path.subList(at, path.size()));
                    circle.add(to);
                    return circle;
                }
                if (!done.contains(to)) {
                    path.add(to);
                    choices.push(new ArrayList<>(next.getOrDefault(to, List.of())));
                }
            }
        }
        return List.of();
    }
}
