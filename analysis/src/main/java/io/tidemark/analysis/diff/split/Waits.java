package io.tidemark.analysis.diff.split;

/** Nanoseconds by cause. One thread. */
final class Waits {
    private final long[] nanos = new long[Cause.values().length];

    void add(Cause cause, long more) {
        nanos[cause.ordinal()] += more;
    }

    long nanos(Cause cause) {
        return nanos[cause.ordinal()];
    }

    /**
     * How much longer these are than others, in all: causes that grew and causes that shrank
     * cancel, and what is left is shared among those of its sign. Swapping the two negates the
     * answer.
     */
    Waits less(Waits others) {
        long grown = 0;
        long shrunk = 0;
        int largest = 0;
        Waits result = new Waits();
        for (int cause = 0; cause < nanos.length; cause++) {
            long more = nanos[cause] - others.nanos[cause];
            result.nanos[cause] = more;
            grown += Math.max(0, more);
            shrunk += Math.max(0, -more);
        }
        long net = grown - shrunk;
        long whole = Math.max(grown, shrunk);
        long rest = net;
        for (int cause = 0; cause < nanos.length; cause++) {
            long more = result.nanos[cause];
            boolean isOfSign = net != 0 && more > 0 == net > 0 && more != 0;
            result.nanos[cause] = isOfSign ? (long) ((double) more * Math.abs(net) / whole) : 0;
            rest -= result.nanos[cause];
            if (Math.abs(result.nanos[cause]) > Math.abs(result.nanos[largest])) {
                largest = cause;
            }
        }
        result.nanos[largest] += rest;
        return result;
    }
}
