package io.tidemark.chip.simulated;

import java.util.Arrays;

/**
 * The event queue of a run in virtual time: for each of a fixed number of actors the moment at
 * which it goes on, or never. The earliest is found at once, equal moments by the lower number; a
 * change costs a walk up a tree. One thread at a time.
 */
final class WakeTree {
    static final long NEVER = Long.MAX_VALUE;

    private final int leaves; // a power of two
    private final long[] at;
    private final int[] winner; // by node, root at 1

    WakeTree(int actors) {
        leaves = Math.max(2, Integer.highestOneBit(2 * actors - 1));
        at = new long[leaves];
        Arrays.fill(at, NEVER);
        winner = new int[leaves];
        for (int node = leaves - 1; node > 0; node--) {
            winner[node] = 2 * node < leaves ? winner[2 * node] : 2 * node - leaves;
        }
    }

    /** Who goes on first. */
    int first() {
        return winner[1];
    }

    /** When that is. */
    long firstAt() {
        return at[winner[1]];
    }

    long at(int actor) {
        return at[actor];
    }

    void clear(int actor) {
        set(actor, NEVER);
    }

    void set(int actor, long moment) {
        if (at[actor] == moment) {
            return;
        }
        at[actor] = moment;
        int node = actor + leaves >>> 1;
        int left = actor & ~1;
        int best = at[left + 1] < at[left] ? left + 1 : left;
        while (true) {
            if (winner[node] == best && best != actor) {
                return; // nothing changed here, nor above
            }
            winner[node] = best;
            if (node == 1) {
                return;
            }
            int other = winner[node ^ 1];
            int low = Math.min(best, other);
            int high = Math.max(best, other);
            best = at[high] < at[low] ? high : low;
            node >>>= 1;
        }
    }

    /** As {@link #set}, unless it goes on earlier anyway. */
    void setEarlier(int actor, long moment) {
        if (moment < at[actor]) {
            set(actor, moment);
        }
    }
}
