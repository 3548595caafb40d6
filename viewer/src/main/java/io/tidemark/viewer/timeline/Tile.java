package io.tidemark.viewer.timeline;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;

/**
 * Writes one tile: a band of lanes over a piece of time, as bytes that a browser reads in place.
 * Stateless; any thread may call.
 *
 * <pre>
 *   0  u32 magic "TMT1"      4  u32 lanes      8  u32 whole (1: every lane below is exact)     12  u32 0
 *  16  per lane 16 bytes: u32 form (0 empty, 1 spans, 2 cells), u32 count, u32 offset, u32 0
 *      spans: f64 begin[count], f64 end[count], i32 name[count], i32 reference[count]
 *      cells: f32 busy[256], i32 name[256], i32 begun[256]
 * </pre>
 *
 * All little-endian; every part begins at a multiple of 8. Times are nanoseconds since the origin.
 */
public final class Tile {
    public static final int MAGIC = 0x31544D54;
    public static final int EMPTY = 0;
    public static final int SPANS = 1;
    public static final int CELLS = 2;

    private static final int HEADER_BYTES = 16;
    private static final int LANE_BYTES = 16;
    private static final int SPAN_BYTES = 24;
    private static final int CELL_BYTES = 12;

    private Tile() {}

    /** One tile of one band; the caller has checked that the grid {@link TileGrid#has} it. */
    public static byte[] write(Timeline timeline, int band, int level, long index) {
        TileGrid grid = timeline.grid();
        return write(timeline.band(band), grid.tileBegin(level, index), grid.tileNanos(level));
    }

    /** These lanes over a piece of time. */
    public static byte[] write(List<Lane> lanes, long begin, long nanos) {
        int size = HEADER_BYTES + lanes.size() * LANE_BYTES;
        boolean whole = true;
        for (Lane lane : lanes) {
            int count = spans(lane, begin, nanos);
            whole &= count <= TileGrid.EXACT_SPANS;
            size +=
                    count <= TileGrid.EXACT_SPANS
                            ? count * SPAN_BYTES
                            : TileGrid.CELLS * CELL_BYTES;
        }
        ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(MAGIC).putInt(lanes.size()).putInt(whole ? 1 : 0).putInt(0);
        int offset = HEADER_BYTES + lanes.size() * LANE_BYTES;
        LaneCells cells = new LaneCells();
        for (Lane lane : lanes) {
            int count = spans(lane, begin, nanos);
            boolean exact = count <= TileGrid.EXACT_SPANS;
            bytes.putInt(count == 0 ? EMPTY : exact ? SPANS : CELLS);
            bytes.putInt(exact ? count : TileGrid.CELLS).putInt(offset).putInt(0);
            if (exact) {
                putSpans(bytes, offset, lane, lane.firstReaching(begin), count);
                offset += count * SPAN_BYTES;
            } else {
                cells.fill(lane, begin, nanos);
                putCells(bytes, offset, cells, IntUnaryOperator.identity());
                offset += TileGrid.CELLS * CELL_BYTES;
            }
        }
        return bytes.array();
    }

    /** A tile of which only cells are known; an empty lane is null. */
    static byte[] write(LaneCells[] lanes, IntUnaryOperator nameOf) {
        int filled = (int) Arrays.stream(lanes).filter(Objects::nonNull).count();
        int offset = HEADER_BYTES + lanes.length * LANE_BYTES;
        ByteBuffer bytes =
                ByteBuffer.allocate(offset + filled * TileGrid.CELLS * CELL_BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(MAGIC).putInt(lanes.length).putInt(0).putInt(0);
        for (LaneCells cells : lanes) {
            bytes.putInt(cells == null ? EMPTY : CELLS);
            bytes.putInt(cells == null ? 0 : TileGrid.CELLS).putInt(offset).putInt(0);
            if (cells != null) {
                putCells(bytes, offset, cells, nameOf);
                offset += TileGrid.CELLS * CELL_BYTES;
            }
        }
        return bytes.array();
    }

    /** True when no deeper level of this tile says more. */
    public static boolean isWhole(byte[] tile) {
        return ByteBuffer.wrap(tile).order(ByteOrder.LITTLE_ENDIAN).getInt(8) == 1;
    }

    private static int spans(Lane lane, long begin, long nanos) {
        return Math.max(0, lane.firstFrom(begin + nanos) - lane.firstReaching(begin));
    }

    private static void putSpans(ByteBuffer bytes, int offset, Lane lane, int first, int count) {
        for (int at = 0; at < count; at++) {
            int span = first + at;
            bytes.putDouble(offset + 8 * at, lane.beginNanos(span));
            bytes.putDouble(offset + 8 * (count + at), lane.endNanos(span));
            bytes.putInt(offset + 16 * count + 4 * at, lane.name(span));
            bytes.putInt(offset + 20 * count + 4 * at, lane.reference(span));
        }
    }

    private static void putCells(
            ByteBuffer bytes, int offset, LaneCells cells, IntUnaryOperator nameOf) {
        for (int cell = 0; cell < TileGrid.CELLS; cell++) {
            bytes.putFloat(offset + 4 * cell, cells.busy(cell));
            int name = cells.dominantName(cell);
            bytes.putInt(
                    offset + 4 * (TileGrid.CELLS + cell),
                    name == LaneCells.NO_NAME ? name : nameOf.applyAsInt(name));
            bytes.putInt(offset + 4 * (2 * TileGrid.CELLS + cell), cells.begun(cell));
        }
    }
}
