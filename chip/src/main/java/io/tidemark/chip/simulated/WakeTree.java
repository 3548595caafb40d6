package io.tidemark.chip.simulated;

import java.util.Arrays;

/**
 * The event queue of a run in virtual time: for each of a fixed number of actors the moment at
 * which it goes on, or never. The earliest is found at once, equal moments by the lower number. A
 * binary heap of those that go on at all: most actors wait for others, and they cost nothing. One
 * thread at a time.
 */
final class WakeTree {
    static final long NEVER = Long.MAX_VALUE;

    private final long[] at; // by actor
    private final int[] place; // by actor: where it is in the heap, 0 if it never goes on
    private final long[] moments; // by place, the earliest at 1
    private final int[] actors; // by place
    private int last;

    WakeTree(int count) {
        at = new long[count];
        Arrays.fill(at, NEVER);
        place = new int[count];
        moments = new long[count + 1];
        actors = new int[count + 1];
    }

    /** Who goes on first; actor 0 if nobody does. */
    int first() {
        return last == 0 ? 0 : actors[1];
    }

    /** When that is. */
    long firstAt() {
        return last == 0 ? NEVER : moments[1];
    }

    long at(int actor) {
        return at[actor];
    }

    void clear(int actor) {
        set(actor, NEVER);
    }

    void set(int actor, long moment) {
        long before = at[actor];
        if (before == moment) {
            return;
        }
        at[actor] = moment;
        if (moment == NEVER) {
            remove(actor);
        } else if (before == NEVER) {
            rise(++last, actor, moment);
        } else if (moment < before) {
            rise(place[actor], actor, moment);
        } else {
            sink(place[actor], actor, moment);
        }
    }

    /** As {@link #set}, unless it goes on earlier anyway. */
    void setEarlier(int actor, long moment) {
        if (moment < at[actor]) {
            set(actor, moment);
        }
    }

    private void remove(int actor) {
        int hole = place[actor];
        place[actor] = 0;
        int moved = actors[last];
        long moment = moments[last--];
        if (moved == actor) {
            return;
        }
        if (hole > 1 && isBefore(moment, moved, hole >>> 1)) {
            rise(hole, moved, moment);
        } else {
            sink(hole, moved, moment);
        }
    }

    /** Puts an actor into a hole or, if it goes on before them, above those over it. */
    private void rise(int hole, int actor, long moment) {
        int to = hole;
        while (to > 1 && isBefore(moment, actor, to >>> 1)) {
            move(to >>> 1, to);
            to >>>= 1;
        }
        put(actor, moment, to);
    }

    /** Puts an actor into a hole or below those under it that go on before. */
    private void sink(int hole, int actor, long moment) {
        int to = hole;
        while (2 * to <= last) {
            int child = 2 * to;
            if (child < last && isBefore(moments[child + 1], actors[child + 1], child)) {
                child++;
            }
            if (isBefore(moment, actor, child)) {
                break;
            }
            move(child, to);
            to = child;
        }
        put(actor, moment, to);
    }

    private boolean isBefore(long moment, int actor, int other) {
        return moment < moments[other] || moment == moments[other] && actor < actors[other];
    }

    private void move(int from, int to) {
        put(actors[from], moments[from], to);
    }

    private void put(int actor, long moment, int to) {
        moments[to] = moment;
        actors[to] = actor;
        place[actor] = to;
    }
}
