package io.tidemark.workloads.spmd;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Tasks of many blocks; each kernel run writes who it is into cache lines of its own. Tasks write
 * disjoint parts of the output, so that all of them are ready at once and compete for cores.
 * Stateless.
 */
public final class SpmdWorkload implements Workload {
    /** Floats in a cache line. */
    private static final int LINE = 16;

    private static final int MIX_LINES = 3;

    private static final Kernel WRITE_ON_AIV =
            Kernel.aiv(0, "write_aiv", context -> write(context, 0, 1));
    private static final Kernel WRITE_ON_AIC =
            Kernel.aic(1, "write_aic", context -> write(context, 0, 1));
    private static final Kernel MIX_AIC =
            Kernel.aic(2, "mix_aic", context -> write(context, 0, MIX_LINES));
    private static final Kernel MIX_AIV =
            Kernel.aiv(3, "mix_aiv", context -> write(context, 1 + context.subBlock(), MIX_LINES));
    private static final MixedKernels MIX = MixedKernels.of(MIX_AIC, MIX_AIV, MIX_AIV);

    private enum Shape {
        AIC,
        AIV,
        MIX;

        int lines() {
            return this == MIX ? MIX_LINES : 1;
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
                        "48,48"));
    }

    private static Variant variant(String name, String text, Shape shape, String blocks) {
        String word = shape.name().toLowerCase(Locale.ROOT);
        return new Variant(name, text, Map.of("shape", word, "blocks", blocks));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(
                new CaseOption("shape", "mix", "aic, aiv or mix"),
                new CaseOption("blocks", "1", "blocks of each task, separated by commas"),
                new CaseOption("repeat", "1", "how often the list of tasks is submitted"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
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
                    "blocks=%s repeat=%d write more than 2^20 lines"
                            .formatted(options.text("blocks"), repeat));
        }
        TensorCase built = new TensorCase(title);
        TensorSpec lines = TensorSpec.of(DType.FLOAT32, (int) all * shape.lines(), LINE);
        built.output("lines", lines, () -> golden(shape, blocks, (int) lines.elements()));
        return built.graph(
                        blocks.length,
                        graph -> submit(graph, shape, blocks),
                        WRITE_ON_AIV,
                        WRITE_ON_AIC,
                        MIX_AIC,
                        MIX_AIV)
                .subtasks(all * shape.lines());
    }

    private static void submit(TaskGraph graph, Shape shape, int[] blocks) {
        Tensor lines = graph.argument("lines");
        int base = 0;
        for (int count : blocks) {
            var task =
                    switch (shape) {
                        case AIC -> graph.task(WRITE_ON_AIC);
                        case AIV -> graph.task(WRITE_ON_AIV);
                        case MIX -> graph.task(MIX);
                    };
            int size = count * shape.lines();
            task.outExisting(lines.slice(0, base, size)).blocks(count).submit();
            base += size;
        }
    }

    /** Block, number of blocks and place in the cluster, then the block again to the line's end. */
    private static void write(KernelContext context, int line, int linesPerBlock) {
        float[] values = new float[LINE];
        Arrays.fill(values, context.blockIndex());
        values[1] = context.blockCount();
        values[2] = linesPerBlock == 1 ? 0 : context.subBlock(); // alone it may be on either core
        Tensor lines = context.tensor(0);
        int at = context.blockIndex() * linesPerBlock + line;
        context.memory().write(lines.slice(0, at, 1), values);
    }

    private static double[] golden(Shape shape, int[] blocks, int elements) {
        double[] values = new double[elements];
        int at = 0;
        for (int count : blocks) {
            for (int block = 0; block < count; block++) {
                for (int line = 0; line < shape.lines(); line++) {
                    Arrays.fill(values, at, at + LINE, block);
                    values[at + 1] = count;
                    values[at + 2] = line == 2 ? 1 : 0;
                    at += LINE;
                }
            }
        }
        return values;
    }
}
