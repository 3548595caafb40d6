package io.tidemark.viewer.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.SharedCells;
import io.tidemark.viewer.timeline.Tile;
import io.tidemark.viewer.timeline.TileGrid;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tiles of idle time. */
class GapTilesTest {
    @TempDir
    Path directory;

    /** Long lanes are walked once for all coarse levels, and the tiles do not tell. */
    @Test
    void aTileAddedUpFromCellsIsThatOfTheSpans() throws IOException {
        GeneratedCapture.in(directory, GeneratorOptions.of(20_000, 7));
        CaptureView view = GeneratedCapture.view(directory);
        GapTiles gaps = new GapTiles(view, view.states().orElseThrow());
        TileGrid grid = view.timeline().grid();
        int lanes = view.timeline().lanes().size();
        SharedCells cells = new SharedCells(grid, lanes, gaps::visitIdle);
        int withCells = 0;
        for (int band = 0; band < view.timeline().bands(); band++) {
            for (int level = 0; level <= Math.min(6, grid.deepestLevel()); level++) {
                for (long index = 0; index < 1L << level; index++) {
                    byte[] walked = Tile.write(view.timeline(), of(gaps, 0), cells, band, level, index);
                    byte[] added = Tile.write(view.timeline(), of(gaps, Integer.MAX_VALUE), cells, band, level, index);
                    String name = band + "/" + level + "/" + index;
                    assertThat(added).as(name).isEqualTo(walked);
                    assertThat(gaps.tile(band, level, index)).as(name).isEqualTo(walked);
                    withCells += Tile.isWhole(walked) ? 0 : 1;
                }
            }
        }
        assertThat(withCells).as("tiles with cells").isPositive();
    }

    private static Tile.Lanes of(GapTiles gaps, int length) {
        return new Tile.Lanes() {
            @Override
            public int length(int lane) {
                return length;
            }

            @Override
            public Lane lane(int number, long beginNanos, long endNanos) {
                return gaps.idle(number, beginNanos, endNanos);
            }
        };
    }
}
