package io.tidemark.recording.whatif;

import io.tidemark.runtime.RingSizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;

/**
 * The smallest rings with which a run takes no longer. Bisection finds them for each ring and each of its sizes alone,
 * then for all of them together. A smaller ring is taken to be never faster. Rings that no task uses are left out.
 * Immutable.
 *
 * @param rings of all sizes together; what is not in {@link #used} is as it was
 * @param used numbers of the rings that tasks use
 * @param nanos makespan with all of them together
 * @param runs that were needed to find them
 */
public record SmallestRings(RingSizes rings, List<Integer> used, long nanos, int runs) {
    /** What may be lost, as a share of the makespan: one look of a scheduler more or less. */
    public static final double FREE = 0.001;

    private static final long LEAST_WINDOW = 4;
    private static final long LEAST_POOL = 4;
    private static final long HEAP_STEP = 1024;
    private static final double CLOSE = 0.02; // of a heap, between a size that is enough and one that is not

    public SmallestRings {
        used = List.copyOf(used);
    }

    /**
     * @param changes what is different otherwise
     */
    public static SmallestRings of(WhatIf run, Changes changes) throws WhatIfRefusedException {
        if (!run.machine().runtime().reclaims()) {
            throw new WhatIfRefusedException("a graph that the host builds stays whole: its rings cannot be smaller.");
        }
        return new Search(run, changes).smallest();
    }

    /** One search. For one thread. */
    private static final class Search {
        private final WhatIf run;
        private final Changes changes;
        private final RingSizes given;
        private final long most;
        private int runs = 1;

        Search(WhatIf run, Changes changes) throws WhatIfRefusedException {
            this.run = run;
            this.changes = changes;
            this.given = changes.apply(run.machine()).rings();
            this.most = Math.round(run.makespan(changes) * (1 + FREE));
        }

        SmallestRings smallest() throws WhatIfRefusedException {
            List<Integer> used = used();
            long[] windows = windows();
            long[] heaps = heaps();
            long[] pools = pools();
            for (int ring : used) {
                windows[ring] = window(ring);
                heaps[ring] = heap(ring);
                pools[ring] = pool(ring);
            }
            RingSizes all = RingSizes.of(windows, heaps, pools);
            long nanos = run.makespan(changes.rings(any -> all));
            return new SmallestRings(all, used, nanos, runs + 1);
        }

        private List<Integer> used() {
            List<Integer> used = new ArrayList<>();
            for (int ring = 0; ring < RingSizes.RINGS; ring++) {
                int number = ring;
                if (run.graph().usesRing(number)) {
                    used.add(ring);
                }
            }
            return used;
        }

        private long window(int ring) {
            long low = LEAST_WINDOW / 2; // not enough, or not allowed
            long high = given.taskWindow(ring);
            while (low * 2 < high) {
                long middle = 1L << (log(low) + log(high)) / 2;
                if (isFree(size -> given.withTaskWindow(with(windows(), ring, size)), middle)) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            return high;
        }

        private static int log(long power) {
            return Long.numberOfTrailingZeros(Long.highestOneBit(power));
        }

        private long heap(int ring) {
            long low = 0;
            long high = given.heapBytes(ring);
            while (high - low > Math.max(HEAP_STEP, (long) (high * CLOSE))) {
                long middle = geometric(Math.max(HEAP_STEP, low), high) / HEAP_STEP * HEAP_STEP;
                if (middle <= low || middle >= high) {
                    middle = (low + high) / 2 / HEAP_STEP * HEAP_STEP;
                }
                if (middle <= low || middle >= high) {
                    break;
                }
                if (isFree(size -> given.withHeapBytes(with(heaps(), ring, size)), middle)) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            return high;
        }

        private long pool(int ring) {
            long low = LEAST_POOL - 1;
            long high = given.dependencyPool(ring);
            while (high - low > 1) {
                long middle = Math.clamp(geometric(low, high), low + 1, high - 1);
                if (isFree(size -> given.withDependencyPool(with(pools(), ring, size)), middle)) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            return high;
        }

        private static long geometric(long low, long high) {
            return Math.round(Math.sqrt((double) low * high));
        }

        private boolean isFree(LongFunction<RingSizes> rings, long size) {
            runs++;
            try {
                RingSizes changed = rings.apply(size);
                return run.makespan(changes.rings(any -> changed)) <= most;
            } catch (WhatIfRefusedException | IllegalArgumentException tooSmall) {
                return false;
            }
        }

        private static long[] with(long[] sizes, int ring, long size) {
            long[] changed = Arrays.copyOf(sizes, sizes.length);
            changed[ring] = size;
            return changed;
        }

        private long[] windows() {
            long[] sizes = new long[RingSizes.RINGS];
            Arrays.setAll(sizes, given::taskWindow);
            return sizes;
        }

        private long[] heaps() {
            long[] sizes = new long[RingSizes.RINGS];
            Arrays.setAll(sizes, given::heapBytes);
            return sizes;
        }

        private long[] pools() {
            long[] sizes = new long[RingSizes.RINGS];
            Arrays.setAll(sizes, given::dependencyPool);
            return sizes;
        }
    }
}
