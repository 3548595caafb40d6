package io.tidemark.analysis.overhead;

import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.model.Moments;
import java.util.Arrays;

/**
 * For how long, within any stretch, an engine had ready work that was not dispatched. Filled in
 * order of time by one thread, then asked by bisection.
 */
final class ReadySteps {
    private final LongColumn times = new LongColumn();
    private final Moments moments;
    private double[] readyUntil = new double[64]; // ready time before this step
    private boolean[] isReady = new boolean[64];
    private double total;

    ReadySteps(Moments moments) {
        this.moments = moments;
    }

    /** A stretch that begins where the last one ended; only one that differs from it is kept. */
    void add(long begin, long end, boolean ready) {
        int size = times.size();
        if (size == 0 || isReady[size - 1] != ready) {
            if (size == isReady.length) {
                isReady = Arrays.copyOf(isReady, 2 * size);
                readyUntil = Arrays.copyOf(readyUntil, 2 * size);
            }
            isReady[size] = ready;
            times.add(begin);
            readyUntil[size] = total;
        }
        total += ready ? moments.length(begin, end) : 0;
    }

    /** Ready time between two moments. */
    double between(long begin, long end) {
        return upTo(end) - upTo(begin);
    }

    private double upTo(long moment) {
        int low = 0;
        int high = times.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times.get(middle) <= moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == 0) {
            return 0;
        }
        double partial = isReady[low - 1] ? moments.length(times.get(low - 1), moment) : 0;
        return Math.min(readyUntil[low - 1] + partial, total);
    }
}
