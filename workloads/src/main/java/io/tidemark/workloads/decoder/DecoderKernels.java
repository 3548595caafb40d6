package io.tidemark.workloads.decoder;

import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.KernelContext;
import io.tidemark.workloads.DenseMath;
import io.tidemark.workloads.DeviceSource;
import io.tidemark.workloads.Operands;

/**
 * Norms, projections and the feed-forward part. Rows are sequences. A task gets views of just what
 * it reads and writes; with several blocks, each takes the tile of columns with its number. Each
 * runs on any core's thread; sums have one fixed order.
 */
final class DecoderKernels {
    static final float EPSILON = 1e-6f;

    /** Source, target. */
    static final Kernel COPY =
            Kernel.aiv(0, "copy_hidden", DecoderKernels::copy).onDevice(code("decoder_copy"));

    /** Residual, gamma, product; scalar: tile. */
    static final Kernel X_GAMMA =
            Kernel.aiv(1, "x_gamma", DecoderKernels::xGamma).onDevice(code("decoder_x_gamma"));

    /** Tensors to clear. */
    static final Kernel SEED = Kernel.aiv(3, "seed", DecoderKernels::seed).onDevice(code("decoder_seed"));

    /** Residual, reciprocals. */
    static final Kernel RMS_RECIP =
            Kernel.aiv(4, "rms_recip", DecoderKernels::rmsRecip).onDevice(code("decoder_rms_recip"));

    /** Rows, weights, sum that the product is added to; scalar: tile. */
    static final Kernel Q_PROJ =
            Kernel.aic(5, "q_proj", DecoderKernels::project).onDevice(code("decoder_project"));

    static final Kernel KV_PROJ =
            Kernel.aic(6, "kv_proj", DecoderKernels::project).onDevice(code("decoder_project"));
    static final Kernel OUT_PROJ =
            Kernel.aic(11, "out_proj", DecoderKernels::project).onDevice(code("decoder_project"));

    /** Residual, projection, gamma; new residual, its product with gamma. */
    static final Kernel RESIDUAL =
            Kernel.aiv(12, "residual_cast", DecoderKernels::residual).onDevice(code("decoder_residual"));

    /** Residual, projection, reciprocals of their sum. */
    static final Kernel POST_RMS =
            Kernel.aiv(13, "post_rms_reduce", DecoderKernels::postRms).onDevice(code("decoder_post_rms"));

    /** A chunk of the rows, its weights, partial product; scalar: tile. */
    static final Kernel GATE_PROJ =
            Kernel.aic(14, "gate_proj", DecoderKernels::multiply).onDevice(code("decoder_multiply"));

    static final Kernel UP_PROJ =
            Kernel.aic(15, "up_proj", DecoderKernels::multiply).onDevice(code("decoder_multiply"));

    /** Partial gates, partial ups, reciprocals; activation. */
    static final Kernel SILU = Kernel.aiv(16, "silu", DecoderKernels::silu).onDevice(code("decoder_silu"));

    /** A tile of the activation, its weights, partial product; scalar: tile. */
    static final Kernel DOWN_PROJ =
            Kernel.aic(17, "down_proj", DecoderKernels::multiply).onDevice(code("decoder_multiply"));

    /** Residual, partial products, next gamma; next residual, its product; scalar: tile. */
    static final Kernel DCR_X_GAMMA =
            Kernel.aiv(18, "dcr_xgamma", DecoderKernels::dcrXGamma).onDevice(code("decoder_close"));

    private DecoderKernels() {}

    private static DeviceCode code(String entryPoint) {
        return DeviceSource.of(DecoderKernels.class, "decoder.cuh", entryPoint);
    }

    private static void copy(KernelContext context) {
        context.memory().write(context.tensor(1), Operands.read(context, 0));
    }

    private static void seed(KernelContext context) {
        for (int i = 0; i < context.tensorCount(); i++) {
            context.memory().fill(context.tensor(i), 0);
        }
    }

    private static void xGamma(KernelContext context) {
        int tile = (int) context.scalarLong(0);
        int from = context.blockIndex() * tile;
        float[] rows = Operands.columns(context, 0, from, tile);
        scale(rows, Operands.read(context, context.tensor(1).slice(0, from, tile)));
        Operands.setColumns(context, 2, from, tile, rows);
    }

    /** Multiplies each row by the factors, column by column. */
    private static void scale(float[] rows, float[] factors) {
        for (int i = 0; i < rows.length; i++) {
            rows[i] *= factors[i % factors.length];
        }
    }

    private static void rmsRecip(KernelContext context) {
        context.memory()
                .write(
                        context.tensor(1),
                        reciprocals(Operands.read(context, 0), context.tensor(0).dimension(1)));
    }

    private static void postRms(KernelContext context) {
        float[] rows = Operands.read(context, 0);
        add(rows, Operands.read(context, 1));
        context.memory()
                .write(context.tensor(2), reciprocals(rows, context.tensor(0).dimension(1)));
    }

    /** One over the root of the mean square, per row. */
    private static float[] reciprocals(float[] rows, int width) {
        float[] result = new float[rows.length / width];
        for (int row = 0; row < result.length; row++) {
            float squares = 0;
            for (int i = row * width; i < (row + 1) * width; i++) {
                squares += rows[i] * rows[i];
            }
            result[row] = 1 / (float) Math.sqrt(squares / width + EPSILON);
        }
        return result;
    }

    private static void add(float[] sum, float[] addend) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += addend[i];
        }
    }

    private static void project(KernelContext context) {
        multiplyTile(context, true);
    }

    private static void multiply(KernelContext context) {
        multiplyTile(context, false);
    }

    private static void multiplyTile(KernelContext context, boolean onTop) {
        int width = (int) context.scalarLong(0);
        int from = context.blockIndex() * width;
        int columns = Math.min(width, context.tensor(1).dimension(1) - from);
        int rows = context.tensor(0).dimension(0);
        int inner = context.tensor(0).dimension(1);
        float[] weights = Operands.columns(context, 1, from, columns);
        float[] product = new float[rows * columns];
        DenseMath.multiply(Operands.read(context, 0), 0, weights, 0, product, 0, rows, inner, columns);
        if (onTop) {
            add(product, Operands.columns(context, 2, from, columns));
        }
        Operands.setColumns(context, 2, from, columns, product);
    }

    private static void residual(KernelContext context) {
        float[] rows = Operands.read(context, 0);
        add(rows, Operands.read(context, 1));
        context.memory().write(context.tensor(3), rows);
        scale(rows, Operands.read(context, 2));
        context.memory().write(context.tensor(4), rows);
    }

    private static void silu(KernelContext context) {
        int tile = context.tensor(3).dimension(1);
        float[] gate = sumOfParts(context, 0, 0, tile);
        float[] up = sumOfParts(context, 1, 0, tile);
        float[] recip = Operands.read(context, 2);
        for (int i = 0; i < gate.length; i++) {
            float x = gate[i] * recip[i / tile];
            gate[i] = x / (1 + (float) StrictMath.exp(-x)) * (up[i] * recip[i / tile]);
        }
        context.memory().write(context.tensor(3), gate);
    }

    private static void dcrXGamma(KernelContext context) {
        int tile = (int) context.scalarLong(0);
        int from = context.blockIndex() * tile;
        float[] rows = Operands.columns(context, 0, from, tile);
        add(rows, sumOfParts(context, 1, from, tile));
        Operands.setColumns(context, 3, from, tile, rows);
        scale(rows, Operands.read(context, context.tensor(2).slice(0, from, tile)));
        Operands.setColumns(context, 4, from, tile, rows);
    }

    /** Partial products of some columns, added up in the order of the parts. */
    private static float[] sumOfParts(KernelContext context, int index, int from, int count) {
        var parts = context.tensor(index);
        float[] sum = new float[parts.dimension(1) * count];
        for (int part = 0; part < parts.dimension(0); part++) {
            add(sum, Operands.read(context, parts.select(0, part).slice(1, from, count)));
        }
        return sum;
    }
}
