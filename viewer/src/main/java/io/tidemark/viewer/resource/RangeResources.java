package io.tidemark.viewer.resource;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.counter.CounterTrack;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Ranks;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.Runs;
import io.tidemark.viewer.timeline.Lane;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Answers what happened on some lanes between two moments. A run counts if a part of it is in the
 * range. Its time there is added to the totals. Its whole length counts in mean and percentiles.
 * Runs that lack a stamp or had not ended count nowhere. Any thread may call; linear in the runs of
 * the range but for sorts.
 */
final class RangeResources {
    private static final double[] PERCENTILES = {0.5, 0.9, 0.99};
    private static final int MOST_RUNS = Chunks.SEARCH_ROWS;

    private final CaptureView view;
    private final Optional<GapTiles> gaps;

    RangeResources(CaptureView view, Optional<GapTiles> gaps) {
        this.view = view;
        this.gaps = gaps;
    }

    /** Lengths and time inside of the runs of one kernel. */
    private static final class Kernel {
        final LongColumn lengths = new LongColumn();
        long inside;
        int longest = -1;
    }

    /**
     * @param critical the critical path's runs and their times, empty when there is none
     * @param ready the counter of ready tasks, empty when it is not known
     */
    byte[] report(RangeName range, Optional<CriticalResources> critical, Optional<CounterTrack> ready) {
        Kernel[] kernels = new Kernel[view.timeline().names().size()];
        long[] bins = new long[128];
        range.lanes().stream().forEach(lane -> addRuns(range, lane, kernels, bins));
        return JsonBytes.object(json -> {
            json.member("begin", range.begin());
            json.member("end", range.end());
            writeKernels(json, kernels);
            writeHistogram(json, bins);
            writeCores(json, range);
            critical.ifPresent(path -> json.member("criticalNanos", path.nanosBetween(range.begin(), range.end())));
            ready.ifPresent(track -> writeReady(json, track, range));
        });
    }

    private void addRuns(RangeName range, int number, Kernel[] kernels, long[] bins) {
        Lane lane = view.timeline().lanes().get(number);
        if (!lane.kind().isCore()) {
            return;
        }
        forEach(lane, range, run -> {
            int name = view.runs().name(run);
            Kernel kernel = kernels[name] == null ? new Kernel() : kernels[name];
            kernels[name] = kernel;
            long begin = view.runs().beginNanos(run);
            long end = view.runs().endNanos(run);
            boolean isLongest = kernel.longest < 0 || end - begin > length(kernel.longest);
            kernel.longest = isLongest ? run : kernel.longest;
            kernel.lengths.add(end - begin);
            kernel.inside += Math.min(end, range.end()) - Math.max(begin, range.begin());
            bins[bin(end - begin)]++;
        });
    }

    private long length(int run) {
        return view.runs().endNanos(run) - view.runs().beginNanos(run);
    }

    private void forEach(Lane lane, RangeName range, IntConsumer action) {
        Runs runs = view.runs();
        int last = lane.firstFrom(range.end());
        for (int span = lane.firstReaching(range.begin()); span < last; span++) {
            int run = lane.reference(span);
            boolean isInside = lane.endNanos(span) > range.begin() || lane.beginNanos(span) >= range.begin();
            if (runs.isTimed(run) && isInside) {
                action.accept(run);
            }
        }
    }

    /**
     * Bins of durations, two to an octave: bin 2k begins at 2^k nanoseconds; bin 0 has zero too.
     */
    static int bin(long nanos) {
        if (nanos < 1) {
            return 0;
        }
        int octave = 63 - Long.numberOfLeadingZeros(nanos);
        return 2 * octave + (nanos >= Math.sqrt(2) * (1L << octave) ? 1 : 0);
    }

    private void writeKernels(JsonWriter json, Kernel[] kernels) {
        json.name("kernels").beginArray();
        for (int name = 0; name < kernels.length; name++) {
            if (kernels[name] == null) {
                continue;
            }
            long[] lengths = kernels[name].lengths.toArray();
            Arrays.sort(lengths);
            long sum = 0;
            for (long length : lengths) {
                sum += length;
            }
            json.beginObject();
            json.member("name", name);
            json.member("count", lengths.length);
            json.member("total", kernels[name].inside);
            json.member("mean", (double) sum / lengths.length);
            json.member("least", lengths[0]);
            json.member("p50", Ranks.of(lengths, PERCENTILES[0]));
            json.member("p90", Ranks.of(lengths, PERCENTILES[1]));
            json.member("p99", Ranks.of(lengths, PERCENTILES[2]));
            json.member("most", lengths[lengths.length - 1]);
            json.member("longest", kernels[name].longest);
            json.endObject();
        }
        json.endArray();
    }

    /** From the first bin with a run to the last one. */
    private static void writeHistogram(JsonWriter json, long[] bins) {
        int first = 0;
        int last = bins.length;
        while (first < last && bins[first] == 0) {
            first++;
        }
        while (last > first && bins[last - 1] == 0) {
            last--;
        }
        json.name("histogram").beginObject();
        json.member("firstBin", first);
        json.name("counts").beginArray();
        for (int bin = first; bin < last; bin++) {
            json.value(bins[bin]);
        }
        json.endArray();
        json.endObject();
    }

    /** Core by core the nanoseconds of each part, in the order of the parts in meta.json. */
    private void writeCores(JsonWriter json, RangeName range) {
        json.name("cores").beginArray();
        gaps.ifPresent(tiles ->
                range.lanes().stream().filter(tiles::isUsed).forEach(lane -> writeCore(json, tiles, range, lane)));
        json.endArray();
    }

    private static void writeCore(JsonWriter json, GapTiles tiles, RangeName range, int lane) {
        long[] parts = new long[CorePart.values().length];
        tiles.visit(
                lane,
                range.begin(),
                range.end(),
                (part, begin, end, run) ->
                        parts[part.ordinal()] += Math.min(end, range.end()) - Math.max(begin, range.begin()));
        json.beginObject();
        json.member("lane", lane);
        json.name("parts").beginArray();
        for (long nanos : parts) {
            json.value(nanos);
        }
        json.endArray();
        json.endObject();
    }

    private void writeReady(JsonWriter json, CounterTrack track, RangeName range) {
        var axis = view.axis().orElseThrow();
        CounterTrack.Spread spread = track.over(axis.unshifted(range.begin()), axis.unshifted(range.end()));
        if (spread != null) {
            json.name("ready").beginObject();
            json.member("mean", spread.mean());
            json.member("most", spread.greatest());
            json.endObject();
        }
    }

    /** i32 run: the runs of one kernel in a range by begin, at most 65,536 of them. */
    byte[] runs(RangeName range) {
        IntColumn found = new IntColumn();
        List<Lane> lanes = view.timeline().lanes();
        range.lanes().stream()
                .filter(lane -> lanes.get(lane).kind().isCore())
                .forEach(lane -> forEach(lanes.get(lane), range, run -> {
                    if (view.runs().name(run) == range.name()) {
                        found.add(run);
                    }
                }));
        int[] order = RowOrder.by(found.size(), at -> view.runs().beginNanos(found.get(at)));
        return new Columns(Math.min(MOST_RUNS, order.length))
                .ints(at -> found.get(order[at]))
                .toBytes();
    }
}
