package io.tidemark.viewer.timeline;

import java.util.List;

/**
 * Everything the timeline page draws: lanes, the names their spans refer to, and the stretches to
 * hatch. Immutable; any thread may read.
 */
public final class Timeline {
    private final List<Lane> lanes;
    private final List<String> names;
    private final List<Stretch> stretches;
    private final long durationNanos;
    private final TileGrid grid;

    public Timeline(List<Lane> lanes, List<String> names, List<Stretch> stretches) {
        this.lanes = List.copyOf(lanes);
        this.names = List.copyOf(names);
        this.stretches = List.copyOf(stretches);
        long latest = 1;
        for (Lane lane : this.lanes) {
            latest = Math.max(latest, lane.latestEndNanos());
        }
        for (Stretch stretch : this.stretches) {
            latest = Math.max(latest, stretch.endNanos());
        }
        this.durationNanos = latest;
        this.grid = TileGrid.covering(latest);
    }

    public List<Lane> lanes() {
        return lanes;
    }

    /** Kernels and phases by index; what a span shows as text and colour. */
    public List<String> names() {
        return names;
    }

    public List<Stretch> stretches() {
        return stretches;
    }

    public long durationNanos() {
        return durationNanos;
    }

    public TileGrid grid() {
        return grid;
    }

    public int bands() {
        return (lanes.size() + TileGrid.BAND_LANES - 1) / TileGrid.BAND_LANES;
    }

    /** The lanes of one band, in order. */
    public List<Lane> band(int band) {
        int from = band * TileGrid.BAND_LANES;
        return lanes.subList(from, Math.min(from + TileGrid.BAND_LANES, lanes.size()));
    }
}
