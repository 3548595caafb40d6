package io.tidemark.cuda.code;

/**
 * What device code is compiled for. Immutable.
 *
 * @param architecture such as {@code sm_90}
 * @param blocksPerMultiprocessor that must fit at the same time: with more of them a block has
 *     fewer registers
 * @param scratchBytes of shared memory that the kernels of a block have
 */
public record GpuTarget(String architecture, int blocksPerMultiprocessor, int scratchBytes) {
    private static final int MOST_BLOCKS = 3; // with more, kernels would have too few registers
    private static final int KIB = 1024;
    private static final int LEAST_SCRATCH_BYTES = 40 * KIB; // what the kernels of our cases need
    private static final int MOST_SCRATCH_BYTES = 96 * KIB; // the rest is a cache
    private static final int OTHER_SHARED_BYTES = 18 * KIB; // tasks, the driver's, a kernel's own

    /** A target for up to {@code blocks} blocks on a multiprocessor. */
    public static GpuTarget of(String architecture, int blocks, int sharedPerMultiprocessor, int sharedPerBlock) {
        int fitting = Math.clamp(blocks, 1, MOST_BLOCKS);
        int share = Math.min(sharedPerMultiprocessor / fitting, sharedPerBlock);
        int scratch = (share - OTHER_SHARED_BYTES) / KIB * KIB;
        return new GpuTarget(architecture, fitting, Math.clamp(scratch, LEAST_SCRATCH_BYTES, MOST_SCRATCH_BYTES));
    }
}
