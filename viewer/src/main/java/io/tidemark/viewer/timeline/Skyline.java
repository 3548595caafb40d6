package io.tidemark.viewer.timeline;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The minimap's curve: how busy the cores are over the whole run, in {@link #BINS} equal bins over
 * the duration, AIC and AIV apart. Linear in the number of spans. Stateless; any thread may call.
 */
public final class Skyline {
    public static final int BINS = 1024;

    private Skyline() {}

    /**
     * {@code f32[BINS]} for AIC cores, then for AIV cores; each the mean busy share of its lanes.
     */
    public static byte[] write(Timeline timeline) {
        double binNanos = (double) timeline.durationNanos() / BINS;
        ByteBuffer bytes = ByteBuffer.allocate(2 * BINS * 4).order(ByteOrder.LITTLE_ENDIAN);
        for (LaneKind kind : new LaneKind[] {LaneKind.AIC_CORE, LaneKind.AIV_CORE}) {
            BusyBins bins = new BusyBins(binNanos);
            for (Lane lane : timeline.lanes()) {
                if (lane.kind() == kind) {
                    bins.add(lane);
                }
            }
            for (double nanos : bins.busy) {
                double mean = bins.lanes == 0 ? 0 : nanos / binNanos / bins.lanes;
                bytes.putFloat((float) Math.min(1.0, mean));
            }
        }
        return bytes.array();
    }

    /** Adds up busy time. One thread. */
    private static final class BusyBins {
        private final double binNanos;
        private final double[] busy = new double[BINS];
        private int lanes;

        // the bin of the last span and the times that are certainly in it: most spans are, because they come in order
        private int at;
        private double low = Double.POSITIVE_INFINITY;
        private double high = Double.NEGATIVE_INFINITY;

        BusyBins(double binNanos) {
            this.binNanos = binNanos;
        }

        void add(Lane lane) {
            lanes++;
            for (int span = 0; span < lane.size(); span++) {
                add(lane.beginNanos(span), lane.endNanos(span));
            }
        }

        private void add(long beginNanos, long endNanos) {
            double from = beginNanos;
            double to = endNanos;
            if (from > low && to < high) {
                busy[at] += to - from;
                return;
            }
            int first = bin(from, binNanos);
            int last = bin(to, binNanos);
            for (int bin = first; bin <= last; bin++) {
                double begin = Math.max(from, bin * binNanos);
                double end = Math.min(to, (bin + 1) * binNanos);
                busy[bin] += Math.max(0, end - begin);
            }
            at = last;
            low = last * binNanos + 1; // a nanosecond is more than a quotient is off
            high = (last + 1) * binNanos - 1;
        }
    }

    private static int bin(double nanos, double binNanos) {
        return Math.clamp((long) (nanos / binNanos), 0, BINS - 1);
    }
}
