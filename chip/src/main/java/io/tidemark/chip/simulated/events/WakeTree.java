package io.tidemark.chip.simulated.events;

import java.util.Arrays;

/**
 * The event queue of a run in virtual time: for each of a fixed number of actors the moment at which it continues, or
 * never. The earliest is known at once. Actors are numbered in four kinds:
 *
 * <pre>
 *   busy      go on most often; a list
 *   others    a tree of two levels: actors in groups and the earliest of each group
 *   late      in the tree too, but after those in order where moments are equal
 *   in order  their moments mostly come in their order; a line
 * </pre>
 *
 * Equal moments: busy, others, in order, late; within a kind the lower number. Most changes cost one comparison: they
 * are to a later moment of an actor that is not the earliest of its group, or to an earlier moment. Other changes
 * search the list, or one group and the list of groups, without branches that depend on moments. One thread at a time.
 */
public final class WakeTree {
    public static final long NEVER = Long.MAX_VALUE;

    private static final int FEW = 64; // actors of which groups are small

    private final int busy; // actors of the list
    private final int firstLate;
    private final int firstInOrder;
    private final int shift; // the number of another actor, counted from there, to its group
    private final long[] at; // by actor; those that fill the last group never go on
    private final long[] groupAt; // by group
    private final int[] groupFirst; // by group: its first actor at that moment
    private final InOrder inOrder;
    private int busyFirst;
    private long busyAt = NEVER;
    private int restFirst; // the earliest of the tree
    private long restAt = NEVER;
    private long inOrderAt = NEVER; // of the first

    /**
     * @param busy number of actors, from the first on, that continue most often; at least one
     * @param firstLate from here to the next, actors are late
     * @param firstInOrder from here on, they go on in order
     */
    public WakeTree(int busy, int firstLate, int firstInOrder, int count) {
        this.busy = busy;
        this.firstLate = firstLate;
        this.firstInOrder = firstInOrder;
        shift = firstInOrder <= FEW ? 3 : 4;
        int groups = Math.max(1, (firstInOrder - busy + (1 << shift) - 1) >>> shift);
        at = new long[busy + (groups << shift)];
        Arrays.fill(at, NEVER);
        groupAt = new long[groups];
        Arrays.fill(groupAt, NEVER);
        groupFirst = new int[groups];
        Arrays.setAll(groupFirst, group -> busy + (group << shift));
        inOrder = new InOrder(firstInOrder, count - firstInOrder);
    }

    /** The actor that continues first; actor 0 if none does. */
    public int first() {
        if (busyAt <= restAt()) {
            return busyFirst;
        }
        return inOrderAt < restAt || inOrderAt == restAt && restFirst >= firstLate ? inOrder.first() : restFirst;
    }

    /** When that is. */
    public long firstAt() {
        return Math.min(busyAt, restAt());
    }

    /** When the first actor continues that is not among the busy ones. */
    public long restAt() {
        return Math.min(restAt, inOrderAt);
    }

    public long at(int actor) {
        return actor < firstInOrder ? at[actor] : inOrder.at(actor);
    }

    public void clear(int actor) {
        set(actor, NEVER);
    }

    public void set(int actor, long moment) {
        if (actor < busy) {
            at[actor] = moment;
            setBusy(actor, moment);
        } else if (actor < firstInOrder) {
            at[actor] = moment;
            setInGroup(actor, moment, actor - busy >>> shift);
        } else {
            inOrder.set(actor, moment);
            inOrderAt = inOrder.firstAt();
        }
    }

    private void setBusy(int actor, long moment) {
        if (isBefore(moment, actor, busyAt, busyFirst)) {
            busyAt = moment;
            busyFirst = actor;
        } else if (actor == busyFirst) {
            lookThroughBusy();
        }
    }

    private void setInGroup(int actor, long moment, int group) {
        if (actor == groupFirst[group]) {
            if (moment <= groupAt[group]) {
                groupAt[group] = moment;
            } else {
                lookThrough(group);
            }
            if (actor == restFirst) {
                lookThroughGroups();
                return;
            }
        } else if (isBefore(moment, actor, groupAt[group], groupFirst[group])) {
            groupAt[group] = moment;
            groupFirst[group] = actor;
        } else {
            return;
        }
        if (isBefore(groupAt[group], groupFirst[group], restAt, restFirst)) {
            restAt = groupAt[group];
            restFirst = groupFirst[group];
        }
    }

    /** As {@link #set}, unless the actor continues earlier anyway. */
    public void setEarlier(int actor, long moment) {
        if (moment < at(actor)) {
            set(actor, moment);
        }
    }

    private static boolean isBefore(long moment, int actor, long otherMoment, int other) {
        return moment < otherMoment || moment == otherMoment && actor < other;
    }

    private void lookThroughBusy() {
        int earliest = 0;
        long moment = at[0];
        for (int actor = 1; actor < busy; actor++) {
            long own = at[actor];
            earliest = own < moment ? actor : earliest;
            moment = Math.min(own, moment);
        }
        busyFirst = earliest;
        busyAt = moment;
    }

    private void lookThrough(int group) {
        int from = busy + (group << shift);
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
        restFirst = groupFirst[earliest];
        restAt = moment;
    }
}
