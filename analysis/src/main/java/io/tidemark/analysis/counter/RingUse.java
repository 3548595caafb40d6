package io.tidemark.analysis.counter;

import io.tidemark.analysis.scope.Resource;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.SubmitTimes;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.scope.ScopeTable;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * How full window, heap and dependency pool of each ring were. Samples of scopes have no time
 * stamp. A sample was taken right after the submit of the last task it counts, so it is placed at
 * the end of that submit. Samples whose submit has no time are left out, and resources that no
 * sample finds in use. One thread.
 */
public final class RingUse {
    private static final int ALL_RINGS = -1;

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
    void forEach(Consumer<CounterTrack> tracks) {
        int[] order = RowOrder.by(table.size(), row -> moments[row]);
        TreeSet<Integer> rings = new TreeSet<>();
        for (int row = 0; row < table.size(); row++) {
            rings.add(table.ring(row));
        }
        for (Resource resource : Resource.values()) {
            boolean isKnown = resource != Resource.DEP_POOL || table.hasDepPool();
            for (int ring : resource.isPerRing() && isKnown ? rings : Set.<Integer>of()) {
                add(tracks, order, ring, resource);
            }
        }
        add(tracks, order, ALL_RINGS, Resource.TENSOR_MAP);
    }

    private void add(Consumer<CounterTrack> tracks, int[] order, int ring, Resource resource) {
        CounterBuilder steps = new CounterBuilder();
        boolean isUsed = false;
        for (int row : order) {
            boolean isOf = ring == ALL_RINGS || table.ring(row) == ring;
            if (isOf && moments[row] != KernelRuns.NONE) {
                long used = Math.max(0, used(row, resource));
                steps.add(moments[row], used, row);
                isUsed |= used > 0;
            }
        }
        if (isUsed) {
            CounterUnit unit = resource == Resource.HEAP ? CounterUnit.BYTES : CounterUnit.COUNT;
            String name = (ring == ALL_RINGS ? "" : "ring " + ring + " ") + resource.words();
            tracks.accept(steps.build(key(ring, resource), name, unit, capacity(ring, resource)));
        }
    }

    private long used(int row, Resource resource) {
        return switch (resource) {
            case TASK_WINDOW -> table.taskEnd(row) - table.taskStart(row);
            case HEAP -> heapBytes(row);
            case DEP_POOL -> table.depPoolEnd(row) - table.depPoolStart(row);
            case TENSOR_MAP -> table.tensorMap(row);
        };
    }

    private long capacity(int ring, Resource resource) {
        List<Long> capacities =
                switch (resource) {
                    case TASK_WINDOW -> table.header().taskWindowMax();
                    case HEAP -> table.header().heapMaxBytes();
                    case DEP_POOL -> table.header().depPoolMax();
                    case TENSOR_MAP -> List.of(table.header().tensorMapMax());
                };
        int at = resource.isPerRing() ? ring : 0;
        return at >= 0 && at < capacities.size() ? capacities.get(at) : 0;
    }

    /** The key of the counter of a ring's resource, or of one that all rings share. */
    public static String key(int ring, Resource resource) {
        return switch (resource) {
            case TASK_WINDOW -> "ring" + ring + "_window";
            case HEAP -> "ring" + ring + "_heap";
            case DEP_POOL -> "ring" + ring + "_pool";
            case TENSOR_MAP -> "tensor_map";
        };
    }

    private long heapBytes(int row) {
        long used = table.heapEndBytes(row) - table.heapStartBytes(row);
        boolean wraps = used < 0 && table.header().heapWraps();
        return wraps ? used + capacity(table.ring(row), Resource.HEAP) : used;
    }

    private long momentOf(int row) {
        int task = Counters.taskOf(tasks, table.ring(row), table.taskEnd(row) - 1);
        return task == Tasks.NONE ? KernelRuns.NONE : submits.end(task);
    }
}
