package io.tidemark.analysis.diff.align;

import io.tidemark.abi.TaskId;
import io.tidemark.capture.Capture;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.identity.TensorIdentity;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.scope.ScopeTable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the {@link TaskMarks} of a capture: regions from the arguments of its dependency file,
 * scopes from its scope statistics. A line number changes with every edit above it, so a site
 * counts by its place among the sites of its file. Pure.
 */
public final class RecordedMarks {
    private RecordedMarks() {}

    public static TaskMarks of(Capture capture) {
        long[] regions =
                capture.dependenciesWithDetail().map(RecordedMarks::regions).orElse(new long[0]);
        Sites sites = capture.scopes().map(Sites::new).orElse(null);
        long[] scopes = sites == null
                ? new long[0]
                : new ScopePaths(sites).of(capture.model().tasks());
        return new TaskMarks(regions, scopes, sites == null ? "" : sites.key());
    }

    /** Empty when no argument names a part of a tensor: then it tells nothing apart. */
    private static long[] regions(DependencyGraph graph) {
        DependencyDetail detail = graph.detail().orElseThrow();
        long[] regions = new long[graph.taskCount()];
        boolean isAnyPart = false;
        for (int task = 0; task < regions.length; task++) {
            long sum = 0;
            for (int at = detail.argumentBegin(task); at < detail.argumentEnd(task); at++) {
                if (detail.argumentHasTensor(at)) {
                    long start = detail.regions().startOffset(detail.argumentRegion(at));
                    boolean isOutside = detail.argumentOwner(at) == TensorIdentity.NO_OWNER;
                    long place = (long) detail.argumentIndex(at) << 8 | (isOutside ? 1 : 0);
                    sum += Hash.mix(Hash.mix(place) + start);
                    isAnyPart |= start != 0;
                }
            }
            regions[task] = sum;
        }
        return isAnyPart ? regions : new long[0];
    }

    /** The sites of a capture, numbered within their files. */
    private static final class Sites {
        private final ScopeTable table;
        private final Map<String, Long> numbers = new HashMap<>();
        private final SortedMap<String, Integer> files = new TreeMap<>();

        Sites(ScopeTable table) {
            this.table = table;
            Map<String, SortedMap<Integer, String>> lines = new TreeMap<>();
            for (int row = 0; row < table.size(); row++) {
                String site = table.site(row);
                int colon = site.lastIndexOf(':');
                String file = colon < 0 ? site : site.substring(0, colon);
                lines.computeIfAbsent(file, unused -> new TreeMap<>()).put(line(site, colon), site);
            }
            lines.forEach((file, sites) -> {
                files.put(file, sites.size());
                long number = Hash.of(file);
                for (String site : sites.values()) {
                    numbers.put(site, Hash.mix(number++));
                }
            });
        }

        private static int line(String site, int colon) {
            try {
                return colon < 0 ? 0 : Integer.parseInt(site.substring(colon + 1));
            } catch (NumberFormatException noLine) {
                return 0;
            }
        }

        ScopeTable table() {
            return table;
        }

        long number(int row) {
            return numbers.getOrDefault(table.site(row), 0L);
        }

        /** How many sites each file has. */
        String key() {
            return files.toString();
        }
    }

    /**
     * The scopes around each task. The tasks of a ring are numbered in the order of their submits,
     * and a scope begins and ends at a number on its ring.
     */
    private static final class ScopePaths {
        private final LongColumn[] numbers = new LongColumn[TaskId.RINGS];
        private final LongColumn[] paths = new LongColumn[TaskId.RINGS];

        ScopePaths(Sites sites) {
            for (int ring = 0; ring < TaskId.RINGS; ring++) {
                numbers[ring] = new LongColumn();
                paths[ring] = new LongColumn();
            }
            ScopeTable table = sites.table();
            Deque<long[]> open = new ArrayDeque<>(); // ring and path of each, the innermost first
            for (int row = 0; row < table.size(); row++) {
                int ring = Math.clamp(table.ring(row), 0, TaskId.RINGS - 1);
                if (table.isBegin(row)) {
                    long around = open.isEmpty() ? 0 : open.peek()[1];
                    open.push(new long[] {ring, Hash.mix(around + sites.number(row))});
                } else if (!open.isEmpty()) {
                    open.pop();
                }
                boolean isInside = !open.isEmpty() && open.peek()[0] == ring;
                numbers[ring].add(table.taskEnd(row));
                paths[ring].add(isInside ? open.peek()[1] : 0);
            }
        }

        long[] of(Tasks tasks) {
            long[] scopes = new long[tasks.size()];
            for (int task = 0; task < scopes.length; task++) {
                long id = tasks.taskId(task);
                scopes[task] = path(Math.clamp(TaskId.ring(id), 0, TaskId.RINGS - 1), TaskId.number(id));
            }
            return scopes;
        }

        /** Behind the last boundary at or before a number. */
        private long path(int ring, long number) {
            int low = 0;
            int high = numbers[ring].size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (numbers[ring].get(middle) <= number) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low == 0 ? 0 : paths[ring].get(low - 1);
        }
    }
}
