package io.tidemark.runtime;

import io.tidemark.memory.tensor.Tensor;

/** What a graph is recorded or replayed with: its tensors and its scalars, by index. Immutable. */
public final class GraphArguments {
    private final Tensor[] tensors;
    private final long[] scalars;

    private GraphArguments(Tensor[] tensors, long[] scalars) {
        for (int i = 0; i < tensors.length; i++) {
            if (tensors[i] == null) {
                throw new IllegalArgumentException("tensors[" + i + "]=null");
            }
        }
        this.tensors = tensors;
        this.scalars = scalars;
    }

    public static GraphArguments of(Tensor... tensors) {
        return new GraphArguments(tensors.clone(), new long[0]);
    }

    /** The same tensors with these scalars. */
    public GraphArguments withScalars(long... newScalars) {
        return new GraphArguments(tensors, newScalars.clone());
    }

    public Tensor tensor(int index) {
        return tensors[index];
    }

    public int tensorCount() {
        return tensors.length;
    }

    public long scalar(int index) {
        return scalars[index];
    }

    public int scalarCount() {
        return scalars.length;
    }
}
