package io.tidemark.chip.simulated.events;

import java.util.Arrays;

/**
 * Finds rounds of idle turns that repeat: actors wake one another, find nothing to do and sleep
 * again, always in the same order and with the same times between them. After some idle turns it writes down the state
 * of all actors, with times relative to now. It compares this state after each turn of the same actor. An equal state
 * means that the turns in between repeat until something else happens. The state to compare with is renewed after twice
 * as many turns each time, so that a round of any length is found. Where turns take no time, it finds that they repeat
 * at one moment. One thread at a time.
 */
public final class RepeatedRounds {
    /** The state of all actors. */
    @FunctionalInterface
    public interface State {
        /**
         * Writes everything that later turns depend on, times relative to now; false if an actor
         * cannot tell.
         */
        boolean write(long[] into);
    }

    private static final int QUIET_TURNS = 64; // idle, before the state is written down
    private static final int FIRST_TURNS = 64; // before it is renewed for the first time
    private static final int MOST_AT_ONCE = 1_024; // at one moment, before they are to take time

    private final State state;
    private final long[] reference;
    private final long[] current;
    private final long[] turns; // by actor, since the reference
    private int referenceActor;
    private long referenceMoment;
    private long count; // of turns since the reference
    private long most; // of turns until the reference is renewed
    private int idleTurns; // since something happened, or since a round was found
    private long lastMoment;
    private int atOnce; // idle turns at that moment
    private boolean takeNoTime;

    /**
     * @param actors how many actors may take turns
     * @param words how many words the state of all has
     */
    public RepeatedRounds(int actors, int words, State state) {
        this.state = state;
        this.reference = new long[words];
        this.current = new long[words];
        this.turns = new long[actors];
    }

    /** Something happened that was no idle turn. */
    public void interrupt() {
        idleTurns = 0;
        atOnce = 0;
        takeNoTime = false;
    }

    /**
     * Whether actors have woken one another at one moment for so long that they would never stop. Then each turn must
     * take some time until something happens.
     */
    public boolean takeNoTime() {
        return takeNoTime;
    }

    /**
     * An actor has had an idle turn, which ended at a moment.
     *
     * @return the length of the round that ended with it; 0 if none is known
     */
    public long turned(int actor, long moment) {
        atOnce = moment == lastMoment ? atOnce + 1 : 0;
        lastMoment = moment;
        takeNoTime |= atOnce > MOST_AT_ONCE;
        if (++idleTurns < QUIET_TURNS) {
            return 0;
        }
        if (idleTurns == QUIET_TURNS) {
            most = FIRST_TURNS;
            renew(actor, moment);
            return 0;
        }
        turns[actor]++;
        if (actor == referenceActor) {
            if (!state.write(current)) {
                idleTurns = 0;
                return 0;
            }
            if (Arrays.equals(reference, current)) {
                idleTurns = 0;
                return moment - referenceMoment;
            }
        }
        if (++count == most) {
            most *= 2;
            renew(actor, moment);
        }
        return 0;
    }

    /** How many turns of an actor the round has that was found last. */
    public long turns(int actor) {
        return turns[actor];
    }

    private void renew(int actor, long moment) {
        if (!state.write(reference)) {
            idleTurns = 0;
            return;
        }
        referenceActor = actor;
        referenceMoment = moment;
        count = 0;
        Arrays.fill(turns, 0);
    }
}
