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
            double[] busy = new double[BINS];
            int lanes = 0;
            for (Lane lane : timeline.lanes()) {
                if (lane.kind() == kind) {
                    lanes++;
                    add(lane, binNanos, busy);
                }
            }
            for (double nanos : busy) {
                double mean = lanes == 0 ? 0 : nanos / binNanos / lanes;
                bytes.putFloat((float) Math.min(1.0, mean));
            }
        }
        return bytes.array();
    }

    private static void add(Lane lane, double binNanos, double[] busy) {
        for (int span = 0; span < lane.size(); span++) {
            double from = lane.beginNanos(span);
            double to = lane.endNanos(span);
            int first = bin(from, binNanos);
            int last = bin(to, binNanos);
            for (int bin = first; bin <= last; bin++) {
                double begin = Math.max(from, bin * binNanos);
                double end = Math.min(to, (bin + 1) * binNanos);
                busy[bin] += Math.max(0, end - begin);
            }
        }
    }

    private static int bin(double nanos, double binNanos) {
        return Math.clamp((long) (nanos / binNanos), 0, BINS - 1);
    }
}
