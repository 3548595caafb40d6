package io.tidemark.viewer.resource;

import io.tidemark.analysis.counter.CounterTrack;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.ShownText;
import io.tidemark.viewer.timeline.TileGrid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Writes counters: {@code counters.json} lists them, a tile holds one of them over a piece of time.
 * Any thread may call.
 *
 * <pre>
 *   0  u32 magic "TMK1"    4  u32 form (1 steps, 2 cells)    8  u32 count    12  u32 0
 *      steps: f64 begin[count], f64 value[count], i32 row[count]; the first may begin before the tile
 *      cells: f32 least[256], f32 greatest[256], f32 mean[256], i32 row[256] of the greatest;
 *             NaN where nothing is known
 * </pre>
 */
final class CounterResources {
    static final int MAGIC = 0x314B4D54;

    private static final int EXACT_STEPS = 512;
    private static final int HEADER_BYTES = 16;

    private final CaptureView view;
    private final List<CounterTrack> tracks;

    CounterResources(CaptureView view, List<CounterTrack> tracks) {
        this.view = view;
        this.tracks = tracks;
    }

    int size() {
        return tracks.size();
    }

    byte[] list() {
        return JsonBytes.document(json -> {
            json.beginArray();
            for (CounterTrack track : tracks) {
                json.beginObject();
                json.member("key", track.key());
                json.member("name", ShownText.of(track.name()));
                json.member("unit", track.unit().key());
                json.member("capacity", track.capacity());
                json.member("highest", track.highest());
                json.endObject();
            }
            json.endArray();
        });
    }

    /** True when a tile holds the steps themselves. */
    boolean isExact(int number, int level, long index) {
        TileGrid grid = view.timeline().grid();
        return steps(tracks.get(number), grid.tileBegin(level, index), grid.tileNanos(level)) <= EXACT_STEPS;
    }

    private int steps(CounterTrack track, long begin, long nanos) {
        return track.at(model(begin + nanos) - 1) - Math.max(0, track.at(model(begin))) + 1;
    }

    private long model(long nanos) {
        return view.axis().orElseThrow().unshifted(nanos);
    }

    byte[] tile(int number, int level, long index) {
        CounterTrack track = tracks.get(number);
        TileGrid grid = view.timeline().grid();
        long begin = grid.tileBegin(level, index);
        long nanos = grid.tileNanos(level);
        int count = steps(track, begin, nanos);
        return count <= EXACT_STEPS
                ? exact(track, Math.max(0, track.at(model(begin))), count)
                : cells(track, begin, nanos);
    }

    private byte[] exact(CounterTrack track, int first, int count) {
        ByteBuffer bytes = buffer(1, count, 20 * count);
        for (int at = 0; at < count; at++) {
            long moment = view.axis().orElseThrow().shifted(track.nanos(first + at));
            bytes.putDouble(HEADER_BYTES + 8 * at, moment);
            bytes.putDouble(HEADER_BYTES + 8 * (count + at), track.value(first + at));
            bytes.putInt(HEADER_BYTES + 16 * count + 4 * at, track.row(first + at));
        }
        return bytes.array();
    }

    private byte[] cells(CounterTrack track, long begin, long nanos) {
        int cells = TileGrid.CELLS;
        ByteBuffer bytes = buffer(2, cells, 16 * cells);
        long width = nanos / cells;
        for (int cell = 0; cell < cells; cell++) {
            long from = model(begin + cell * width);
            CounterTrack.Spread spread = track.over(from, from + width);
            int at = HEADER_BYTES + 4 * cell;
            bytes.putFloat(at, spread == null ? Float.NaN : (float) spread.least());
            bytes.putFloat(at + 4 * cells, spread == null ? Float.NaN : (float) spread.greatest());
            bytes.putFloat(at + 8 * cells, spread == null ? Float.NaN : (float) spread.mean());
            bytes.putInt(at + 12 * cells, spread == null ? -1 : highestRow(track, from, width));
        }
        return bytes.array();
    }

    private static int highestRow(CounterTrack track, long from, long width) {
        if (!track.hasRows()) {
            return CounterTrack.NO_ROW;
        }
        int best = Math.max(0, track.at(from));
        for (int step = best; step < track.size() && track.nanos(step) < from + width; step++) {
            best = track.value(step) > track.value(best) ? step : best;
        }
        return track.row(best);
    }

    private static ByteBuffer buffer(int form, int count, int size) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + size).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.putInt(MAGIC).putInt(form).putInt(count).putInt(0);
    }
}
