package io.tidemark.viewer.resource;

import io.tidemark.viewer.timeline.TileGrid;
import java.util.Optional;
import java.util.Set;

/**
 * The name of a tile: {@code tile/BAND/LEVEL/INDEX} for what ran, {@code gaps/BAND/...} for what
 * was idle, {@code counter/NUMBER/...} for a counter. Immutable.
 *
 * @param band the band, or the number of the counter
 */
record TileName(String word, long band, long level, long index) {
    static final String RUNS = "tile";
    static final String GAPS = "gaps";
    static final String COUNTER = "counter";

    private static final int PARTS = 4;

    /** The tile a name means, or empty when it is no such name. */
    static Optional<TileName> parse(String name) {
        String[] parts = name.split("/", -1);
        if (parts.length != PARTS || !Set.of(RUNS, GAPS, COUNTER).contains(parts[0])) {
            return Optional.empty();
        }
        TileName tile = new TileName(parts[0], number(parts[1]), number(parts[2]), number(parts[3]));
        boolean plain = tile.band >= 0 && tile.level >= 0 && tile.index >= 0;
        return plain ? Optional.of(tile) : Optional.empty();
    }

    /** A number without sign, or -1. */
    static long number(String digits) {
        boolean plain =
                !digits.isEmpty() && digits.length() <= 18 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return plain ? Long.parseLong(digits) : -1;
    }

    /** True when the grid has such a tile and there are more bands than this one. */
    boolean isOn(TileGrid grid, int bands) {
        return band < bands && level <= grid.deepestLevel() && grid.has((int) level, index);
    }

    @Override
    public String toString() {
        return word + "/" + band + "/" + level + "/" + index;
    }
}
