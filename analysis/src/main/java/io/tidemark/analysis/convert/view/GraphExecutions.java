package io.tidemark.analysis.convert.view;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.scene.LaneAssignment;
import io.tidemark.analysis.convert.scene.Markers.Kind;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.capture.model.Moments;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Graphs that run inside a task: nodes live on ring 1 with the outer task's number in the upper
 * bits of their own. Each instance is a slice from its preparation to its last node.
 */
final class GraphExecutions {
    private static final int NODE_BITS = 10;
    private static final long NODE_MASK = (1 << NODE_BITS) - 1;
    private static final int NODE_RING = 1;

    private final TraceScene scene;
    private final List<Instance> instances = new ArrayList<>();
    private int lanes;

    GraphExecutions(TraceScene scene) {
        this.scene = scene;
        Map<Long, Instance> byOuter = preparations();
        if (!byOuter.isEmpty()) {
            addRows(byOuter);
            addDummies(byOuter);
        }
        byOuter.values().stream()
                .filter(instance -> !instance.nodes.isEmpty())
                .sorted(Comparator.comparingLong(instance -> instance.prepareBegin))
                .forEach(instances::add);
        LaneAssignment assignment = new LaneAssignment(false);
        for (Instance instance : instances) {
            instance.lane = assignment.add(instance.prepareBegin, instance.executionEnd);
        }
        lanes = assignment.lanes();
    }

    private Map<Long, Instance> preparations() {
        Map<Long, Instance> byOuter = new LinkedHashMap<>();
        for (int row = 0; row < scene.phases.size(); row++) {
            if (scene.phases.kind(row) == SchedPhaseKind.GRAPH_PREPARE && scene.phases.hasTask(row)) {
                long outer = scene.phases.taskId(row);
                if (TaskId.ring(outer) == 0) {
                    byOuter.computeIfAbsent(outer, Instance::new)
                            .prepare(scene.moments, scene.phaseBegin(row), scene.phaseEnd(row));
                }
            }
        }
        return byOuter;
    }

    private static boolean isNode(long taskId) {
        return TaskId.ring(taskId) == NODE_RING;
    }

    private static long outerOf(long taskId) {
        return TaskId.number(taskId) >>> NODE_BITS;
    }

    private void addRows(Map<Long, Instance> byOuter) {
        for (int row = 0; row < scene.rows.size(); row++) {
            long taskId = scene.rows.taskId(row);
            Instance instance = isNode(taskId) ? byOuter.get(outerOf(taskId)) : null;
            if (instance != null) {
                boolean hasFinish = scene.rules.hasDrawnFinish(scene.rows, row);
                instance.run(
                        (int) (taskId & NODE_MASK),
                        scene.isDispatched(row) ? scene.rows.dispatch(row) : scene.workerBegin(row),
                        hasFinish ? scene.rows.finish(row) : scene.end(row));
            }
        }
    }

    private void addDummies(Map<Long, Instance> byOuter) {
        for (int marker = 0; marker < scene.markers.size(); marker++) {
            long taskId = scene.markers.taskId(marker);
            boolean isDummy =
                    scene.markers.kind(marker) == Kind.DUMMY && scene.phases.hasTask(scene.markers.sourceRow(marker));
            Instance instance = isDummy && isNode(taskId) ? byOuter.get(outerOf(taskId)) : null;
            if (instance != null) {
                int source = scene.markers.sourceRow(marker);
                instance.run((int) (taskId & NODE_MASK), scene.phaseBegin(source), scene.phaseEnd(source));
            }
        }
    }

    void addJobs(List<TraceJob> jobs) {
        if (!instances.isEmpty()) {
            jobs.add(this::draw);
        }
    }

    private void draw(TraceSink sink) {
        sink.process(TraceIds.GRAPHS, "Graph Execution", 1);
        for (int lane = 0; lane < lanes; lane++) {
            sink.thread(TraceIds.GRAPHS, TraceIds.graph(lane), "Graph_" + lane);
        }
        for (int lane = 0; lane < lanes; lane++) {
            for (Instance instance : instances) {
                if (instance.lane == lane) {
                    drawInstance(sink, instance);
                }
            }
        }
    }

    private void drawInstance(TraceSink sink, Instance instance) {
        Vocabulary words = scene.vocabulary;
        sink.slice(TraceIds.GRAPHS, TraceIds.graph(instance.lane), instance.prepareBegin, instance.executionEnd);
        sink.category(words.graphExecution);
        sink.color(words.railAnimation);
        int count = instance.nodes.cardinality();
        String label = TaskId.label(instance.outer);
        sink.name(words.of("GraphExecution(" + label + ", " + count + " visible nodes)"));
        sink.argument(words.of("outer_task_id"), instance.outer);
        sink.argument(words.of("visible_node_count"), count);
        sink.argument(words.of("visible_node_index_min"), instance.nodes.nextSetBit(0));
        sink.argument(words.of("visible_node_index_max"), instance.nodes.length() - 1);
        sink.argument(words.of("prepare_slice_count"), instance.prepareCount);
        sink.argumentMicros(words.of("prepare_duration_us"), scene.moments.inMicros(instance.prepareLength));
        sink.argumentMoment(words.of("execution_start_us"), instance.executionBegin);
        sink.argumentLength(words.of("execution_duration_us"), instance.executionBegin, instance.executionEnd);
        sink.argument(words.of("synthetic_id_layout"), words.of("ring1:(outer_task_id << 10) | node_index"));
        sink.close();
    }

    /** One run of one graph. */
    private static final class Instance {
        private final long outer;
        private final BitSet nodes = new BitSet();
        private long prepareBegin = Long.MAX_VALUE;
        private double prepareLength;
        private int prepareCount;
        private long executionBegin = Long.MAX_VALUE;
        private long executionEnd = Long.MIN_VALUE;
        private int lane;

        Instance(long outer) {
            this.outer = outer;
        }

        void prepare(Moments moments, long begin, long end) {
            prepareBegin = Math.min(prepareBegin, begin);
            prepareLength += moments.length(begin, end);
            prepareCount++;
        }

        void run(int node, long begin, long end) {
            nodes.set(node);
            executionBegin = Math.min(executionBegin, begin);
            executionEnd = Math.max(executionEnd, end);
        }
    }
}
