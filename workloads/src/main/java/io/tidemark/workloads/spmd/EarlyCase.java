package io.tidemark.workloads.spmd;

import io.tidemark.abi.DType;
import io.tidemark.abi.Platform;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.workloads.DeviceSource;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.WorkloadCase;
import java.time.Duration;
import java.util.Arrays;

/**
 * A cohort on all clusters behind a producer whose consumers may be staged: on the cores that the
 * producer leaves free, or behind it on those it keeps. Each run of the cohort says how much of the
 * producer's work it saw. Both tasks are timed, in slots 0 and 1. Stateless.
 */
final class EarlyCase {
    private static final int LINE = LineKernels.LINE;
    private static final int MOST_CLUSTERS = Platform.CUDA.maxClusters();
    private static final int MATRIX_BLOCKS = 50;
    private static final Duration BUSY = Duration.ofMillis(1);

    private static final Kernel PRODUCE_AIC =
            Kernel.aic(4, "produce_aic", EarlyCase::produce).onDevice(code("early_produce"));
    private static final Kernel PRODUCE_AIV =
            Kernel.aiv(5, "produce_aiv", EarlyCase::produce).onDevice(code("early_produce"));
    private static final Kernel CONSUME_AIC =
            Kernel.aic(6, "consume_aic", context -> consume(context, 0)).onDevice(code("early_consume_aic"));
    private static final Kernel CONSUME_AIV = Kernel.aiv(
                    7, "consume_aiv", context -> consume(context, 1 + context.subBlock()))
            .onDevice(code("early_consume_aiv"));
    private static final MixedKernels CONSUME = MixedKernels.of(CONSUME_AIC, CONSUME_AIV, CONSUME_AIV);

    private EarlyCase() {}

    private static DeviceCode code(String entryPoint) {
        return DeviceSource.of(EarlyCase.class, "lines.cuh", entryPoint);
    }

    /**
     * @param fillsVectorCores the producer has a block for each vector core, instead of fifty on
     *     matrix cores
     */
    static WorkloadCase build(String title, boolean fillsVectorCores) {
        TensorCase built = new TensorCase(title);
        float[] found = built.reported("geometry", 2, CohortCase::isGeometry);
        int most = Math.max(MATRIX_BLOCKS, 2 * MOST_CLUSTERS);
        built.scratch("made", TensorSpec.of(DType.FLOAT32, most, LINE));
        int lines = LineKernels.MIX_LINES * MOST_CLUSTERS;
        built.output(
                "seen",
                TensorSpec.of(DType.FLOAT32, lines, LINE),
                () -> golden((int) found[0], fillsVectorCores, lines));
        return built.graph(
                2, graph -> submit(graph, fillsVectorCores), PRODUCE_AIC, PRODUCE_AIV, CONSUME_AIC, CONSUME_AIV);
    }

    private static int blocks(int clusters, boolean fillsVectorCores) {
        return fillsVectorCores ? 2 * clusters : MATRIX_BLOCKS;
    }

    private static void submit(TaskGraph graph, boolean fillsVectorCores) {
        CohortCase.reportGeometry(graph);
        int blocks = blocks(graph.clusterCount(), fillsVectorCores);
        Tensor made = graph.argument("made").slice(0, 0, blocks);
        try (Scope _ = graph.manualScope()) {
            TaskBuilder producer = graph.task(fillsVectorCores ? PRODUCE_AIV : PRODUCE_AIC);
            long id = producer.outExisting(made)
                    .blocks(blocks)
                    .earlyResolve()
                    .timed(0)
                    .submit()
                    .id();
            graph.task(CONSUME)
                    .in(made)
                    .outExisting(graph.argument("seen"))
                    .after(id)
                    .blocks(graph.clusterCount())
                    .syncStart()
                    .timed(1)
                    .submit();
        }
    }

    /** Takes its time, so that there is something to be early for. */
    private static void produce(KernelContext context) {
        context.spend(BUSY);
        float[] values = new float[LINE];
        Arrays.fill(values, 1);
        context.memory().write(context.tensor(0).slice(0, context.blockIndex(), 1), values);
    }

    private static void consume(KernelContext context, int line) {
        Tensor made = context.tensor(0);
        float sum = 0;
        for (long i = 0; i < made.elements(); i++) {
            sum += context.memory().getFloat(made, i);
        }
        float[] values = new float[LINE];
        Arrays.fill(values, context.blockIndex());
        values[1] = sum;
        int at = context.blockIndex() * LineKernels.MIX_LINES + line;
        context.memory().write(context.tensor(1).slice(0, at, 1), values);
    }

    private static double[] golden(int clusters, boolean fillsVectorCores, int lines) {
        double[] values = new double[lines * LINE];
        for (int line = 0; line < clusters * LineKernels.MIX_LINES; line++) {
            int at = line * LINE;
            Arrays.fill(values, at, at + LINE, line / LineKernels.MIX_LINES);
            values[at + 1] = blocks(clusters, fillsVectorCores) * (double) LINE;
        }
        return values;
    }
}
