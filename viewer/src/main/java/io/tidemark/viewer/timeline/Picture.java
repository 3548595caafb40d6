package io.tidemark.viewer.timeline;

import java.util.List;
import java.util.Optional;

/** What a timeline page draws, as far as it is known. Immutable; any thread may read. */
public interface Picture {
    /** From top to bottom. */
    List<? extends LaneHead> lanes();

    /** Kernels and phases by index; what a span shows as text and colour. */
    List<String> names();

    List<Stretch> stretches();

    long durationNanos();

    TileGrid grid();

    default int bands() {
        return (lanes().size() + TileGrid.BAND_LANES - 1) / TileGrid.BAND_LANES;
    }

    /** A tile that the grid has, of a band there is; empty when the picture is not that fine. */
    Optional<byte[]> tile(int band, int level, long index);

    /** The minimap's curve, as {@link Skyline} writes it. */
    byte[] skyline();
}
