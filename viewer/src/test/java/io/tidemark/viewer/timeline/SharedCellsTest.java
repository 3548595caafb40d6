package io.tidemark.viewer.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Cells that lanes keep say what their spans say, within a bound of memory. */
class SharedCellsTest {
    private static final long SEED = 7;
    private static final int LANES = 128;
    private static final int SPANS = 40_000;
    private static final long NANOS = 1L << 30;

    @Test
    void lanesOfManyNamesKeepWiderCellsAndSayTheSame() {
        Lane crowded = lane(LaneCells.NAMES_PER_CELL);
        Lane plain = lane(2);
        SharedCells shared = new SharedCells(
                TileGrid.covering(NANOS - 1), LANES, (lane, visitor) -> visit(lane == 0 ? plain : crowded, visitor));
        int plainLevels = levels(shared, 0, plain);
        int crowdedLevels = levels(shared, 1, crowded);
        assertThat(plainLevels).isEqualTo(6); // as many as there are
        assertThat(crowdedLevels).isBetween(1, plainLevels - 1);
        assertThat(shared.bytes()).isLessThanOrEqualTo(2 * SharedCells.MOST_BYTES / LANES);
    }

    /** How many levels have cells; those of each are what a walk over the spans finds. */
    private static int levels(SharedCells shared, int number, Lane lane) {
        int levels = 0;
        LaneCells kept = shared.of(number, SPANS, levels, 0);
        while (kept != null) {
            TileGrid grid = TileGrid.covering(NANOS - 1);
            long last = (1L << levels) - 1;
            LaneCells added = new LaneCells();
            added.fill(kept, grid.tileBegin(levels, last), grid.tileNanos(levels));
            LaneCells walked = new LaneCells();
            walked.fill(lane, grid.tileBegin(levels, last), grid.tileNanos(levels));
            for (int cell = 0; cell < TileGrid.CELLS; cell++) {
                assertThat(List.of(added.busy(cell), added.dominantName(cell), added.begun(cell)))
                        .as("seed %d, level %d, cell %d", SEED, levels, cell)
                        .containsExactly(walked.busy(cell), walked.dominantName(cell), walked.begun(cell));
            }
            levels++;
            kept = shared.of(number, SPANS, levels, 0);
        }
        return levels;
    }

    private static void visit(Lane lane, SharedCells.Visitor visitor) {
        for (int span = 0; span < lane.size(); span++) {
            visitor.span(lane.beginNanos(span), lane.endNanos(span), lane.name(span));
        }
    }

    private static Lane lane(int names) {
        Random random = new Random(SEED);
        LaneBuilder builder = new LaneBuilder(LaneKind.AIV_CORE, "aiv 0");
        for (int span = 0; span < SPANS; span++) {
            long begin = random.nextLong(NANOS);
            builder.add(begin, Math.min(NANOS, begin + random.nextLong(1L << 16)), random.nextInt(names), span);
        }
        return builder.build();
    }
}
