package io.tidemark.workloads.spmd;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.workloads.DeviceSource;
import java.util.Arrays;

/** Kernels that write who they are into cache lines of their own. Stateless. */
final class LineKernels {
    /** Floats in a cache line. */
    static final int LINE = 16;

    static final int MIX_LINES = 3;

    static final Kernel ON_AIV =
            Kernel.aiv(0, "write_aiv", context -> write(context, 0, 1)).onDevice(code("lines_alone"));
    static final Kernel ON_AIC =
            Kernel.aic(1, "write_aic", context -> write(context, 0, 1)).onDevice(code("lines_alone"));
    static final Kernel MIX_AIC =
            Kernel.aic(2, "mix_aic", context -> write(context, 0, MIX_LINES)).onDevice(code("lines_mix_aic"));
    static final Kernel MIX_AIV = Kernel.aiv(3, "mix_aiv", context -> write(context, 1 + context.subBlock(), MIX_LINES))
            .onDevice(code("lines_mix_aiv"));
    static final MixedKernels MIX = MixedKernels.of(MIX_AIC, MIX_AIV, MIX_AIV);

    private LineKernels() {}

    private static DeviceCode code(String entryPoint) {
        return DeviceSource.of(LineKernels.class, "lines.cuh", entryPoint);
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

    /** Computes what a task of {@code blocks} blocks writes; returns where the next task's lines begin. */
    static int golden(double[] values, int from, int blocks, int linesPerBlock) {
        int at = from;
        for (int block = 0; block < blocks; block++) {
            for (int line = 0; line < linesPerBlock; line++) {
                Arrays.fill(values, at, at + LINE, block);
                values[at + 1] = blocks;
                values[at + 2] = line == 2 ? 1 : 0;
                at += LINE;
            }
        }
        return at;
    }
}
