package io.tidemark.viewer.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.viewer.timeline.CoarsePicture.CoarseLane;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A picture that is only so fine says the same as the whole one, down to its last level. */
class CoarsePictureTest {
    private static final long SEED = 20;
    private static final int LANES = 19; // two bands
    private static final int SPANS = 20_000;

    @Test
    void tilesAreThoseOfTheWholePicture() {
        Random random = new Random(SEED);
        List<String> names = List.of("name 0", "name 1", "name 2");
        long[][] spans = new long[LANES * SPANS][];
        long latest = 0;
        for (int at = 0; at < spans.length; at++) {
            long begin = random.nextLong(1L << 30);
            spans[at] = new long[] {begin, begin + random.nextLong(1L << 15), random.nextInt(3)};
            latest = Math.max(latest, spans[at][1]);
        }
        CoarsePicture coarse = new CoarsePicture(latest, LANES + 1);
        List<Lane> lanes = new ArrayList<>();
        for (int lane = 0; lane <= LANES; lane++) {
            LaneKind kind = lane < 4 ? LaneKind.AIC_CORE : LaneKind.AIV_CORE;
            LaneBuilder builder = new LaneBuilder(kind, "core " + lane);
            CoarseLane filled = coarse.addLane(kind, "core " + lane);
            for (int at = lane * SPANS; lane < LANES && at < (lane + 1) * SPANS; at++) {
                int name = (int) spans[at][2];
                builder.add(spans[at][0], spans[at][1], name, at);
                filled.add(spans[at][0], spans[at][1], 100 * name + 7); // any number is a key
            }
            lanes.add(builder.build());
        }
        coarse.finish(key -> "name " + key / 100, List.of());
        Timeline whole = new Timeline(lanes, names, List.of());
        assertThat(coarse.names()).isEqualTo(names);
        assertThat(coarse.grid()).isEqualTo(whole.grid());
        for (int band = 0; band < whole.bands(); band++) {
            for (int level = 0; level <= 5; level++) {
                long index = random.nextLong(Math.max(1, 1L << level - 1)); // where spans are
                byte[] seen = coarse.tile(band, level, index).orElseThrow();
                byte[] known = whole.tile(band, level, index).orElseThrow();
                assertThat(Arrays.equals(seen, known))
                        .as("seed %d, tile %d/%d/%d", SEED, band, level, index)
                        .isTrue();
            }
        }
        assertThat(coarse.tile(0, 6, 0)).as("finer than it is").isEmpty();
        ByteBuffer seen = ByteBuffer.wrap(coarse.skyline()).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer known = ByteBuffer.wrap(whole.skyline()).order(ByteOrder.LITTLE_ENDIAN);
        for (int bin = 0; bin < 2 * Skyline.BINS; bin++) {
            assertThat(Math.abs(seen.getFloat(4 * bin) - known.getFloat(4 * bin)))
                    .as("seed %d, bin %d", SEED, bin)
                    .isLessThan(0.1f);
        }
    }
}
