package io.tidemark.workloads.spmd;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Tasks of many blocks; each kernel run writes its identity into separate cache lines. Tasks write
 * disjoint parts of the output, so that all of them are ready at once and compete for cores.
 * Stateless.
 */
public final class SpmdWorkload implements Workload {
    private static final int BARRIER_BLOCKS = 8;

    private enum Kind {
        BLOCKS,
        SYNC_START,
        SYNC_START_EDGE,
        STRESS,
        STARVATION,
        CORE_COUNTS,
        EARLY_DISPATCH,
        MIX_SPILL,
        BARRIER
    }

    private enum Shape {
        AIC,
        AIV,
        MIX;

        int lines() {
            return this == MIX ? LineKernels.MIX_LINES : 1;
        }
    }

    @Override
    public String name() {
        return "spmd";
    }

    @Override
    public String description() {
        return "tasks of many blocks that compete for cores, each block writes its own lines";
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                variant("basic", "one mixed task of one block", Shape.MIX, "1"),
                variant("multiblock-aiv", "five vector tasks", Shape.AIV, "4,16,24,48,96"),
                variant("multiblock-mix", "five mixed tasks", Shape.MIX, "2,8,12,24,48"),
                variant(
                        "batch-dispatch",
                        "two mixed tasks, each with more blocks than there are clusters",
                        Shape.MIX,
                        "48,48"),
                variant("sync-start", "four mixed tasks, three of them start as a whole"),
                variant("sync-start-edge", "cohorts at the limits of a scheduler and the chip"),
                variant("stress", "54 tasks, with and without cohorts, all ready at once"),
                variant("starvation", "two cohorts among many small mixed tasks"),
                variant("core-counts", "cohorts on all clusters and on all vector cores"),
                variant("early-dispatch", "a cohort staged before its matrix producer ends"),
                variant("mix-spill", "a cohort staged behind a producer on all vector cores"),
                variant("barrier", "blocks of a cohort that wait for each other in the kernel"));
    }

    private static Variant variant(String kind, String text) {
        return new Variant(kind, text, Map.of("kind", kind.replace('-', '_')));
    }

    private static Variant variant(String name, String text, Shape shape, String blocks) {
        String word = shape.name().toLowerCase(Locale.ROOT);
        return new Variant(name, text, Map.of("shape", word, "blocks", blocks));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(
                new CaseOption("kind", "blocks", "blocks, or a variant of cohorts by its name"),
                new CaseOption("shape", "mix", "aic, aiv or mix"),
                new CaseOption("blocks", "1", "blocks of each task, separated by commas"),
                new CaseOption("repeat", "1", "how often the list of tasks is submitted"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        return switch (options.choice("kind", Kind.class)) {
            case BLOCKS -> buildBlocks(title, options);
            case SYNC_START -> CohortCase.build(title, CohortPlan::syncStart);
            case SYNC_START_EDGE -> CohortCase.build(title, CohortPlan::edge);
            case STRESS -> CohortCase.build(title, CohortPlan::stress);
            case STARVATION -> CohortCase.build(title, CohortPlan::starvation);
            case CORE_COUNTS -> CohortCase.build(title, CohortPlan::coreCounts);
            case EARLY_DISPATCH -> EarlyCase.build(title, false);
            case MIX_SPILL -> EarlyCase.build(title, true);
            case BARRIER -> BarrierCase.build(title, BARRIER_BLOCKS, seed);
        };
    }

    private static WorkloadCase buildBlocks(String title, CaseOptions options) {
        Shape shape = options.choice("shape", Shape.class);
        int[] listed = options.integerList("blocks", 1, 0xFFFF);
        int repeat = options.integer("repeat", 1, 1000);
        int[] blocks = new int[listed.length * repeat];
        long all = 0;
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = listed[i % listed.length];
            all += blocks[i];
        }
        if (all * shape.lines() > 1 << 20) {
            throw new IllegalArgumentException(
                    "blocks=%s repeat=%d write more than 2^20 lines".formatted(options.text("blocks"), repeat));
        }
        TensorCase built = new TensorCase(title);
        TensorSpec lines = TensorSpec.of(DType.FLOAT32, (int) all * shape.lines(), LineKernels.LINE);
        built.output("lines", lines, () -> golden(shape, blocks, (int) lines.elements()));
        return built.graph(
                        blocks.length,
                        graph -> submit(graph, shape, blocks),
                        LineKernels.ON_AIV,
                        LineKernels.ON_AIC,
                        LineKernels.MIX_AIC,
                        LineKernels.MIX_AIV)
                .subtasks(all * shape.lines());
    }

    private static void submit(TaskGraph graph, Shape shape, int[] blocks) {
        Tensor lines = graph.argument("lines");
        int base = 0;
        for (int count : blocks) {
            var task =
                    switch (shape) {
                        case AIC -> graph.task(LineKernels.ON_AIC);
                        case AIV -> graph.task(LineKernels.ON_AIV);
                        case MIX -> graph.task(LineKernels.MIX);
                    };
            int size = count * shape.lines();
            task.outExisting(lines.slice(0, base, size)).blocks(count).submit();
            base += size;
        }
    }

    private static double[] golden(Shape shape, int[] blocks, int elements) {
        double[] values = new double[elements];
        int at = 0;
        for (int count : blocks) {
            at = LineKernels.golden(values, at, count, shape.lines());
        }
        return values;
    }
}
