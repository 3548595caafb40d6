package io.tidemark.runtime.graph;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * Tensors of a graph that is being recorded. Each buffer has an address that no chip has, which
 * says which buffer it is: those that the graph is called with come first, then those that its
 * tasks make. One thread.
 */
final class VirtualTensors {
    private static final long MARK = 1L << 62; // an address is never negative
    private static final int NUMBER_SHIFT = 40; // room for a buffer of a tebibyte

    private final List<Tensor> buffers = new ArrayList<>();

    static boolean isVirtual(Tensor tensor) {
        return (tensor.baseAddress() & MARK) != 0;
    }

    static int number(Tensor tensor) {
        return (int) ((tensor.baseAddress() & ~MARK) >>> NUMBER_SHIFT);
    }

    /** Stands for a tensor that the graph is called with. */
    Tensor standIn(Tensor actual) {
        Tensor tensor = Tensor.ofStrided(
                nextAddress(),
                actual.bufferElements(),
                actual.dtype(),
                actual.shape(),
                actual.strides(),
                actual.startOffset());
        tensor = actual.version() == 0 ? tensor : tensor.withVersion(actual.version());
        return keep(actual.isManualDependency() ? tensor.withManualDependency() : tensor);
    }

    /** Stands for a tensor that a task of the graph makes. */
    Tensor made(TensorSpec spec, long owner) {
        return keep(spec.at(nextAddress()).ownedBy(owner));
    }

    /** The tensor that a buffer was recorded with. */
    Tensor recorded(int number) {
        return buffers.get(number);
    }

    int count() {
        return buffers.size();
    }

    private long nextAddress() {
        return MARK | (long) buffers.size() << NUMBER_SHIFT;
    }

    private Tensor keep(Tensor tensor) {
        buffers.add(tensor);
        return tensor;
    }
}
