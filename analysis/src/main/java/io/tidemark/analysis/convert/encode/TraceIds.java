package io.tidemark.analysis.convert.encode;

/** Process and thread numbers of the picture, the same ones today's converter uses. */
public final class TraceIds {
    public static final int ORCHESTRATOR = 1;
    public static final int SCHEDULER = 2;
    public static final int SCHEDULER_VIEW = 3;
    public static final int WORKER_VIEW = 4;
    public static final int GRAPHS = 5;
    public static final int PROFILER = 6;
    public static final int COUNTERS = 7;

    public static final int SHARED_QUEUE = 3999;
    public static final int UPLOADS = 4100;

    private static final int NAMED_LANES = 10; // thread numbers between two neighbouring cores
    private static final int FAR_LANES = 16;
    private static final int FAR_BASE = 1_000_000;

    private TraceIds() {}

    public static int core(int core) {
        return 10_000 + NAMED_LANES * core;
    }

    /**
     * Lane of a core beside the first; lanes past the tenth live elsewhere, not on the next core.
     */
    public static int core(int core, int lane) {
        if (lane < NAMED_LANES) {
            return core(core) + lane;
        }
        return FAR_BASE + FAR_LANES * core + Math.min(lane - NAMED_LANES, FAR_LANES - 1);
    }

    public static int scheduler(int thread) {
        return 30_000 + 10 * thread;
    }

    public static int aicpuWorker(int lane) {
        return 19_000 + lane;
    }

    public static int orchestrator(int lane) {
        return 4_000 + lane;
    }

    public static int graph(int lane) {
        return 5_000 + lane;
    }
}
