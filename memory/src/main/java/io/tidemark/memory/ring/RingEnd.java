package io.tidemark.memory.ring;

/**
 * Keeps the fields of one end of a ring off the cache lines of whatever the heap puts before it.
 */
abstract class RingEndBefore {
    long before0;
    long before1;
    long before2;
    long before3;
    long before4;
    long before5;
    long before6;
    long before7;
}

/** The two words that one end changes all the time. */
abstract class RingEndWords extends RingEndBefore {
    /** Slots this end has passed. */
    long position;

    /**
     * How far the other end was when last looked at; refreshed only when there seems to be nothing
     * left to do.
     */
    long otherSeen;
}

/**
 * One end of a ring, alone on its cache lines: two ends that share a line run ten times slower. A
 * field's class decides where it lies in an object, which is why this takes three.
 */
abstract class RingEnd extends RingEndWords {
    long after0;
    long after1;
    long after2;
    long after3;
    long after4;
    long after5;
    long after6;
    long after7;
}
