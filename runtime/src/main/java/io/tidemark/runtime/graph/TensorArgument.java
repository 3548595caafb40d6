package io.tidemark.runtime.graph;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.tensormap.ArgumentTag;

/**
 * A tensor argument of a recorded task. Immutable.
 *
 * @param tensor as the body named it; null for an output
 * @param whole the buffer of which it is all, as it was given or made; -1 for another view
 * @param spec of an output, else null
 */
public record TensorArgument(ArgumentTag tag, Tensor tensor, int whole, TensorSpec spec) {
    static TensorArgument output(TensorSpec spec) {
        return new TensorArgument(ArgumentTag.OUTPUT, null, -1, spec);
    }

    /** The tensor of this argument in a replay; not for an output, which the replay makes. */
    public Tensor in(Binding binding) {
        return whole >= 0 ? binding.whole(whole) : binding.tensor(tensor);
    }
}
