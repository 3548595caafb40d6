package io.tidemark.workloads.decoder;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.workloads.DeviceSource;
import io.tidemark.workloads.OnlineSoftmax;
import io.tidemark.workloads.Operands;

/**
 * Attention of the new tokens over the paged cache, with the norms and rotations of query and key
 * before it. The items, one per sequence and key head, are dealt out to the blocks of one cohort. The three cores of a
 * cluster take every third page each, so that none waits for another inside a kernel. The core with the last page also
 * stores the new key and value. Any core's thread.
 */
final class CohortAttention {
    static final int PARTS = 3;
    static final double THETA = 1e4;

    /** Columns of the tiling: sequence, key head, keys. */
    static final int TILING_COLUMNS = 3;

    /** Contexts, tiling; scalar: key heads. */
    static final Kernel TILING =
            Kernel.aiv(2, "tiling", CohortAttention::tiling).onDevice(code("cohort_tiling"));

    /**
     * Query, key, value, reciprocals, tiling, gammas of query and key, caches of key and value,
     * block table, parts.
     */
    static final Kernel ON_MATRIX =
            Kernel.aic(7, "attention_aic", context -> attend(context, 0)).onDevice(code("cohort_attend_aic"));

    static final Kernel ON_VECTOR = Kernel.aiv(8, "attention_aiv", context -> attend(context, 1 + context.subBlock()))
            .onDevice(code("cohort_attend_aiv"));

    static final MixedKernels COHORT = MixedKernels.of(ON_MATRIX, ON_VECTOR, ON_VECTOR);

    /** Parts, result; a block per sequence. */
    static final Kernel MERGE =
            Kernel.aiv(9, "attention_merge", CohortAttention::merge).onDevice(code("cohort_merge"));

    private static final int QUERY = 0;
    private static final int KEY = 1;
    private static final int VALUE = 2;
    private static final int RECIP = 3;
    private static final int TABLE = 4;
    private static final int GAMMA_Q = 5;
    private static final int GAMMA_K = 6;
    private static final int KEY_CACHE = 7;
    private static final int VALUE_CACHE = 8;
    private static final int BLOCK_TABLE = 9;
    private static final int RESULT = 10;

    private CohortAttention() {}

    private static DeviceCode code(String entryPoint) {
        return DeviceSource.of(CohortAttention.class, "cohort_attention.cuh", entryPoint);
    }

    private static void tiling(KernelContext context) {
        int[] contexts = Operands.readInts(context, 0);
        int kvHeads = (int) context.scalarLong(0);
        int[] table = new int[contexts.length * kvHeads * TILING_COLUMNS];
        for (int item = 0; item < contexts.length * kvHeads; item++) {
            table[item * TILING_COLUMNS] = item / kvHeads;
            table[item * TILING_COLUMNS + 1] = item % kvHeads;
            table[item * TILING_COLUMNS + 2] = contexts[item / kvHeads];
        }
        context.memory().write(context.tensor(1), table);
    }

    private static void attend(KernelContext context, int part) {
        int[] table = Operands.readInts(context, TABLE);
        int items = table.length / TILING_COLUMNS;
        for (int item = context.blockIndex(); item < items; item += context.blockCount()) {
            int at = item * TILING_COLUMNS;
            attend(context, part, table[at], table[at + 1], table[at + 2]);
        }
    }

    private static void attend(KernelContext context, int part, int sequence, int kvHead, int keys) {
        Tensor parts = context.tensor(RESULT);
        int dim = parts.dimension(3) - OnlineSoftmax.storedSize(0);
        int group = parts.dimension(1) * dim / context.tensor(KEY).dimension(1);
        float recip = context.memory().getFloat(context.tensor(RECIP), sequence);
        float[] queries = row(context, QUERY, sequence, kvHead * group * dim, group * dim);
        prepare(queries, recip, Operands.read(context, GAMMA_Q), keys - 1);
        for (int i = 0; i < queries.length; i++) {
            queries[i] *= (float) (1 / Math.sqrt(dim));
        }
        float[] newKey = row(context, KEY, sequence, kvHead * dim, dim);
        prepare(newKey, recip, Operands.read(context, GAMMA_K), keys - 1);
        float[] newValue = row(context, VALUE, sequence, kvHead * dim, dim);
        for (int d = 0; d < dim; d++) {
            newValue[d] *= recip;
        }
        OnlineSoftmax[] softmax = new OnlineSoftmax[group];
        for (int head = 0; head < group; head++) {
            softmax[head] = new OnlineSoftmax(dim);
        }
        int page = context.tensor(KEY_CACHE).dimension(1);
        for (int number = part; number * page < keys; number += PARTS) {
            int rows = Math.min(page, keys - number * page);
            Tensor keyPage = page(context, KEY_CACHE, sequence, number, kvHead * dim, dim);
            Tensor valuePage = page(context, VALUE_CACHE, sequence, number, kvHead * dim, dim);
            if (number * page + rows == keys) { // the new token is the last key of the last page
                context.memory().write(keyPage.slice(0, rows - 1, 1), newKey);
                context.memory().write(valuePage.slice(0, rows - 1, 1), newValue);
            }
            float[] cachedKeys = Operands.read(context, keyPage.slice(0, 0, rows));
            float[] cachedValues = Operands.read(context, valuePage.slice(0, 0, rows));
            for (int row = 0; row < rows; row++) {
                for (int head = 0; head < group; head++) {
                    float score = dot(queries, head * dim, cachedKeys, row * dim, dim);
                    softmax[head].add(score, cachedValues, row * dim);
                }
            }
        }
        float[] stored = new float[OnlineSoftmax.storedSize(dim)];
        for (int head = 0; head < group; head++) {
            softmax[head].store(stored, 0);
            context.memory()
                    .write(
                            parts.select(0, sequence)
                                    .select(0, kvHead * group + head)
                                    .select(0, part),
                            stored);
        }
    }

    private static float[] row(KernelContext context, int index, int row, int from, int count) {
        return Operands.read(context, context.tensor(index).select(0, row).slice(0, from, count));
    }

    /** The rows of one page that belong to one key head. */
    private static Tensor page(KernelContext context, int cache, int sequence, int number, int from, int dim) {
        Tensor table = context.tensor(BLOCK_TABLE);
        long entry = (long) sequence * table.dimension(1) + number;
        int physical = (int) context.memory().getLong(table, entry);
        return context.tensor(cache).select(0, physical).slice(1, from, dim);
    }

    /** Undoes the missing norm of the row, then norm, gamma and rotation, head by head. */
    private static void prepare(float[] heads, float recip, float[] gamma, int position) {
        int dim = gamma.length;
        for (int at = 0; at < heads.length; at += dim) {
            float squares = 0;
            for (int d = at; d < at + dim; d++) {
                heads[d] *= recip;
                squares += heads[d] * heads[d];
            }
            float norm = 1 / (float) Math.sqrt(squares / dim + DecoderKernels.EPSILON);
            for (int d = 0; d < dim; d++) {
                heads[at + d] *= norm * gamma[d];
            }
            rotate(heads, at, dim, position);
        }
    }

    private static void rotate(float[] heads, int at, int dim, int position) {
        int half = dim / 2;
        for (int d = 0; d < half; d++) {
            double angle = position * StrictMath.pow(THETA, -2.0 * d / dim);
            float cosine = (float) StrictMath.cos(angle);
            float sine = (float) StrictMath.sin(angle);
            float first = heads[at + d];
            float second = heads[at + half + d];
            heads[at + d] = first * cosine - second * sine;
            heads[at + half + d] = second * cosine + first * sine;
        }
    }

    private static float dot(float[] left, int leftAt, float[] right, int rightAt, int count) {
        float sum = 0;
        for (int i = 0; i < count; i++) {
            sum += left[leftAt + i] * right[rightAt + i];
        }
        return sum;
    }

    private static void merge(KernelContext context) {
        Tensor parts = context.tensor(0);
        int sequence = context.blockIndex();
        int heads = parts.dimension(1);
        int stored = parts.dimension(3);
        int dim = stored - OnlineSoftmax.storedSize(0);
        float[] all = Operands.read(context, parts.select(0, sequence));
        float[] result = new float[heads * dim];
        for (int head = 0; head < heads; head++) {
            OnlineSoftmax.merge(all, head * PARTS * stored, PARTS, dim, result, head * dim);
        }
        context.memory().write(context.tensor(1).select(0, sequence), result);
    }
}
