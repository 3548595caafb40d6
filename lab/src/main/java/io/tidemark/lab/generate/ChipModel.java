package io.tidemark.lab.generate;

import io.tidemark.abi.CoreType;
import java.util.ArrayList;
import java.util.List;

/**
 * The chip that generated captures pretend to come from: 24 blocks, three scheduler threads, 50
 * MHz.
 */
final class ChipModel {
    static final long CLOCK_HZ = 50_000_000L;
    static final int AIC_CORES = 24;
    static final int CORES = 72;
    static final int THREADS = 3;
    static final int LANES = 4; // the orchestrator's thread leaves its lane empty

    private ChipModel() {}

    static boolean isAic(int core) {
        return core < AIC_CORES;
    }

    static int threadOf(int core) {
        return isAic(core) ? core % THREADS : ((core - AIC_CORES) / 2) % THREADS;
    }

    static List<CoreType> coreTypes() {
        List<CoreType> types = new ArrayList<>();
        for (int core = 0; core < CORES; core++) {
            types.add(isAic(core) ? CoreType.AIC : CoreType.AIV);
        }
        return types;
    }

    static List<Integer> coreToThread() {
        List<Integer> threads = new ArrayList<>();
        for (int core = 0; core < CORES; core++) {
            threads.add(threadOf(core));
        }
        return threads;
    }
}
