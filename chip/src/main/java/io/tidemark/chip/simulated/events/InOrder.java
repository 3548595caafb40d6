package io.tidemark.chip.simulated.events;

import java.util.Arrays;

/**
 * Actors in the order in which they continue; at equal moments the lower number is first. For actors whose moments
 * mostly come in that order: an actor is then added at the end and taken from the front. Each is in here at most once.
 * One thread at a time.
 */
final class InOrder {
    private final int firstActor;
    private final long[] at; // by actor
    private final int[] line; // a ring of the actors that wait
    private final int mask;
    private int head;
    private int size;

    /**
     * @param firstActor the lowest number of an actor; the others follow
     */
    InOrder(int firstActor, int count) {
        this.firstActor = firstActor;
        at = new long[count];
        Arrays.fill(at, WakeTree.NEVER);
        int room = Integer.highestOneBit(Math.max(1, count - 1)) * 2;
        line = new int[room];
        mask = room - 1;
    }

    /** Who is first; only if somebody is. */
    int first() {
        return line[head];
    }

    /** When the first one continues, or never. */
    long firstAt() {
        return size == 0 ? WakeTree.NEVER : at[line[head] - firstActor];
    }

    long at(int actor) {
        return at[actor - firstActor];
    }

    void set(int actor, long moment) {
        if (at[actor - firstActor] != WakeTree.NEVER) {
            remove(actor);
        }
        at[actor - firstActor] = moment;
        if (moment != WakeTree.NEVER) {
            insert(actor, moment);
        }
    }

    private void remove(int actor) {
        int place = 0;
        while (line[head + place & mask] != actor) {
            place++;
        }
        for (; place > 0; place--) {
            line[head + place & mask] = line[head + place - 1 & mask];
        }
        head = head + 1 & mask;
        size--;
    }

    private void insert(int actor, long moment) {
        int place = size++;
        while (place > 0 && isAfter(line[head + place - 1 & mask], actor, moment)) {
            line[head + place & mask] = line[head + place - 1 & mask];
            place--;
        }
        line[head + place & mask] = actor;
    }

    private boolean isAfter(int other, int actor, long moment) {
        long otherMoment = at[other - firstActor];
        return otherMoment > moment || otherMoment == moment && other > actor;
    }
}
