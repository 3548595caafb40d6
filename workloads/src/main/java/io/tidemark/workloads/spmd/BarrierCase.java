package io.tidemark.workloads.spmd;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.workloads.DeviceSource;
import io.tidemark.workloads.SeededInputs;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.WorkloadCase;

/**
 * One task whose blocks pass their work around in a ring and wait for each other in between: out =
 * 2x + 3. It ends only if all blocks are on cores at the same time, which starting together
 * promises. Stateless.
 */
final class BarrierCase {
    private static final int LINE = LineKernels.LINE;

    private static final Kernel MERGE =
            Kernel.aiv(8, "merge", BarrierCase::merge).onDevice(code("barrier_merge"));

    private BarrierCase() {}

    private static DeviceCode code(String entryPoint) {
        return DeviceSource.of(BarrierCase.class, "lines.cuh", entryPoint);
    }

    static WorkloadCase build(String title, int blocks, long seed) {
        TensorCase built = new TensorCase(title);
        TensorSpec lines = TensorSpec.of(DType.FLOAT32, blocks, LINE);
        float[] x = built.input("x", lines, new SeededInputs(seed).uniform(blocks * LINE, 1));
        built.scratch("passed", TensorSpec.of(DType.FLOAT32, 2 * blocks, LINE));
        built.scratch("arrived", TensorSpec.of(DType.INT32, LINE));
        built.output("out", lines, () -> golden(x));
        return built.graph(1, graph -> submit(graph, blocks), MERGE)
                .subtasks(blocks)
                .tolerance(1e-6);
    }

    private static void submit(TaskGraph graph, int blocks) {
        graph.task(MERGE)
                .in(graph.argument("x"))
                .inout(graph.argument("passed"))
                .inout(graph.argument("arrived"))
                .outExisting(graph.argument("out"))
                .blocks(blocks)
                .syncStart()
                .submit();
    }

    private static void merge(KernelContext context) {
        int blocks = context.blockCount();
        int block = context.blockIndex();
        Tensor doubled = context.tensor(1).slice(0, 0, blocks);
        Tensor moved = context.tensor(1).slice(0, blocks, blocks);
        pass(context, context.tensor(0), block, doubled, block, 2, 0);
        awaitAll(context, 1);
        pass(context, doubled, (block + 1) % blocks, moved, block, 1, 1);
        awaitAll(context, 2);
        pass(context, moved, (block + blocks - 1) % blocks, context.tensor(3), block, 1, 2);
    }

    private static void pass(
            KernelContext context, Tensor from, int fromLine, Tensor to, int toLine, float factor, float add) {
        float[] values = new float[LINE];
        DeviceMemory memory = context.memory();
        memory.read(from.slice(0, fromLine, 1), values);
        for (int i = 0; i < LINE; i++) {
            values[i] = factor * values[i] + add;
        }
        memory.write(to.slice(0, toLine, 1), values);
    }

    /** A counter that all blocks count up; the look at the stop makes each read a new one. */
    private static void awaitAll(KernelContext context, int phase) {
        Tensor arrived = context.tensor(2);
        context.countUp(arrived, 0, 1);
        int all = phase * context.blockCount();
        while (!context.stopRequested() && context.memory().getLong(arrived, 0) < all) {
            Thread.yield(); // there may be fewer CPUs than blocks
        }
    }

    private static double[] golden(float[] x) {
        double[] values = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            values[i] = 2.0 * x[i] + 3;
        }
        return values;
    }
}
