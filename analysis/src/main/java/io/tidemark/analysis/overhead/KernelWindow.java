package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.model.KernelRuns;
import java.util.ArrayList;
import java.util.List;

/** From the first start of a kernel to the last end, and the cores that ran any. Immutable. */
public final class KernelWindow {
    private final long begin;
    private final long end;
    private final List<CoreType> types = new ArrayList<>();
    private final int[] coresOfType = new int[CoreType.values().length];

    public KernelWindow(KernelRuns runs) {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        boolean[] seen = new boolean[runs.highestCore() + 1];
        for (int run = 0; run < runs.size(); run++) {
            if (!runs.isTimed(run)) {
                continue;
            }
            least = Math.min(least, runs.start(run));
            most = Math.max(most, runs.end(run));
            if (!seen[runs.core(run)]) {
                seen[runs.core(run)] = true;
                coresOfType[runs.coreType(run).ordinal()]++;
            }
        }
        begin = least;
        end = most;
        for (CoreType type : CoreType.values()) {
            if (coresOfType[type.ordinal()] > 0) {
                types.add(type);
            }
        }
    }

    public long begin() {
        return begin;
    }

    public long end() {
        return end;
    }

    /** Engines that have a core here, in the order of their enum. */
    public List<CoreType> types() {
        return types;
    }

    public int cores(CoreType type) {
        return coresOfType[type.ordinal()];
    }
}
