package io.tidemark.viewer.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every tile of random lanes, overlapping and damaged ones included, against the slow obvious sum.
 */
class TileTest {
    private static final int NAMES = 5;

    private record Span(long begin, long end, int name, int reference) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyTileSaysWhatTheSpansInItSay(long seed) {
        Random random = new Random(seed);
        List<List<Span>> truth = new ArrayList<>();
        List<Lane> lanes = new ArrayList<>();
        for (int lane = 0; lane < 20; lane++) {
            List<Span> spans = spans(random, lane);
            LaneBuilder builder = new LaneBuilder(LaneKind.AIV_CORE, "lane " + lane);
            spans.forEach(s -> builder.add(s.begin, s.end, s.name, s.reference));
            truth.add(spans);
            lanes.add(builder.build());
        }
        Timeline timeline = new Timeline(lanes, List.of("a", "b", "c", "d", "e"), List.of());
        for (int band = 0; band < timeline.bands(); band++) {
            for (int level : new int[] {0, 1, 2, 5, 9}) {
                if (!timeline.grid().has(level, 0)) {
                    continue;
                }
                long index = random.nextLong(1L << level);
                byte[] tile = Tile.write(timeline, band, level, index);
                check("seed " + seed, timeline, truth, band, level, index, tile);
            }
        }
    }

    /** Cut to its column it would be the number of another name. */
    @Test
    void aNameThatALaneCannotHoldIsRefused() {
        LaneBuilder lane = new LaneBuilder(LaneKind.AIC_CORE, "core 0");
        lane.add(1, 2, LaneBuilder.MOST_NAMES - 1, 6);
        assertThat(lane.build().name(0)).isEqualTo(LaneBuilder.MOST_NAMES - 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lane.add(1, 2, LaneBuilder.MOST_NAMES, 6))
                .withMessageContaining("65536");
    }

    /** The grid ends there; damaged times may say more. */
    @Test
    void spansBehindTheEndOfTheGridAreInNoTile() {
        LaneBuilder lane = new LaneBuilder(LaneKind.AIC_CORE, "core 0");
        for (int span = 0; span < 5_000; span++) {
            lane.add(span, span + 1, 0, span);
        }
        for (long begin : new long[] {1L << 61, 3L << 61, Long.MAX_VALUE - 1}) {
            lane.add(begin, begin + 1, 1, 5_000);
        }
        Timeline timeline = new Timeline(List.of(lane.build()), List.of("a", "b"), List.of());
        byte[] tile = Tile.write(timeline, 0, 0, 0);
        int cell = 32; // the first one; all spans of the beginning are in it
        assertThat(ByteBuffer.wrap(tile).order(ByteOrder.LITTLE_ENDIAN).getInt(16))
                .isEqualTo(2);
        assertThat(tile.length).isEqualTo(cell + TileGrid.CELLS * 12);
    }

    @Test
    void aTileLiesInMemoryAsItsTableSays() {
        LaneBuilder lane = new LaneBuilder(LaneKind.AIC_CORE, "core 0");
        lane.add(3, 2, 1, 7); // ends before it begins: a mark
        lane.add(1, 2, 0, 6);
        Timeline timeline = new Timeline(List.of(lane.build()), List.of("a", "b"), List.of());
        byte[] tile = Tile.write(timeline, 0, 0, 0);
        assertThat(HexFormat.ofDelimiter(" ").formatHex(tile))
                .isEqualTo("54 4d 54 31 01 00 00 00 01 00 00 00 00 00 00 00 "
                        + "01 00 00 00 02 00 00 00 20 00 00 00 00 00 00 00 "
                        + "00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 08 40 "
                        + "00 00 00 00 00 00 00 40 00 00 00 00 00 00 08 40 "
                        + "00 00 00 00 01 00 00 00 06 00 00 00 07 00 00 00");
        assertThat(Tile.isWhole(tile)).isTrue();
    }

    @Test
    void theSkylineIsTheMeanOfTheCores() {
        LaneBuilder full = new LaneBuilder(LaneKind.AIC_CORE, "core 0");
        full.add(0, 1024, 0, 0);
        LaneBuilder half = new LaneBuilder(LaneKind.AIC_CORE, "core 1");
        half.add(0, 512, 0, 1);
        Timeline timeline = new Timeline(List.of(full.build(), half.build()), List.of("a"), List.of());
        ByteBuffer bytes = ByteBuffer.wrap(Skyline.write(timeline)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(bytes.getFloat(0)).isEqualTo(1f);
        assertThat(bytes.getFloat(4 * 511)).isEqualTo(1f);
        assertThat(bytes.getFloat(4 * 512)).isEqualTo(0.5f);
        assertThat(bytes.getFloat(4 * Skyline.BINS)).isZero();
    }

    private static List<Span> spans(Random random, int lane) {
        List<Span> spans = new ArrayList<>();
        int count = lane == 0 ? 0 : random.nextInt(1, 3000);
        count += lane == 5 || lane == 6 ? 4096 : 0; // long enough to share cells
        boolean overlapping = lane % 3 == 0;
        long now = random.nextInt(1000);
        for (int at = 0; at < count; at++) {
            long begin = overlapping ? random.nextInt(3_000_000) : now;
            long end = begin + (random.nextInt(10) == 0 ? 0 : random.nextInt(2000));
            spans.add(new Span(begin, end, random.nextInt(NAMES), at));
            now = end + random.nextInt(50);
        }
        return spans;
    }

    private static void check(
            String seed, Timeline timeline, List<List<Span>> truth, int band, int level, long index, byte[] tile) {
        ByteBuffer bytes = ByteBuffer.wrap(tile).order(ByteOrder.LITTLE_ENDIAN);
        long begin = timeline.grid().tileBegin(level, index);
        long nanos = timeline.grid().tileNanos(level);
        assertThat(bytes.getInt(0)).isEqualTo(Tile.MAGIC);
        boolean whole = true;
        for (int lane = 0; lane < bytes.getInt(4); lane++) {
            List<Span> spans = truth.get(band * TileGrid.BAND_LANES + lane);
            int form = bytes.getInt(16 + 16 * lane);
            int count = bytes.getInt(20 + 16 * lane);
            int offset = bytes.getInt(24 + 16 * lane);
            whole &= form != Tile.CELLS;
            if (form == Tile.CELLS) {
                checkCells(seed, spans, begin, nanos, bytes, offset);
            } else {
                checkSpans(seed, spans, begin, begin + nanos, bytes, offset, count);
            }
        }
        assertThat(Tile.isWhole(tile)).as(seed).isEqualTo(whole);
    }

    private static void checkSpans(
            String seed, List<Span> spans, long from, long to, ByteBuffer bytes, int offset, int count) {
        List<Integer> inside = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            Span span = spans.get(bytes.getInt(offset + 20 * count + 4 * at));
            assertThat(bytes.getDouble(offset + 8 * at)).isEqualTo(span.begin);
            assertThat(bytes.getDouble(offset + 8 * (count + at))).isEqualTo(span.end);
            assertThat(bytes.getInt(offset + 16 * count + 4 * at)).isEqualTo(span.name);
            inside.add(span.reference);
        }
        for (Span span : spans) {
            if (span.begin < to && span.end >= from) {
                assertThat(inside).as(seed).contains(span.reference);
            }
        }
    }

    private static void checkCells(
            String seed, List<Span> spans, long begin, long nanos, ByteBuffer bytes, int offset) {
        long width = nanos / TileGrid.CELLS;
        for (int cell = 0; cell < TileGrid.CELLS; cell++) {
            long from = begin + cell * width;
            long[] byName = new long[NAMES];
            long busy = 0;
            int begun = 0;
            for (Span span : spans) {
                long inside = Math.min(span.end, from + width) - Math.max(span.begin, from);
                busy += Math.max(0, inside);
                byName[span.name] += Math.max(0, inside);
                begun += span.begin >= from && span.begin < from + width ? 1 : 0;
            }
            int name = bytes.getInt(offset + 4 * (TileGrid.CELLS + cell));
            double share = Math.min(1.0, (double) busy / width);
            assertThat((double) bytes.getFloat(offset + 4 * cell)).as(seed).isCloseTo(share, within(1e-6));
            assertThat(bytes.getInt(offset + 4 * (2 * TileGrid.CELLS + cell))).isEqualTo(begun);
            if (busy > 0) {
                for (int other = 0; other < NAMES; other++) {
                    boolean beaten = byName[other] < byName[name] || (byName[other] == byName[name] && other >= name);
                    assertThat(beaten).as(seed + " cell " + cell).isTrue();
                }
            } else {
                assertThat(name >= 0).as(seed).isEqualTo(begun > 0);
            }
        }
    }
}
