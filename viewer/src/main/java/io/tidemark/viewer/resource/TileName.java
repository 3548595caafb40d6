package io.tidemark.viewer.resource;

import io.tidemark.viewer.timeline.Tile;
import io.tidemark.viewer.timeline.TileGrid;
import io.tidemark.viewer.timeline.Timeline;
import java.util.Optional;

/** The name of a tile, {@code tile/BAND/LEVEL/INDEX}. Immutable. */
record TileName(long band, long level, long index) {
    private static final String WORD = "tile";
    private static final int PARTS = 4;

    /** The tile a name means, or empty when it is no such name. */
    static Optional<TileName> parse(String name) {
        String[] parts = name.split("/", -1);
        if (parts.length != PARTS || !parts[0].equals(WORD)) {
            return Optional.empty();
        }
        TileName tile = new TileName(number(parts[1]), number(parts[2]), number(parts[3]));
        boolean plain = tile.band >= 0 && tile.level >= 0 && tile.index >= 0;
        return plain ? Optional.of(tile) : Optional.empty();
    }

    /** A number without sign, or -1. */
    static long number(String digits) {
        boolean plain =
                !digits.isEmpty()
                        && digits.length() <= 18
                        && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return plain ? Long.parseLong(digits) : -1;
    }

    Optional<byte[]> write(Timeline timeline) {
        TileGrid grid = timeline.grid();
        boolean known =
                band < timeline.bands()
                        && level <= grid.deepestLevel()
                        && grid.has((int) level, index);
        return known
                ? Optional.of(Tile.write(timeline, (int) band, (int) level, index))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return WORD + "/" + band + "/" + level + "/" + index;
    }
}
