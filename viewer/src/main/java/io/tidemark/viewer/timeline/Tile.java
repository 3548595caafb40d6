package io.tidemark.viewer.timeline;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

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

    /** The lanes of a tile, by their numbers on the timeline. */
    public interface Lanes {
        /** About how many spans a lane has. */
        int length(int lane);

        /** A lane with at least the spans that are in a piece of time. */
        Lane lane(int number, long beginNanos, long endNanos);
    }

    /** One tile of one band; the caller has checked that the grid {@link TileGrid#has} it. */
    public static byte[] write(Timeline timeline, int band, int level, long index) {
        Lanes lanes = new Lanes() {
            @Override
            public int length(int lane) {
                return timeline.lanes().get(lane).size();
            }

            @Override
            public Lane lane(int number, long begin, long end) {
                return timeline.lanes().get(number);
            }
        };
        return write(timeline, lanes, timeline.cells(), band, level, index);
    }

    /** The same of other lanes that stand where those of a timeline do, with their cells. */
    public static byte[] write(Timeline timeline, Lanes lanes, SharedCells shared, int band, int level, long index) {
        TileGrid grid = timeline.grid();
        long begin = grid.tileBegin(level, index);
        long nanos = grid.tileNanos(level);
        int first = band * TileGrid.BAND_LANES;
        LanePart[] parts = new LanePart[timeline.band(band).size()];
        for (int at = 0; at < parts.length; at++) {
            int number = first + at;
            LaneCells finer = shared.of(number, lanes.length(number), level, index);
            parts[at] = finer != null
                    ? new LanePart(null, finer)
                    : new LanePart(lanes.lane(number, begin, begin + nanos), null);
        }
        return write(parts, begin, nanos);
    }

    /** What a lane gives to a tile: its spans, or cells that are as wide or narrower. */
    private record LanePart(Lane lane, LaneCells finer) {
        /** How many spans a tile of this piece of time holds; more than it can for cells. */
        int spans(long begin, long nanos) {
            return finer != null
                    ? Integer.MAX_VALUE
                    : Math.max(0, lane.firstFrom(begin + nanos) - lane.firstReaching(begin));
        }
    }

    private static byte[] write(LanePart[] parts, long begin, long nanos) {
        int size = HEADER_BYTES + parts.length * LANE_BYTES;
        boolean whole = true;
        for (LanePart part : parts) {
            int count = part.spans(begin, nanos);
            whole &= count <= TileGrid.EXACT_SPANS;
            size += count <= TileGrid.EXACT_SPANS ? count * SPAN_BYTES : TileGrid.CELLS * CELL_BYTES;
        }
        ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(MAGIC).putInt(parts.length).putInt(whole ? 1 : 0).putInt(0);
        int offset = HEADER_BYTES + parts.length * LANE_BYTES;
        LaneCells cells = new LaneCells();
        for (LanePart part : parts) {
            int count = part.spans(begin, nanos);
            boolean exact = count <= TileGrid.EXACT_SPANS;
            bytes.putInt(count == 0 ? EMPTY : exact ? SPANS : CELLS);
            bytes.putInt(exact ? count : TileGrid.CELLS).putInt(offset).putInt(0);
            if (exact) {
                putSpans(bytes, offset, part.lane, part.lane.firstReaching(begin), count);
                offset += count * SPAN_BYTES;
            } else {
                if (part.finer != null) {
                    cells.fill(part.finer, begin, nanos);
                } else {
                    cells.fill(part.lane, begin, nanos);
                }
                putCells(bytes, offset, cells);
                offset += TileGrid.CELLS * CELL_BYTES;
            }
        }
        return bytes.array();
    }

    /** True when no deeper level of this tile says more. */
    public static boolean isWhole(byte[] tile) {
        return ByteBuffer.wrap(tile).order(ByteOrder.LITTLE_ENDIAN).getInt(8) == 1;
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

    private static void putCells(ByteBuffer bytes, int offset, LaneCells cells) {
        for (int cell = 0; cell < TileGrid.CELLS; cell++) {
            bytes.putFloat(offset + 4 * cell, cells.busy(cell));
            bytes.putInt(offset + 4 * (TileGrid.CELLS + cell), cells.dominantName(cell));
            bytes.putInt(offset + 4 * (2 * TileGrid.CELLS + cell), cells.begun(cell));
        }
    }
}
