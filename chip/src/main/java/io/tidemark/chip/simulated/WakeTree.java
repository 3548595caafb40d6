package io.tidemark.chip.simulated;

import java.util.Arrays;

/**
 * The event queue of a run in virtual time: for each of a fixed number of actors the moment at
 * which it goes on, or never. The earliest is known at once, equal moments by the lower number. A
 * tree of two levels: actors in groups, and the earliest of each group. Most changes are to a later
 * moment of an actor that is not the earliest of its group, or to an earlier one, and cost a
 * comparison; else one group and the list of groups are looked through, without branches that
 * depend on moments. One thread at a time.
 */
final class WakeTree {
    static final long NEVER = Long.MAX_VALUE;

    private static final int FEW = 64; // actors of which groups are small

    private final int shift; // an actor's number to that of its group
    private final long[] at; // by actor; those that fill the last group never go on
    private final long[] groupAt; // by group
    private final int[] groupFirst; // by group: its first actor at that moment
    private int first;
    private long firstAt = NEVER;

    WakeTree(int count) {
        shift = count <= FEW ? 3 : 4;
        int groups = (count + (1 << shift) - 1) >>> shift;
        at = new long[groups << shift];
        Arrays.fill(at, NEVER);
        groupAt = new long[groups];
        Arrays.fill(groupAt, NEVER);
        groupFirst = new int[groups];
        Arrays.setAll(groupFirst, group -> group << shift);
    }

    /** Who goes on first; actor 0 if nobody does. */
    int first() {
        return first;
    }

    /** When that is. */
    long firstAt() {
        return firstAt;
    }

    long at(int actor) {
        return at[actor];
    }

    void clear(int actor) {
        set(actor, NEVER);
    }

    void set(int actor, long moment) {
        at[actor] = moment;
        int group = actor >>> shift;
        if (actor == groupFirst[group]) {
            if (moment <= groupAt[group]) {
                groupAt[group] = moment;
            } else {
                lookThrough(group);
            }
            if (actor == first) {
                lookThroughGroups();
                return;
            }
        } else if (isBefore(moment, actor, groupAt[group], groupFirst[group])) {
            groupAt[group] = moment;
            groupFirst[group] = actor;
        } else {
            return;
        }
        if (isBefore(groupAt[group], groupFirst[group], firstAt, first)) {
            firstAt = groupAt[group];
            first = groupFirst[group];
        }
    }

    /** As {@link #set}, unless it goes on earlier anyway. */
    void setEarlier(int actor, long moment) {
        if (moment < at[actor]) {
            set(actor, moment);
        }
    }

    private static boolean isBefore(long moment, int actor, long otherMoment, int other) {
        return moment < otherMoment || moment == otherMoment && actor < other;
    }

    private void lookThrough(int group) {
        int from = group << shift;
        int end = from + (1 << shift);
        int earliest = from;
        long moment = at[from];
        for (int actor = from + 1; actor < end; actor++) {
            long own = at[actor];
            earliest = own < moment ? actor : earliest;
            moment = Math.min(own, moment);
        }
        groupFirst[group] = earliest;
        groupAt[group] = moment;
    }

    private void lookThroughGroups() {
        int earliest = 0;
        long moment = groupAt[0];
        for (int group = 1; group < groupAt.length; group++) {
            long own = groupAt[group];
            earliest = own < moment ? group : earliest;
            moment = Math.min(own, moment);
        }
        first = groupFirst[earliest];
        firstAt = moment;
    }
}
