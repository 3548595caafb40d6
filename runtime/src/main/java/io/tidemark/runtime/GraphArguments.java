package io.tidemark.runtime;

import io.tidemark.memory.tensor.Tensor;

/**
 * What a graph is recorded or replayed with: its tensors and its scalars, by index. Immutable,
 * except that a watched one remembers which scalars were looked at: what a body does with a value
 * it saw is frozen with it.
 */
public final class GraphArguments {
    private final Tensor[] tensors;
    private final long[] scalars;
    private final boolean[] read; // null unless watched

    private GraphArguments(Tensor[] tensors, long[] scalars, boolean[] read) {
        this.read = read;
        for (int i = 0; i < tensors.length; i++) {
            if (tensors[i] == null) {
                throw new IllegalArgumentException("tensors[" + i + "]=null");
            }
        }
        this.tensors = tensors;
        this.scalars = scalars;
    }

    public static GraphArguments of(Tensor... tensors) {
        return new GraphArguments(tensors.clone(), new long[0], null);
    }

    /** The same tensors with these scalars. */
    public GraphArguments withScalars(long... newScalars) {
        return new GraphArguments(tensors, newScalars.clone(), null);
    }

    /** The same, but it and what is derived from it remember which scalars were looked at. */
    public GraphArguments watched() {
        return new GraphArguments(tensors, scalars, new boolean[scalars.length]);
    }

    /** The same scalars with other tensors. */
    public GraphArguments withTensors(Tensor... newTensors) {
        return new GraphArguments(newTensors.clone(), scalars, read);
    }

    public Tensor tensor(int index) {
        if (index < 0 || index >= tensors.length) {
            throw new IndexOutOfBoundsException("tensor=" + index + " of " + tensors.length);
        }
        return tensors[index];
    }

    public int tensorCount() {
        return tensors.length;
    }

    /** The value of a scalar; a body that looks at one can only be replayed with the same value. */
    public long scalar(int index) {
        if (index < 0 || index >= scalars.length) {
            throw new IndexOutOfBoundsException("scalar=" + index + " of " + scalars.length);
        }
        if (read != null) {
            read[index] = true;
        }
        return scalars[index];
    }

    /** Whether a scalar was looked at; false if it is not watched. */
    public boolean wasRead(int index) {
        return read != null && read[index];
    }

    public int scalarCount() {
        return scalars.length;
    }
}
