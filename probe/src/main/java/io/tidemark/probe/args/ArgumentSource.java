package io.tidemark.probe.args;

import io.tidemark.memory.tensor.Tensor;

/**
 * The arguments of one task, as far as a dump wants to know them. Read by the thread that steps the
 * task's scheduler, while the task is deferred.
 */
public interface ArgumentSource {
    long taskId();

    /** How many kernels share the arguments: 0 to 3. */
    int functionCount();

    /** Function id of the kernel with this index. */
    int functionId(int index);

    int tensorCount();

    Tensor tensor(int index);

    /**
     * What the task does with a tensor: 0 reads, 1 allocates and writes, 2 reads and writes, 3
     * writes an existing one, 4 passes it along.
     */
    int tagCode(int index);

    int scalarCount();

    long scalarBits(int index);

    /** Code of the scalar's element type as in {@code ArgumentRecord.DTYPE}. */
    int scalarTypeCode(int index);

    /** Bit i: argument i is marked, tensors first, then scalars. */
    long dumpMask();
}
