package io.tidemark.workloads.spmd;

import io.tidemark.abi.DType;
import io.tidemark.abi.Platform;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.WorkloadCase;
import java.util.function.IntFunction;

/**
 * Cohorts of sizes that depend on the chip. The orchestration writes how many clusters it found,
 * and what must come out follows from that. Stateless.
 */
final class CohortCase {
    private static final int MOST_CLUSTERS = Platform.CUDA.maxClusters();

    private CohortCase() {}

    static WorkloadCase build(String title, IntFunction<CohortPlan> plans) {
        int most = 0;
        for (int clusters = 1; clusters <= MOST_CLUSTERS; clusters++) {
            most = Math.max(most, plans.apply(clusters).lines());
        }
        TensorCase built = new TensorCase(title);
        float[] found = built.reported("geometry", 2, CohortCase::isGeometry);
        int elements = most * LineKernels.LINE;
        built.output(
                "lines",
                TensorSpec.of(DType.FLOAT32, most, LineKernels.LINE),
                () -> golden(plans.apply((int) found[0]), elements));
        return built.graph(
                plans.apply(1).steps().size(),
                graph -> submit(graph, plans.apply(graph.clusterCount())),
                LineKernels.ON_AIV,
                LineKernels.MIX_AIC,
                LineKernels.MIX_AIV);
    }

    /** Clusters that a platform can have, and two vector cores to each. */
    static boolean isGeometry(float[] values) {
        return values[0] >= 1
                && values[0] <= MOST_CLUSTERS
                && values[0] == (int) values[0]
                && values[1] == 2 * values[0];
    }

    /** Writes the geometry of the chip, which {@link #isGeometry} checks. */
    static void reportGeometry(TaskGraph graph) {
        graph.write(graph.argument("geometry"), 0, graph.clusterCount());
        graph.write(graph.argument("geometry"), 1, graph.aivCount());
    }

    private static void submit(TaskGraph graph, CohortPlan plan) {
        reportGeometry(graph);
        Tensor lines = graph.argument("lines");
        int base = 0;
        for (CohortPlan.Step step : plan.steps()) {
            var task = step.isMixed() ? graph.task(LineKernels.MIX) : graph.task(LineKernels.ON_AIV);
            task.outExisting(lines.slice(0, base, step.lines())).blocks(step.blocks());
            (step.isTogether() ? task.syncStart() : task).submit();
            base += step.lines();
        }
    }

    private static double[] golden(CohortPlan plan, int elements) {
        double[] values = new double[elements];
        int at = 0;
        for (CohortPlan.Step step : plan.steps()) {
            int perBlock = step.isMixed() ? LineKernels.MIX_LINES : 1;
            at = LineKernels.golden(values, at, step.blocks(), perBlock);
        }
        return values;
    }
}
