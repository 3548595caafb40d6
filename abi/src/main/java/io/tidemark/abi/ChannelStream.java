package io.tidemark.abi;

import io.tidemark.abi.layout.RecordLayout;
import java.lang.foreign.MemorySegment;

/**
 * One stream of records of a channel: the records of a lane, and their name. Implemented
 * by the enumeration of each channel's streams. Immutable.
 */
public interface ChannelStream {
    /** What there is to ask of the records of a stream, and how. */
    enum Stamps {
        /** No stamp and no kernel. */
        NONE,
        /** They are asked where they lie. */
        BYTES,
        /** They may be copied into words and asked there, too, which takes less time. */
        WORDS
    }

    /** Its number inside the channel, stored in regions and spools; never reused. */
    int code();

    /** Its name in certificates and reports. */
    String label();

    /** The layout of one record of this stream. */
    RecordLayout record();

    /**
     * Whether the record at this position of a lane may be all zeros. Elsewhere such a record shows that a region lost a
     * page. True unless a stream knows its records better.
     */
    default boolean mayBeZero(long position) {
        return true;
    }

    /** The earliest stamp in a record, 0 where records have none; a table file keeps the least. */
    default long firstTick(MemorySegment bytes, long at) {
        return 0;
    }

    /** The latest stamp in a record, 0 where records have none. */
    default long lastTick(MemorySegment bytes, long at) {
        return firstTick(bytes, at);
    }

    /** The kernel that a record names, -1 where records name none. */
    default int kernel(MemorySegment bytes, long at) {
        return -1;
    }

    /** How the questions above are best asked of many records. */
    default Stamps stamps() {
        return Stamps.BYTES;
    }

    /** {@link #firstTick} of a record in words; only for {@link Stamps#WORDS}. */
    default long firstTick(long[] words, int at) {
        return 0;
    }

    /** {@link #lastTick} of a record in words, likewise. */
    default long lastTick(long[] words, int at) {
        return firstTick(words, at);
    }

    /** {@link #kernel} of a record in words, likewise. */
    default int kernel(long[] words, int at) {
        return -1;
    }
}
