package io.tidemark.runtime;

import io.tidemark.memory.tensor.TensorSpec;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A tensor of the host bound to a run: staged to the device before it, copied back after a good
 * one. The bytes are row-major and little-endian, and stay the caller's.
 *
 * @param data backing store, exactly {@code spec.sizeBytes()} long; for {@link Direction#OUT} also
 *     what the device starts from
 */
public record HostTensor(String name, TensorSpec spec, Direction direction, MemorySegment data) {
    /** Which way the bytes travel. */
    public enum Direction {
        IN,
        OUT,
        INOUT;

        public boolean copiedBack() {
            return this != IN;
        }
    }

    public HostTensor {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(direction, "direction");
        if (data.byteSize() != spec.sizeBytes()) {
            throw new IllegalArgumentException("data of host tensor "
                    + name
                    + " has byteSize="
                    + data.byteSize()
                    + ", but "
                    + spec
                    + " needs "
                    + spec.sizeBytes());
        }
    }

    public static HostTensor in(String name, TensorSpec spec, float[] values) {
        return new HostTensor(name, spec, Direction.IN, MemorySegment.ofArray(values));
    }

    public static HostTensor in(String name, TensorSpec spec, int[] values) {
        return new HostTensor(name, spec, Direction.IN, MemorySegment.ofArray(values));
    }

    public static HostTensor in(String name, TensorSpec spec, MemorySegment data) {
        return new HostTensor(name, spec, Direction.IN, data);
    }

    public static HostTensor out(String name, TensorSpec spec, float[] values) {
        return new HostTensor(name, spec, Direction.OUT, MemorySegment.ofArray(values));
    }

    public static HostTensor out(String name, TensorSpec spec, int[] values) {
        return new HostTensor(name, spec, Direction.OUT, MemorySegment.ofArray(values));
    }

    public static HostTensor out(String name, TensorSpec spec, MemorySegment data) {
        return new HostTensor(name, spec, Direction.OUT, data);
    }

    public static HostTensor inout(String name, TensorSpec spec, float[] values) {
        return new HostTensor(name, spec, Direction.INOUT, MemorySegment.ofArray(values));
    }

    public static HostTensor inout(String name, TensorSpec spec, int[] values) {
        return new HostTensor(name, spec, Direction.INOUT, MemorySegment.ofArray(values));
    }

    public static HostTensor inout(String name, TensorSpec spec, MemorySegment data) {
        return new HostTensor(name, spec, Direction.INOUT, data);
    }
}
