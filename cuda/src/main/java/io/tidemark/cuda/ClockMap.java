package io.tidemark.cuda;

import io.tidemark.abi.dispatch.DeviceControl;
import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/**
 * Converts the device's clock to the host's time. Readings of both clocks are exchanged through
 * shared memory repeatedly. Between two readings the map is a line. The pieces join without a
 * step, so the map keeps the order of device times. The stated bound is the largest distance of
 * a reading from the map before it.
 *
 * <p>One thread exchanges; any thread asks.
 */
final class ClockMap {
    private static final int TRIES = 16; // of one exchange, at most; the tightest counts
    private static final int FIRST_TRIES = 2_000; // also until the code that asks is compiled
    private static final long PATIENCE_NANOS = 2_000_000;
    private static final long FIRST_PATIENCE_NANOS = 300_000_000; // others may use the device too
    private static final double MOST_SKEW = 1e-3; // a clock that is worse is no clock
    private static final long LEAST_APART_NANOS = 50_000_000; // for a rate that is worth something
    private static final long CORRECTION_NANOS = 1_000_000; // in which an error is made good
    private static final double LOOSE = 1.4; // a reading so much wider than the best says nothing
    private static final long LEAST_WIDTH_NANOS = 200; // below it all readings are alike

    /**
     * A line from one moment of the device on.
     *
     * @param before the piece before, or null
     * @param jump one further back, or itself: the way to any piece is short
     */
    private record Piece(long device, long host, double rate, Piece before, Piece jump, int depth) {
        static Piece first(long device, long host) {
            return new Piece(device, host, 1, null, null, 0);
        }

        Piece then(long nextDevice, long nextHost, double nextRate) {
            Piece far = far();
            boolean isAsFar = depth - far.depth == far.depth - far.far().depth;
            return new Piece(nextDevice, nextHost, nextRate, this, isAsFar ? far.far() : this, depth + 1);
        }

        private Piece far() {
            return jump == null ? this : jump;
        }

        long at(long tick) {
            return host + Math.round((tick - device) * rate);
        }
    }

    private record Reading(long before, long tick, long after) {
        long middle() {
            return before + (after - before) / 2;
        }

        long width() {
            return after - before;
        }
    }

    private final MemorySegment control;
    private final LongSupplier host;
    private final int firstTries;
    private volatile Piece last; // null before the first exchange
    private Reading first;
    private long pings;
    private long narrowest = Long.MAX_VALUE;
    private volatile long boundNanos;
    private volatile int exchanges;
    private volatile int loose;
    private volatile boolean isSilent; // the last question had no answer
    private volatile long silentSince; // when the first of such questions was asked

    /**
     * @param control the {@code DeviceControl} that the device answers in
     * @param host nanoseconds of the host
     * @param isFast whether an answer takes microseconds, so that many can be asked for
     */
    ClockMap(MemorySegment control, LongSupplier host, boolean isFast) {
        this.control = control;
        this.host = host;
        this.firstTries = isFast ? FIRST_TRIES : TRIES;
        this.pings = DeviceControl.PONG.getAcquire(control, 0);
    }

    /**
     * Reads both clocks once more; false when the device did not answer. The first time it asks
     * again after an answer that did not come: all moments up to the second exchange depend on it.
     */
    boolean exchange() {
        Reading best = null;
        boolean isFirst = last == null;
        int tries = isFirst ? firstTries : TRIES;
        long begin = host.getAsLong();
        for (int i = 0; i < tries && (best == null || isFirst || isLoose(best)); i++) {
            Reading next = ask();
            if (next != null) {
                best = best == null || next.width() < best.width() ? next : best;
            } else if (best == null || !isFirst || host.getAsLong() - begin > FIRST_PATIENCE_NANOS) {
                break;
            }
        }
        if (best == null) {
            return false;
        }
        add(best);
        return true;
    }

    /** A reading of the device's clock between two of the host's, taken by somebody else. */
    void relate(long before, long tick, long after) {
        add(new Reading(before, tick, after));
    }

    private boolean isLoose(Reading reading) {
        return reading.width() > LOOSE * Math.max(LEAST_WIDTH_NANOS, narrowest);
    }

    private Reading ask() {
        long before = host.getAsLong(); // first: the thread may be interrupted anywhere
        DeviceControl.PING.setRelease(control, 0, ++pings);
        while (DeviceControl.PONG.getAcquire(control, 0) != pings) {
            if (host.getAsLong() - before > PATIENCE_NANOS) {
                if (!isSilent) {
                    silentSince = before;
                    isSilent = true;
                }
                return null;
            }
            Thread.onSpinWait();
        }
        isSilent = false;
        long after = host.getAsLong();
        return new Reading(before, DeviceControl.PONG_TICK.get(control, 0), after);
    }

    private void add(Reading reading) {
        Piece piece = last;
        if (piece == null) {
            first = reading;
            narrowest = reading.width();
            boundNanos = (reading.width() + 1) / 2;
            last = Piece.first(reading.tick(), reading.middle());
            exchanges = 1;
            return;
        }
        if (isLoose(reading)) {
            loose++; // a thread was interrupted: the reading is less exact than the map
            return;
        }
        narrowest = Math.min(narrowest, reading.width());
        piece = pieceOf(reading.tick()); // a correction that has not begun is forgotten
        long said = piece.at(reading.tick());
        long off = Math.max(Math.abs(said - reading.before()), Math.abs(said - reading.after()));
        boundNanos = Math.max(boundNanos, off);
        exchanges++;
        double rate = skew(reading);
        double correction = (double) (reading.middle() - said) / CORRECTION_NANOS;
        Piece corrected = piece.then(reading.tick(), said, clamp(rate + correction));
        long then = reading.tick() + CORRECTION_NANOS; // else a late exchange would find it far off
        last = corrected.then(then, corrected.at(then), rate);
    }

    /** Nanoseconds of the host to one of the device, over the whole run. */
    private double skew(Reading reading) {
        long ticks = reading.tick() - first.tick();
        return ticks < LEAST_APART_NANOS ? 1 : clamp((double) (reading.middle() - first.middle()) / ticks);
    }

    private static double clamp(double rate) {
        return Math.clamp(rate, 1 - MOST_SKEW, 1 + MOST_SKEW);
    }

    /** The host's time of a moment of the device. Only after an exchange. */
    long toHost(long tick) {
        return pieceOf(tick).at(tick);
    }

    private Piece pieceOf(long tick) {
        Piece piece = last;
        while (tick < piece.device() && piece.before() != null) {
            Piece far = piece.far();
            piece = tick < far.device() && far != piece ? far : piece.before();
        }
        return piece;
    }

    /** For how long the device has answered no question; 0 if it answered the last one. */
    long silentNanos() {
        return isSilent ? host.getAsLong() - silentSince : 0;
    }

    /** How far a time of this map may be from the host's clock, by all that was measured. */
    long boundNanos() {
        return boundNanos;
    }

    /** Exchanges that count. */
    int exchanges() {
        return exchanges;
    }

    /** Exchanges that were too slow to say anything. */
    int looseExchanges() {
        return loose;
    }
}
