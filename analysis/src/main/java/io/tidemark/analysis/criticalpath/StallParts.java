package io.tidemark.analysis.criticalpath;

/**
 * What a task waited for between two moments, once its data and its core were there. The parts add
 * up to the distance of the moments.
 */
public record StallParts(long submit, long scheduler, long pickup, long unknown) {
    /** A moment the capture does not hold. */
    static final long UNKNOWN = Long.MIN_VALUE;

    /** Splits the time between two moments. */
    static StallParts of(long submit, long dispatch, long begin, long start) {
        if (dispatch == UNKNOWN) {
            return untold(begin, start);
        }
        long dispatched = Math.clamp(dispatch, begin, start);
        long submitted = submit == UNKNOWN ? begin : Math.clamp(submit, begin, dispatched);
        return new StallParts(submitted - begin, dispatched - submitted, start - dispatched, 0);
    }

    /** All of it is unknown. */
    public static StallParts untold(long begin, long start) {
        return new StallParts(0, 0, 0, start - begin);
    }
}
