package io.tidemark.capture.column;

import java.util.Arrays;

/**
 * Gives each distinct 64-bit key the next index 0, 1, 2, ... and finds it again. Keys are kept in a
 * column. Keys that count up, such as the ids of tasks in the order of their submits, are found in
 * an array. There is one array for each high half of the keys, indexed by the low half. Other keys
 * are found by a hash table of indices. One thread fills it; any number may read after that.
 */
public final class LongIndex {
    /** What {@link #find} answers for a key never added. */
    public static final int ABSENT = -1;

    private static final long MIX = 0x9E3779B97F4A7C15L; // golden ratio: spreads runs of neighbours
    private static final int HALVES = 16; // high halves that have an array
    private static final int MOST_ROOM = 4; // places for each key: of an array before it is rounded
    private static final int FIRST_ROOM = 64;
    private static final int MOST_LOW = 1 << 29; // twice as much is an array's length

    private final LongColumn keys = new LongColumn();
    private final int[][] near = new int[HALVES][0]; // 1 + index by low half, 0 without a key
    private long nearRoom; // of all arrays
    private int[] slots = newSlots(FIRST_ROOM);
    private int hashed;

    /** The index of {@code key}, added when new. */
    public int add(long key) {
        int known = find(key);
        if (known != ABSENT) {
            return known;
        }
        int index = keys.size();
        keys.add(key);
        if (isNear(key)) {
            near[(int) (key >>> 32)][(int) key] = index + 1;
        } else {
            slots[slotOf(key)] = index;
            hashed++;
            if (hashed * 2L > slots.length) {
                rehash();
            }
        }
        return index;
    }

    /** The index of {@code key}, or {@link #ABSENT}. */
    public int find(long key) {
        long high = key >>> 32;
        if (high < HALVES) {
            int[] indices = near[(int) high];
            int low = (int) key;
            if (low >= 0 && low < indices.length && indices[low] != 0) {
                return indices[low] - 1;
            }
        }
        return hashed == 0 ? ABSENT : slots[slotOf(key)];
    }

    public long key(int index) {
        return keys.get(index);
    }

    public int size() {
        return keys.size();
    }

    /** Places of all arrays and of the hash table; four bytes each. */
    long room() {
        return nearRoom + slots.length;
    }

    /** Whether the new last key has a place in an array, which grows if the keys are worth it. */
    private boolean isNear(long key) {
        int half = (int) Math.min(key >>> 32, HALVES);
        int low = (int) key;
        long room = Math.min((long) keys.size() * MOST_ROOM + FIRST_ROOM, MOST_LOW);
        if (half >= HALVES || low < 0 || low >= room) {
            return false;
        }
        return low < near[half].length || grows(half, low);
    }

    /** All arrays together have no more room than the keys may take in one that was doubled. */
    private boolean grows(int half, int low) {
        int wanted = Math.max(FIRST_ROOM, 2 * Integer.highestOneBit(low));
        long all = nearRoom - near[half].length + wanted;
        if (all > 2L * MOST_ROOM * keys.size() + HALVES * FIRST_ROOM) {
            return false;
        }
        near[half] = Arrays.copyOf(near[half], wanted);
        nearRoom = all;
        return true;
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
        int[] old = slots;
        slots = newSlots(old.length * 2);
        for (int index : old) {
            if (index != ABSENT) {
                slots[slotOf(keys.get(index))] = index;
            }
        }
    }

    private static int[] newSlots(int count) {
        int[] fresh = new int[count];
        Arrays.fill(fresh, ABSENT);
        return fresh;
    }
}
