package io.tidemark.chip;

/** The two architectures, as numbers. Immutable. */
public enum Architecture {
    // spotless:off
    A2A3(24, 4,    50_000_000L),
    A5  (36, 5, 1_000_000_000L);
    // spotless:on

    /** Clusters of the largest architecture. */
    public static final int MOST_CLUSTERS = 36;

    /** The fewest threads a run can have: the orchestrator and one scheduler. */
    public static final int MIN_THREADS = 2;

    private final int maxClusters;
    private final int maxThreads;
    private final long clockHertz;

    Architecture(int maxClusters, int maxThreads, long clockHertz) {
        this.maxClusters = maxClusters;
        this.maxThreads = maxThreads;
        this.clockHertz = clockHertz;
    }

    public int maxClusters() {
        return maxClusters;
    }

    /** Orchestrator and schedulers; also the default. */
    public int maxThreads() {
        return maxThreads;
    }

    public long clockHertz() {
        return clockHertz;
    }
}
