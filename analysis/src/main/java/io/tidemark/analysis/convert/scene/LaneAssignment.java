package io.tidemark.analysis.convert.scene;

import java.util.Arrays;

/**
 * Spreads intervals over as few lanes as a first-fit walk in order of time needs. On one lane
 * intervals follow each other, or, where nesting is allowed, lie inside each other; they never
 * cross. One thread.
 */
public final class LaneAssignment {
    private final boolean nesting;
    private long[][] open = {new long[4]}; // ends of the open intervals of each lane, outermost first
    private int[] depth = {0};
    private int lanes;

    public LaneAssignment(boolean nesting) {
        this.nesting = nesting;
    }

    /** The lane of the next interval; intervals come in order of begin, the longer first. */
    public int add(long begin, long end) {
        for (int lane = 0; lane < lanes; lane++) {
            if (fits(lane, begin, end)) {
                push(lane, end);
                return lane;
            }
        }
        int lane = lanes++;
        if (lane == open.length) {
            open = Arrays.copyOf(open, 2 * lane);
            depth = Arrays.copyOf(depth, 2 * lane);
        }
        if (open[lane] == null) {
            open[lane] = new long[4];
        }
        depth[lane] = 0;
        push(lane, end);
        return lane;
    }

    public int lanes() {
        return lanes;
    }

    public void clear() {
        lanes = 0;
    }

    private boolean fits(int lane, long begin, long end) {
        long[] ends = open[lane];
        while (depth[lane] > 0 && ends[depth[lane] - 1] <= begin) {
            depth[lane]--;
        }
        return depth[lane] == 0 || nesting && ends[depth[lane] - 1] >= end;
    }

    private void push(int lane, long end) {
        if (depth[lane] == open[lane].length) {
            open[lane] = Arrays.copyOf(open[lane], 2 * depth[lane]);
        }
        open[lane][depth[lane]++] = end;
    }
}
