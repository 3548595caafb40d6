package io.tidemark.memory;

import java.lang.foreign.Arena;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * All memory outside the heap is taken here, under the name of its owner, so that a report can say
 * who holds what and a test can prove that everything went back. Any thread. An owner is a short
 * fixed word such as {@code region}; it is not meant to be made up per object.
 */
public final class OffHeap {
    private static final Map<String, LongAdder> BYTES = new ConcurrentHashMap<>();

    private OffHeap() {}

    /** Memory for one thread: the one that opens it also closes it. */
    public static OwnedArena confined(String owner) {
        return new OwnedArena(Arena.ofConfined(), counter(owner));
    }

    /** Memory for several threads; closed by any of them, when no other still uses it. */
    public static OwnedArena shared(String owner) {
        return new OwnedArena(Arena.ofShared(), counter(owner));
    }

    /** What each owner holds now; owners that hold nothing are left out. */
    public static Map<String, Long> bytesByOwner() {
        Map<String, Long> held = new TreeMap<>();
        BYTES.forEach((owner, bytes) -> held.put(owner, bytes.sum()));
        held.values().removeIf(bytes -> bytes == 0);
        return held;
    }

    private static LongAdder counter(String owner) {
        if (owner.isBlank()) {
            throw new IllegalArgumentException("owner=" + owner);
        }
        return BYTES.computeIfAbsent(owner, name -> new LongAdder());
    }
}
