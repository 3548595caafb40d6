package io.tidemark.abi;

import java.util.Locale;
import java.util.Optional;

/** The chips as data. Region headers store the codes; they are never reused. */
public enum Platform {
    A2A3(1, 24, 4, 50_000_000L, 8),
    A5(2, 36, 5, 1_000_000_000L, 10),
    /** Blocks of a persistent kernel on a GPU. */
    CUDA(3, 132, 4, 1_000_000_000L, 1),
    /** The device code of {@link #CUDA}, compiled for the host: for tests without a GPU. */
    CUDA_EMU(4, 132, 4, 1_000_000_000L, 1);

    /** How many clusters a simulated chip of either kind has by default. */
    public static final int SIMULATED_CLUSTERS = 8;

    /** One orchestrator and one scheduler is the smallest team. */
    public static final int MIN_AICPU_THREADS = 2;

    private final int code;
    private final int clusters;
    private final int aicpuThreads;
    private final long clockHz;
    private final int pmuCounters;

    Platform(int code, int clusters, int aicpuThreads, long clockHz, int pmuCounters) {
        this.code = code;
        this.clusters = clusters;
        this.aicpuThreads = aicpuThreads;
        this.clockHz = clockHz;
        this.pmuCounters = pmuCounters;
    }

    public int code() {
        return code;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether the chip is simulated in Java; else its cores run device code. */
    public boolean isSimulated() {
        return this == A2A3 || this == A5;
    }

    /** The domain of the clock that its cores read, where that is not the one of control. */
    public String coreClock() {
        return label() + "_globaltimer";
    }

    /** As people name it for a run: that of a simulated chip says so. */
    public String simulatorLabel() {
        return isSimulated() ? label() + "sim" : label();
    }

    public int maxClusters() {
        return clusters;
    }

    public int maxCores() {
        return clusters * (aicPerCluster() + aivPerCluster());
    }

    /** Cube cores (AIC) of a cluster. */
    public int aicPerCluster() {
        return 1;
    }

    /** Vector cores (AIV) of a cluster. */
    public int aivPerCluster() {
        return 2;
    }

    /**
     * Threads that take part, the orchestrator included; also the fixed stride of per-thread lanes.
     */
    public int maxAicpuThreads() {
        return aicpuThreads;
    }

    public long clockHz() {
        return clockHz;
    }

    public int pmuCounters() {
        return pmuCounters;
    }

    /** Accepts the chip's name and its simulator's: {@code a2a3}, {@code a2a3sim}. */
    public static Optional<Platform> named(String label) {
        for (Platform platform : values()) {
            if (platform.label().equals(label) || platform.simulatorLabel().equals(label)) {
                return Optional.of(platform);
            }
        }
        return Optional.empty();
    }

    public static Optional<Platform> ofCode(long code) {
        for (Platform platform : values()) {
            if (platform.code == code) {
                return Optional.of(platform);
            }
        }
        return Optional.empty();
    }
}
