package io.tidemark.capture.column;

import java.util.Arrays;

/**
 * Gives each distinct 64-bit key the next index 0, 1, 2, ... and finds it again. Keys are kept in a
 * column, the hash table holds only their indices. One thread fills it; any number may read after
 * that.
 */
public final class LongIndex {
    /** What {@link #find} answers for a key never added. */
    public static final int ABSENT = -1;

    private static final long MIX = 0x9E3779B97F4A7C15L; // golden ratio: spreads runs of neighbours

    private final LongColumn keys = new LongColumn();
    private int[] slots = newSlots(64);

    /** The index of {@code key}, added when new. */
    public int add(long key) {
        int slot = slotOf(key);
        if (slots[slot] != ABSENT) {
            return slots[slot];
        }
        int index = keys.size();
        keys.add(key);
        slots[slot] = index;
        if (keys.size() * 2L > slots.length) {
            rehash();
        }
        return index;
    }

    /** The index of {@code key}, or {@link #ABSENT}. */
    public int find(long key) {
        return slots[slotOf(key)];
    }

    public long key(int index) {
        return keys.get(index);
    }

    public int size() {
        return keys.size();
    }

    private int slotOf(long key) {
        int mask = slots.length - 1;
        int slot = (int) ((key * MIX) >>> 32) & mask;
        while (slots[slot] != ABSENT && keys.get(slots[slot]) != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void rehash() {
        slots = newSlots(slots.length * 2);
        for (int index = 0; index < keys.size(); index++) {
            slots[slotOf(keys.get(index))] = index;
        }
    }

    private static int[] newSlots(int count) {
        int[] fresh = new int[count];
        Arrays.fill(fresh, ABSENT);
        return fresh;
    }
}
