package io.tidemark.analysis.deps.race;

import java.util.ArrayList;
import java.util.List;

/**
 * One buffer from its allocation until its memory is given out again, and who touches it. Filled by
 * {@link BufferLives}; one thread.
 */
final class BufferLife {
    final long address;
    final long ownerId; // task that allocated it, TensorIdentity.NO_OWNER if none
    final int owner; // node of that task, -1 when there is none in the graph
    final int tensor; // one of the capture's tensors in this buffer
    final List<Access> accesses = new ArrayList<>();
    long firstUse = Long.MAX_VALUE; // (task, argument) in order of submission
    int external = -1; // its number among the buffers without owner

    BufferLife(long address, long ownerId, int owner, int tensor) {
        this.address = address;
        this.ownerId = ownerId;
        this.owner = owner;
        this.tensor = tensor;
    }
}
