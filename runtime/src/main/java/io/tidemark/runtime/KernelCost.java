package io.tidemark.runtime;

import java.time.Duration;
import java.util.Objects;

/**
 * How much one kernel run does, or how long it takes. Virtual time uses it; real time ignores it.
 * Immutable.
 *
 * @param bytes moved to and from memory, or {@link #OF_TENSORS}
 * @param operations of arithmetic
 * @param duration how long it takes whatever it moves and computes; null if that decides
 * @param lead how long its core gets ready before it starts
 */
public record KernelCost(long bytes, long operations, Duration duration, Duration lead) {
    /** The bytes of the task's tensors count, those of an argument that is updated twice. */
    public static final long OF_TENSORS = -1;

    /** The cost of a kernel that declares none. */
    public static final KernelCost TENSORS = new KernelCost(OF_TENSORS, 0, null, Duration.ZERO);

    public KernelCost {
        if (bytes < OF_TENSORS || operations < 0) {
            throw new IllegalArgumentException("bytes=" + bytes + " operations=" + operations);
        }
        if (duration != null && duration.isNegative()) {
            throw new IllegalArgumentException("duration=" + duration + " is negative");
        }
        if (lead.isNegative()) {
            throw new IllegalArgumentException("lead=" + lead + " is negative");
        }
    }

    /** A number of bytes and of operations; the slower of the two decides. */
    public static KernelCost of(long bytes, long operations) {
        return new KernelCost(bytes, operations, null, Duration.ZERO);
    }

    /** A number of operations, beside the bytes of the tensors. */
    public static KernelCost ofOperations(long operations) {
        return new KernelCost(OF_TENSORS, operations, null, Duration.ZERO);
    }

    /** A fixed duration. */
    public static KernelCost lasting(Duration duration) {
        return new KernelCost(0, 0, Objects.requireNonNull(duration, "duration"), Duration.ZERO);
    }

    /** The same, after its core got ready for so long. */
    public KernelCost after(Duration newLead) {
        return new KernelCost(bytes, operations, duration, newLead);
    }
}
