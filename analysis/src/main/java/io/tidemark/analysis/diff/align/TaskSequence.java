package io.tidemark.analysis.diff.align;

import io.tidemark.abi.TaskId;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.NodeKind;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.Tasks;
import java.util.stream.IntStream;

/**
 * The tasks of one capture that can have a counterpart, numbered 0, 1, 2, ... in their order, and
 * who waits for whom among them. With a graph these are the submitted tasks in submit order,
 * without one the tasks that ran, in the order of their ids. Allocations are no tasks. Immutable.
 */
final class TaskSequence {
    private final CaptureModel model;
    private final int[] taskAt;
    private final Digraph graph;
    private final boolean hasGraph;

    private TaskSequence(CaptureModel model, int[] taskAt, Digraph graph, boolean hasGraph) {
        this.model = model;
        this.taskAt = taskAt;
        this.graph = graph;
        this.hasGraph = hasGraph;
    }

    /** The submitted tasks of a capture with a graph, with its edges. */
    static TaskSequence ofGraph(CaptureModel model) {
        DependencyGraph known = model.dependencies().orElseThrow();
        int[] place = new int[known.nodeCount()];
        int count = 0;
        for (int node = 0; node < place.length; node++) {
            place[node] = known.kind(node) == NodeKind.ALLOC ? Tasks.NONE : count++;
        }
        if (count == place.length) {
            return new TaskSequence(model, place, known.links(), true);
        }
        int[] submitted = new int[count];
        for (int node = 0; node < place.length; node++) {
            if (place[node] != Tasks.NONE) {
                submitted[place[node]] = node;
            }
        }
        return new TaskSequence(model, submitted, among(known.links(), place, count), true);
    }

    /** The tasks that ran, without edges. */
    static TaskSequence ofRuns(CaptureModel model) {
        Tasks tasks = model.tasks();
        int[] ran = IntStream.range(0, tasks.size())
                .filter(tasks::hasRuns)
                .boxed()
                .sorted((a, b) -> Long.compareUnsigned(tasks.taskId(a), tasks.taskId(b)))
                .mapToInt(Integer::intValue)
                .toArray();
        Digraph none = Digraph.of(ran.length, 0, edge -> 0, edge -> 0);
        return new TaskSequence(model, ran, none, false);
    }

    private static Digraph among(Digraph links, int[] place, int size) {
        int[] from = new int[links.edgeCount()];
        int[] to = new int[links.edgeCount()];
        int count = 0;
        for (int node = 0; node < links.nodeCount(); node++) {
            for (int at = links.firstSuccessor(node); at < links.endSuccessor(node); at++) {
                if (place[node] >= 0 && place[links.successor(at)] >= 0) {
                    from[count] = place[node];
                    to[count++] = place[links.successor(at)];
                }
            }
        }
        return Digraph.of(size, count, edge -> from[edge], edge -> to[edge]);
    }

    int size() {
        return taskAt.length;
    }

    /** The number of a task in the model. */
    int task(int place) {
        return taskAt[place];
    }

    Digraph graph() {
        return graph;
    }

    boolean hasGraph() {
        return hasGraph;
    }

    CaptureModel model() {
        return model;
    }

    /** The ring of a task: the depth of its scope, up to the deepest ring. */
    int ring(int place) {
        return TaskId.ring(model.tasks().taskId(taskAt[place]));
    }
}
