package io.tidemark.runtime.tensormap;

import static io.tidemark.runtime.tensormap.RegionWords.EXTENT;
import static io.tidemark.runtime.tensormap.RegionWords.KIND;
import static io.tidemark.runtime.tensormap.RegionWords.SHAPE;
import static io.tidemark.runtime.tensormap.RegionWords.START;
import static io.tidemark.runtime.tensormap.RegionWords.STRIDES;
import static io.tidemark.runtime.tensormap.RegionWords.WORDS;

import java.util.Arrays;

/**
 * Types, shapes and strides of regions without the place at which they begin: most regions of a run
 * share a few of these, so each is kept once and counted. One thread.
 */
final class RegionForms {
    private static final int NONE = -1;
    private static final int FIRST_CAPACITY = 16;
    private static final long GOLDEN_RATIO = 0x9E37_79B9_7F4A_7C15L;

    private long[] words = {}; // region words, in which only the form counts
    private int[] users = {};
    private int[] next = {}; // with the same hash, or free
    private int[] heads = {};
    private int free = NONE;
    private int last = NONE; // taken last: the next one is often the same

    RegionForms() {
        grow();
    }

    /** The words that {@link #at} points into; changes with {@link #take}. */
    long[] words() {
        return words;
    }

    /**
     * Where the words of a region lie that has a form and begins at an element; until next time.
     */
    int at(int form, long start) {
        words[form * WORDS + START] = start;
        return form * WORDS;
    }

    /** The form of a region, with one user more. */
    int take(long[] region, int at) {
        int rank = RegionWords.rank(region, at);
        if (last != NONE && users[last] > 0 && isForm(last, region, at, rank)) {
            users[last]++;
            return last;
        }
        int form = heads[hash(region, at, rank)];
        while (form != NONE && !isForm(form, region, at, rank)) {
            form = next[form];
        }
        if (form == NONE) {
            form = make(region, at, rank);
        }
        users[form]++;
        last = form;
        return form;
    }

    /** One user less. */
    void give(int form) {
        if (--users[form] > 0) {
            return;
        }
        int at = form * WORDS;
        int slot = hash(words, at, RegionWords.rank(words, at));
        if (heads[slot] == form) {
            heads[slot] = next[form];
        } else {
            int before = heads[slot];
            while (next[before] != form) {
                before = next[before];
            }
            next[before] = next[form];
        }
        next[form] = free;
        free = form;
    }

    private int make(long[] region, int at, int rank) {
        if (free == NONE) {
            grow();
        }
        int form = free;
        free = next[form];
        System.arraycopy(region, at, words, form * WORDS, WORDS);
        int slot = hash(region, at, rank);
        next[form] = heads[slot];
        heads[slot] = form;
        return form;
    }

    private void grow() {
        int before = users.length;
        int after = Math.max(FIRST_CAPACITY, 2 * before);
        words = Arrays.copyOf(words, after * WORDS);
        users = Arrays.copyOf(users, after);
        next = Arrays.copyOf(next, after);
        heads = new int[2 * after];
        Arrays.fill(heads, NONE);
        for (int form = 0; form < before; form++) { // none is free
            int at = form * WORDS;
            int slot = hash(words, at, RegionWords.rank(words, at));
            next[form] = heads[slot];
            heads[slot] = form;
        }
        for (int form = before; form < after; form++) {
            next[form] = free;
            free = form;
        }
    }

    private boolean isForm(int form, long[] region, int at, int rank) {
        int own = form * WORDS;
        boolean isSame = words[own + EXTENT] == region[at + EXTENT] && words[own + KIND] == region[at + KIND];
        for (int axis = 0; isSame && axis < rank; axis++) {
            isSame = words[own + STRIDES + axis] == region[at + STRIDES + axis];
        }
        for (int pair = 0; isSame && pair < rank + 1 >> 1; pair++) {
            isSame = words[own + SHAPE + pair] == region[at + SHAPE + pair];
        }
        return isSame;
    }

    private int hash(long[] region, int at, int rank) {
        long key = region[at + EXTENT] * 31 + region[at + KIND];
        for (int axis = 0; axis < rank; axis++) {
            key = key * GOLDEN_RATIO + region[at + STRIDES + axis];
        }
        for (int pair = 0; pair < rank + 1 >> 1; pair++) {
            key = key * GOLDEN_RATIO + region[at + SHAPE + pair];
        }
        return (int) (key * GOLDEN_RATIO >>> 32) & heads.length - 1;
    }
}
