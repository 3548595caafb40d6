package io.tidemark.probe.args;

import io.tidemark.abi.args.TestPattern;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.PayloadDigest;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The copy of one tensor's bytes into the arena, in as many pieces as it takes, with the digest of
 * what was copied. One tensor after the other; for the thread that steps the lane's scheduler.
 */
final class PayloadCopy implements StoredPayload {
    private static final int LARGEST_PART_WITHOUT_HOST = 2; // the arena over this, as captures cut

    private final PayloadArena arena;
    private final ViewReader view = new ViewReader();
    private final PayloadDigest digest = new PayloadDigest();
    private final PayloadDigest check = new PayloadDigest();
    private long beganAt;
    private long wantedBytes;
    private long storedBytes;

    PayloadCopy(PayloadArena arena) {
        this.arena = arena;
    }

    /** An argument without bytes. */
    void none() {
        beganAt = arena.position();
        wantedBytes = 0;
        storedBytes = 0;
        digest.reset();
    }

    /**
     * Takes a tensor; false if not all of it will be stored: it is not in the memory, or it
     * is larger than the arena and waiting is not allowed.
     */
    boolean begin(DeviceMemory memory, Tensor tensor, boolean mayWait) {
        none();
        if (!view.open(memory, tensor)) {
            return false;
        }
        wantedBytes = tensor.sizeBytes();
        if (!mayWait && wantedBytes > arena.sizeBytes()) {
            wantedBytes = arena.sizeBytes() / LARGEST_PART_WITHOUT_HOST;
            return false;
        }
        return true;
    }

    long arenaBytes() {
        return arena.sizeBytes();
    }

    @Override
    public long beganAt() {
        return storedBytes == 0 ? 0 : beganAt;
    }

    @Override
    public long storedBytes() {
        return storedBytes;
    }

    long leftBytes() {
        return wantedBytes - storedBytes;
    }

    boolean isDone() {
        return storedBytes == wantedBytes;
    }

    boolean hasRoom(long bytes) {
        return arena.hasRoom(bytes);
    }

    void held(boolean isHeld) {
        arena.held(isHeld);
    }

    /** Copies as much as there is room for and hands it to the host. */
    void copy() {
        long bytes = Math.min(leftBytes(), arena.room());
        long from = arena.position();
        view.copy(storedBytes, bytes, arena);
        arena.digestFrom(from, digest);
        storedBytes += bytes;
        if (!isDone()) {
            arena.publish(); // the host makes room for the rest
        }
    }

    /** Ends the copy with the bytes stored so far. */
    void cut() {
        wantedBytes = storedBytes;
    }

    @Override
    public long digest() {
        return storedBytes == 0 ? 0 : digest.value();
    }

    /** Looks at the source once more: are these still the bytes that were copied? */
    boolean isSourceUnchanged() {
        return storedBytes == 0 || view.digest(storedBytes, check) == digest.value();
    }

    /** Hands the bytes to the host; before the record that names them. */
    void publish() {
        if (storedBytes > 0) {
            arena.publish();
            arena.countPayload();
        }
    }

    void testPattern(int lane) {
        int size = TestPattern.SIZE_BYTES;
        MemorySegment pattern = OffHeap.unowned(size); // once per run
        for (int i = 0; i < size; i++) {
            pattern.set(ValueLayout.JAVA_BYTE, i, TestPattern.at(lane, i));
        }
        none();
        arena.put(pattern, 0, size);
        digest.update(pattern, 0, size);
        storedBytes = wantedBytes = size;
    }
}
