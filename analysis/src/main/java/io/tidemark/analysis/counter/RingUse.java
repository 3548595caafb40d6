package io.tidemark.analysis.counter;

import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.SubmitTimes;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.scope.ScopeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * How full window, heap and dependency pool of each ring were. Samples of scopes have no clock: a
 * sample was taken right after the submit of the last task it counts, and stands at the end of that
 * submit. Samples whose submit has no time are left out. One thread.
 */
final class RingUse {
    private final SubmitTimes submits;
    private final Tasks tasks;
    private final ScopeTable table;
    private final long[] moments;

    RingUse(CaptureModel model, ScopeTable table) {
        this.submits = model.submits();
        this.tasks = model.tasks();
        this.table = table;
        moments = new long[table.size()];
        for (int row = 0; row < table.size(); row++) {
            moments[row] = momentOf(row);
        }
    }

    /** In order of time a sample comes after all it counts: rows of one moment keep their order. */
    List<CounterTrack> tracks() {
        int[] order = RowOrder.by(table.size(), row -> moments[row]);
        TreeSet<Integer> rings = new TreeSet<>();
        for (int row = 0; row < table.size(); row++) {
            rings.add(table.ring(row));
        }
        List<CounterTrack> tracks = new ArrayList<>();
        for (int ring : rings) {
            CounterBuilder window = new CounterBuilder();
            CounterBuilder heap = new CounterBuilder();
            CounterBuilder pool = new CounterBuilder();
            for (int row : order) {
                if (table.ring(row) == ring && moments[row] != KernelRuns.NONE) {
                    long used = table.taskEnd(row) - table.taskStart(row);
                    window.add(moments[row], Math.max(0, used), row);
                    heap.add(moments[row], heapBytes(row), row);
                    long entries = table.depPoolEnd(row) - table.depPoolStart(row);
                    pool.add(moments[row], Math.max(0, entries), row);
                }
            }
            add(tracks, window, ring, "window", "task window", table.header().taskWindowMax());
            add(tracks, heap, ring, "heap", "heap", table.header().heapMaxBytes());
            if (table.hasDepPool()) {
                add(tracks, pool, ring, "pool", "dependency pool", table.header().depPoolMax());
            }
        }
        return tracks;
    }

    private static void add(
            List<CounterTrack> tracks,
            CounterBuilder steps,
            int ring,
            String key,
            String words,
            List<Long> capacities) {
        if (!steps.isEmpty()) {
            double capacity = ring >= 0 && ring < capacities.size() ? capacities.get(ring) : 0;
            CounterUnit unit = key.equals("heap") ? CounterUnit.BYTES : CounterUnit.COUNT;
            String name = "ring " + ring + " " + words;
            tracks.add(steps.build("ring" + ring + "_" + key, name, unit, capacity));
        }
    }

    private long heapBytes(int row) {
        long used = table.heapEndBytes(row) - table.heapStartBytes(row);
        List<Long> capacities = table.header().heapMaxBytes();
        boolean wraps = used < 0 && table.header().heapWraps();
        int ring = table.ring(row);
        long capacity = ring >= 0 && ring < capacities.size() ? capacities.get(ring) : 0;
        return Math.max(0, wraps ? used + capacity : used);
    }

    private long momentOf(int row) {
        int task = Counters.taskOf(tasks, table.ring(row), table.taskEnd(row) - 1);
        return task == Tasks.NONE ? KernelRuns.NONE : submits.end(task);
    }
}
