package io.tidemark.viewer.model;

import java.util.Arrays;

/** Which lane of the picture shows which core. Immutable. */
public final class CoreLanes {
    /** No such lane, or a lane that shows no core. */
    public static final int NONE = -1;

    private final int[] laneOfCore;

    CoreLanes(int[] laneOfCore) {
        this.laneOfCore = laneOfCore.clone();
    }

    /** Of a capture without a swimlane. */
    static CoreLanes none() {
        return new CoreLanes(new int[0]);
    }

    public int cores() {
        return laneOfCore.length;
    }

    public int lane(int core) {
        return core >= 0 && core < laneOfCore.length ? laneOfCore[core] : NONE;
    }

    /** The cores by lane, {@link #NONE} for other lanes. */
    public int[] byLane(int lanes) {
        int[] cores = new int[lanes];
        Arrays.fill(cores, NONE);
        for (int core = 0; core < laneOfCore.length; core++) {
            if (laneOfCore[core] < lanes) {
                cores[laneOfCore[core]] = core;
            }
        }
        return cores;
    }
}
