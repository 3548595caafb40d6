package io.tidemark.viewer.timeline;

import java.util.List;

/**
 * Everything the timeline page draws: lanes, the names their spans refer to, and the stretches to
 * hatch. Any thread may read; it never changes but for cells that are made when first needed.
 */
public final class Timeline {
    private final List<Lane> lanes;
    private final List<String> names;
    private final List<Stretch> stretches;
    private final long durationNanos;
    private final TileGrid grid;
    private final SharedCells cells;

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
        this.cells = new SharedCells(grid, this.lanes.size(), this::visit);
    }

    private void visit(int number, SharedCells.Visitor visitor) {
        Lane lane = lanes.get(number);
        for (int span = 0; span < lane.size(); span++) {
            visitor.span(lane.beginNanos(span), lane.endNanos(span), lane.name(span));
        }
    }

    /** The cells of its lanes, for those that are long. */
    SharedCells cells() {
        return cells;
    }

    /** From top to bottom. */
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
