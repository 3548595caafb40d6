package io.tidemark.runtime.replay;

/**
 * What the edges of one submit ask of each producer so far. Reused for every submit, one thread; the round of a place
 * shows whether it is from an earlier submit.
 */
final class ProducerFlags {
    /** What {@link #get} answers for a task that no edge named. */
    static final int ABSENT = -1;

    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    private static final int FIRST_PLACES = 64;

    private long[] producers = new long[FIRST_PLACES];
    private long[] rounds = new long[FIRST_PLACES];
    private byte[] flags = new byte[FIRST_PLACES];
    private long round = 1;
    private int size;

    /** Forgets all, for the next submit. */
    void clear() {
        round++;
        size = 0;
    }

    int get(long producer) {
        int place = place(producer);
        return rounds[place] == round ? flags[place] & 0xFF : ABSENT;
    }

    /** Adds flags to those of a producer. */
    void add(long producer, int more) {
        int place = place(producer);
        if (rounds[place] == round) {
            flags[place] |= (byte) more;
            return;
        }
        producers[place] = producer;
        rounds[place] = round;
        flags[place] = (byte) more;
        size++;
        if (2 * size > producers.length) {
            grow();
        }
    }

    /** Where the producer stands, or would. */
    private int place(long producer) {
        int mask = producers.length - 1;
        int place = (int) (producer * MIX >>> 32) & mask;
        while (rounds[place] == round && producers[place] != producer) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void grow() {
        long[] oldProducers = producers;
        long[] oldRounds = rounds;
        byte[] oldFlags = flags;
        producers = new long[2 * oldProducers.length];
        rounds = new long[producers.length];
        flags = new byte[producers.length];
        for (int old = 0; old < oldProducers.length; old++) {
            if (oldRounds[old] == round) {
                int place = place(oldProducers[old]);
                producers[place] = oldProducers[old];
                rounds[place] = round;
                flags[place] = oldFlags[old];
            }
        }
    }
}
