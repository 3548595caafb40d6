package io.tidemark.abi;

import java.util.Locale;
import java.util.Optional;

/** The chips as data. Codes stand in region headers and are never reused. */
public enum Platform {
    A2A3(1, new Limits(24, 4, 6, 50_000_000L), new Registers(0xA0, 0x4C8, 0x1400, 8)),
    A5(2, new Limits(36, 5, 14, 1_000_000_000L), new Registers(0xD0, 0x5108, 0x5400, 10));

    /** A cluster is one cube core (AIC) and two vector cores (AIV). */
    public static final int CORES_PER_CLUSTER = 3;

    /** How many clusters a simulated chip of either kind has when nobody asks for more. */
    public static final int SIMULATED_CLUSTERS = 8;

    /** One orchestrator and one scheduler is the smallest team. */
    public static final int MIN_AICPU_THREADS = 2;

    /** Sizes of the chip and its clock. */
    private record Limits(int clusters, int aicpuThreads, int launchedThreads, long clockHz) {}

    /**
     * Offsets inside a core's register block; the block is large enough for the highest of them.
     */
    private record Registers(int dispatchAt, int conditionAt, int blockBytes, int pmuCounters) {}

    private final int code;
    private final Limits limits;
    private final Registers registers;

    Platform(int code, Limits limits, Registers registers) {
        this.code = code;
        this.limits = limits;
        this.registers = registers;
    }

    public int code() {
        return code;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String simulatorLabel() {
        return label() + "sim";
    }

    public int maxClusters() {
        return limits.clusters;
    }

    public int maxCores() {
        return limits.clusters * CORES_PER_CLUSTER;
    }

    /**
     * Threads that take part, the orchestrator included; also the fixed stride of per-thread lanes.
     */
    public int maxAicpuThreads() {
        return limits.aicpuThreads;
    }

    /** Threads started on silicon; the surplus leaves at once. */
    public int launchedAicpuThreads() {
        return limits.launchedThreads;
    }

    public long clockHz() {
        return limits.clockHz;
    }

    public int dispatchRegisterOffset() {
        return registers.dispatchAt;
    }

    public int conditionRegisterOffset() {
        return registers.conditionAt;
    }

    public int registerBlockBytes() {
        return registers.blockBytes;
    }

    public int pmuCounters() {
        return registers.pmuCounters;
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
