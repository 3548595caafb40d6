package io.tidemark.analysis.scope;

import io.tidemark.analysis.text.Units;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.scope.ScopeHeader;
import io.tidemark.capture.scope.ScopeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Which scope filled which ring how far, and how small the rings could have been. Immutable.
 *
 * @param peaks by ring and resource, the shared one last
 * @param mostDependencies by ring, entries of the dependency pool that one scope can need at most;
 *     empty when the graph is not known
 */
public record ScopeReport(ScopePairs pairs, List<Peak> peaks, List<Long> mostDependencies) {
    private static final long LEAST_TASK_WINDOW = 4;
    private static final long LEAST_HEAP_BYTES = 1024;
    private static final long LEAST_DEP_POOL = 4;
    private static final int RINGS = 4;

    public static ScopeReport of(ScopeTable table) {
        return of(table, Optional.empty());
    }

    /**
     * @param graph of the same run, if it was recorded
     */
    public static ScopeReport of(ScopeTable table, Optional<DependencyGraph> graph) {
        ScopePairs pairs = new ScopePairs(table);
        TreeSet<Integer> rings = new TreeSet<>();
        for (int pair = 0; pair < pairs.size(); pair++) {
            rings.add(pairs.ring(pair));
        }
        List<Peak> peaks = new ArrayList<>();
        for (int ring : rings) {
            for (Resource resource : Resource.values()) {
                if (resource.isPerRing() && isRecorded(table, resource)) {
                    peaks.add(peak(pairs, resource, ring));
                }
            }
        }
        if (pairs.size() > 0) {
            peaks.add(peak(pairs, Resource.TENSOR_MAP, -1));
        }
        return new ScopeReport(
                pairs,
                List.copyOf(peaks),
                graph.map(known -> mostDependencies(pairs, known)).orElse(List.of()));
    }

    private static List<Long> mostDependencies(ScopePairs pairs, DependencyGraph graph) {
        ScopeDependencies dependencies = new ScopeDependencies(graph);
        return IntStream.range(0, RINGS)
                .mapToObj(ring -> dependencies.most(pairs, ring))
                .toList();
    }

    private static boolean isRecorded(ScopeTable table, Resource resource) {
        return resource != Resource.DEP_POOL || table.hasDepPool();
    }

    /** False for a resource of which the file says nothing. */
    public boolean isRecorded(Resource resource) {
        return isRecorded(pairs.table(), resource);
    }

    public ScopeHeader header() {
        return pairs.table().header();
    }

    /**
     * The smallest size of each ring with which no scope of this run would have had to wait. For
     * the task window it is a power of two with one spare slot; for the other resources it is the
     * peak. A ring that was not used gets the smallest possible size. The use of the dependency
     * pool depends on how fast producers end. If the graph is known, the size is what a scope needs
     * if no producer ends.
     */
    public List<Long> smallest(Resource resource) {
        List<Long> sizes = new ArrayList<>();
        for (int ring = 0; ring < RINGS; ring++) {
            long peak = 0;
            for (Peak found : peaks) {
                peak = found.ring() == ring && found.resource() == resource ? found.value() : peak;
            }
            sizes.add(
                    switch (resource) {
                        case TASK_WINDOW -> Math.max(LEAST_TASK_WINDOW, powerOfTwo(peak + 1));
                        case HEAP -> Math.max(LEAST_HEAP_BYTES, peak);
                        default ->
                            Math.max(
                                    LEAST_DEP_POOL,
                                    mostDependencies.isEmpty() ? peak : Math.max(peak, mostDependencies.get(ring)));
                    });
        }
        return sizes;
    }

    /** What the report is about, in a sentence. */
    String head() {
        return "scopes: %s in schema version %d, %s dropped of %s, %s"
                .formatted(
                        Units.plural(pairs.size(), "scope"),
                        header().version(),
                        Units.plural(header().dropped(), "sample"),
                        Units.count(header().total()),
                        header().heapWraps() ? "heap offsets unwrapped once" : "heap counts never wrap");
    }

    /** The options of a run with the smallest sizes; empty when nothing was recorded. */
    public String flags() {
        if (pairs.size() == 0) {
            return "";
        }
        StringBuilder flags = new StringBuilder();
        for (Resource resource : Resource.values()) {
            if (resource.isPerRing() && isRecorded(resource)) {
                flags.append(flags.isEmpty() ? "" : " ").append(resource.flag()).append('=');
                flags.append(String.join(
                        ",", smallest(resource).stream().map(String::valueOf).toList()));
            }
        }
        return flags.toString();
    }

    private static Peak peak(ScopePairs pairs, Resource resource, int ring) {
        Metric risk = resource.isPerRing() ? Metric.HIGH_WATER : Metric.LIVE_AT_EXIT;
        int best = -1;
        int bestScope = -1;
        int scope = -1;
        long live = 0;
        long allocated = 0;
        for (int pair = 0; pair < pairs.size(); pair++) {
            if (ring >= 0 && pairs.ring(pair) != ring) {
                continue;
            }
            scope++;
            live = Math.max(live, pairs.value(pair, resource, Metric.LIVE_AT_EXIT));
            allocated = Math.max(allocated, pairs.value(pair, resource, Metric.ALLOCATED));
            if (best < 0 || pairs.value(pair, resource, risk) > pairs.value(best, resource, risk)) {
                best = pair;
                bestScope = scope;
            }
        }
        return new Peak(
                resource,
                ring,
                pairs.value(best, resource, risk),
                capacity(pairs.table().header(), resource, ring),
                pairs.site(best),
                pairs.depth(best),
                bestScope,
                live,
                allocated);
    }

    private static long capacity(ScopeHeader header, Resource resource, int ring) {
        List<Long> capacities =
                switch (resource) {
                    case TASK_WINDOW -> header.taskWindowMax();
                    case HEAP -> header.heapMaxBytes();
                    case DEP_POOL -> header.depPoolMax();
                    case TENSOR_MAP -> List.of(header.tensorMapMax());
                };
        int at = ring < 0 ? 0 : ring;
        return at < capacities.size() ? capacities.get(at) : 0;
    }

    private static long powerOfTwo(long atLeast) {
        long size = Long.highestOneBit(Math.max(1, atLeast));
        return size < atLeast ? size * 2 : size;
    }
}
