package io.tidemark.runtime;

/**
 * What one kernel computes. It runs on the core's carrier thread, any number of cores at once, and
 * touches only the tensors of its context. Whatever it throws ends the run with {@code
 * KERNEL_FAILED}.
 */
@FunctionalInterface
public interface KernelBody {
    void run(KernelContext context) throws Exception;
}
