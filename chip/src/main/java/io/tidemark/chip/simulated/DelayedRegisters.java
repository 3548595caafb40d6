package io.tidemark.chip.simulated;

import io.tidemark.abi.CoreType;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.simulated.events.WakeTree;
import java.util.Arrays;

/**
 * Registers whose words take modelled time to arrive: a token until its core sees it, a status
 * until schedulers do. Every store is an event of the run. For the thread that has the turn.
 */
final class DelayedRegisters extends CoreRegisters {
    /** Receives stores, and knows the time. */
    interface Listener {
        long now();

        long launchPicos();

        long statusPicos();

        void dispatched(int core, long visibleAt);

        void answered(int core, long visibleAt);

        void booted(int core);
    }

    private final Words tokens;
    private final Words statuses;
    private Listener listener; // null between runs

    DelayedRegisters(int cores) {
        super(cores);
        tokens = new Words(cores);
        statuses = new Words(cores);
    }

    /** Whom the next run tells; before it starts. */
    void listener(Listener newListener) {
        listener = newListener;
    }

    /** When the next token of a core arrives that has not yet, or never. */
    long nextTokenAt(int core) {
        return tokens.nextAt(core);
    }

    /** When the next status of a core arrives after a moment, or never. */
    long nextStatusAfter(int core, long moment) {
        return statuses.nextAfter(core, moment);
    }

    @Override
    public void reset() {
        super.reset();
        tokens.reset();
        statuses.reset();
    }

    @Override
    public long dispatchAcquire(int core) {
        return tokens.seen(core, listener.now());
    }

    @Override
    public void dispatchRelease(int core, int token) {
        super.dispatchRelease(core, token);
        sent(core, token & 0xFFFF_FFFFL);
    }

    @Override
    public boolean tryRingDoorbell(int core, int token) {
        boolean rung = super.tryRingDoorbell(core, token);
        if (rung) {
            long half = token & 0xFFFF_FFFFL;
            sent(core, half << 32 | half);
        }
        return rung;
    }

    private void sent(int core, long word) {
        listener.dispatched(core, tokens.add(core, word, listener.now() + listener.launchPicos()));
    }

    @Override
    public int statusAcquire(int core) {
        return (int) statuses.seen(core, listener.now());
    }

    @Override
    public void statusRelease(int core, int statusWord) { // read by statusAcquire only
        listener.answered(core, statuses.add(core, statusWord, listener.now() + listener.statusPicos()));
    }

    @Override
    public void bootRelease(int core, int physicalId, CoreType type) {
        super.bootRelease(core, physicalId, type);
        listener.booted(core);
    }

    /** Words on their way, of each core in the order in which they were stored. */
    private static final class Words {
        private static final int ROOM = 8; // more than two tasks of a core can say

        private final long[] word;
        private final long[] at;
        private final int[] head;
        private final int[] count;
        private final long[] seen;

        Words(int cores) {
            word = new long[cores * ROOM];
            at = new long[cores * ROOM];
            head = new int[cores];
            count = new int[cores];
            seen = new long[cores];
        }

        void reset() {
            Arrays.fill(count, 0);
            Arrays.fill(seen, 0);
        }

        /** Adds a word; when it arrives, which is not before the one stored before it. */
        long add(int core, long newWord, long arrival) {
            if (count[core] == ROOM) {
                take(core); // no reader for long: only the latest counts
            }
            int base = core * ROOM;
            int last = head[core] + count[core] - 1 & ROOM - 1;
            long when = count[core] == 0 ? arrival : Math.max(arrival, at[base + last]);
            int next = head[core] + count[core] & ROOM - 1;
            word[base + next] = newWord;
            at[base + next] = when;
            count[core]++;
            return when;
        }

        long seen(int core, long now) {
            while (count[core] > 0 && at[core * ROOM + head[core]] <= now) {
                take(core);
            }
            return seen[core];
        }

        private void take(int core) {
            seen[core] = word[core * ROOM + head[core]];
            head[core] = head[core] + 1 & ROOM - 1;
            count[core]--;
        }

        long nextAfter(int core, long moment) {
            for (int i = 0; i < count[core]; i++) {
                long when = at[core * ROOM + (head[core] + i & ROOM - 1)];
                if (when > moment) {
                    return when;
                }
            }
            return WakeTree.NEVER;
        }

        long nextAt(int core) {
            return count[core] == 0 ? WakeTree.NEVER : at[core * ROOM + head[core]];
        }
    }
}
