package io.tidemark.analysis.scope;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.scope.ScopeHeader;
import io.tidemark.capture.scope.ScopeTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Begin and end samples brought together: per ring and site the latest open begin takes the next
 * end. Pairs are kept in the order of their ends. Immutable after construction.
 */
public final class ScopePairs {
    private record Key(int ring, String site) {}

    private final ScopeTable table;
    private final IntColumn begins = new IntColumn();
    private final IntColumn ends = new IntColumn();
    private final List<Integer> openBegins = new ArrayList<>();
    private int endsWithoutBegin;

    public ScopePairs(ScopeTable table) {
        this.table = table;
        Map<Key, Deque<Integer>> open = new HashMap<>();
        for (int row = 0; row < table.size(); row++) {
            Deque<Integer> stack =
                    open.computeIfAbsent(new Key(table.ring(row), table.site(row)), key -> new ArrayDeque<>());
            if (table.isBegin(row)) {
                stack.push(row);
            } else if (stack.isEmpty()) {
                endsWithoutBegin++;
            } else {
                begins.add(stack.pop());
                ends.add(row);
            }
        }
        open.values().forEach(openBegins::addAll);
        openBegins.sort(null);
    }

    public int size() {
        return ends.size();
    }

    public int endsWithoutBegin() {
        return endsWithoutBegin;
    }

    /** Rows of begins that no end followed: the scopes the run died in, outermost first. */
    public List<Integer> openBegins() {
        return List.copyOf(openBegins);
    }

    public int ring(int pair) {
        return table.ring(ends.get(pair));
    }

    public String site(int pair) {
        return table.site(ends.get(pair));
    }

    public int depth(int pair) {
        return table.depth(ends.get(pair));
    }

    /** Number on its ring of the first task that was submitted after the scope's begin. */
    long firstTask(int pair) {
        return table.taskEnd(begins.get(pair));
    }

    /** One past the last task that was submitted before the scope's end. */
    long endTask(int pair) {
        return table.taskEnd(ends.get(pair));
    }

    /** The value of a metric; only {@link Metric#LIVE_AT_EXIT} is known for the tensor map. */
    public long value(int pair, Resource resource, Metric metric) {
        int begin = begins.get(pair);
        int end = ends.get(pair);
        if (resource == Resource.TENSOR_MAP) {
            return table.tensorMap(end);
        }
        return switch (metric) {
            case HIGH_WATER -> distance(resource, ring(pair), tail(resource, begin), head(resource, end));
            case LIVE_AT_EXIT -> distance(resource, ring(pair), tail(resource, end), head(resource, end));
            case ALLOCATED -> distance(resource, ring(pair), head(resource, begin), head(resource, end));
        };
    }

    /** What an unfinished scope held when its ring was last seen. */
    public long openValue(int beginRow, Resource resource) {
        int last = beginRow;
        for (int row = beginRow; row < table.size(); row++) {
            last = table.ring(row) == table.ring(beginRow) ? row : last;
        }
        return resource == Resource.TENSOR_MAP
                ? table.tensorMap(last)
                : distance(resource, table.ring(beginRow), tail(resource, beginRow), head(resource, last));
    }

    public ScopeTable table() {
        return table;
    }

    private long distance(Resource resource, int ring, long from, long to) {
        long distance = to - from;
        ScopeHeader header = table.header();
        boolean wrapped = resource == Resource.HEAP && distance < 0 && header.heapWraps();
        return wrapped && ring < header.heapMaxBytes().size()
                ? distance + header.heapMaxBytes().get(ring)
                : distance;
    }

    private long head(Resource resource, int row) {
        return switch (resource) {
            case TASK_WINDOW -> table.taskEnd(row);
            case HEAP -> table.heapEndBytes(row);
            default -> table.depPoolEnd(row);
        };
    }

    private long tail(Resource resource, int row) {
        return switch (resource) {
            case TASK_WINDOW -> table.taskStart(row);
            case HEAP -> table.heapStartBytes(row);
            default -> table.depPoolStart(row);
        };
    }
}
