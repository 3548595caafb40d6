package io.tidemark.runtime.graph;

import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.tensormap.KnownEdges;
import java.util.List;

/**
 * A task as a recorded body submitted it, of which kernels, blocks, tensors, scalars and stated
 * producers are all there is to say. Immutable.
 *
 * @param kernel null for several or none
 * @param mixed null for one or none
 * @param tensors in order, outputs too
 * @param stated producers that the body states; one may be named more than once
 * @param edges to tasks of the same body, by look-up
 */
record PlainTask(
        Kernel kernel,
        MixedKernels mixed,
        int blocks,
        List<TensorArgument> tensors,
        List<ScalarArgument> scalars,
        List<TensorSpec> outputs,
        List<Stated> stated,
        KnownEdges edges) {
    /** A producer by its number in the body, and the flags of the edge. */
    record Stated(int node, int flags) {}

    PlainTask {
        tensors = List.copyOf(tensors);
        scalars = List.copyOf(scalars);
        outputs = List.copyOf(outputs);
        stated = List.copyOf(stated);
    }
}
