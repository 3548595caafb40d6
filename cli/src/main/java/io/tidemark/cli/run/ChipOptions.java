package io.tidemark.cli.run;

import io.tidemark.abi.Platform;
import io.tidemark.cli.text.UserError;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The chip a run gets and the sizes of its rings. A flag wins over the environment. */
final class ChipOptions {
    private static final int GPU_CLUSTERS = 42; // a block has a multiprocessor to itself
    private static final int EMULATED_CLUSTERS = 2; // a core is a thread of this host
    private static final List<Integer> LANES = List.of(1, 64, 128, 256); // of an emulated block

    @Option(
            names = {"-p", "--platform"},
            paramLabel = "NAME",
            defaultValue = "a2a3sim",
            description = "a2a3sim or a5sim, simulated; cuda, an NVIDIA GPU; cuda-emu, its device code"
                    + " compiled for this host (default: ${DEFAULT-VALUE}).")
    String platform;

    @Option(
            names = "--runtime",
            paramLabel = "tmr|hbg",
            defaultValue = "tmr",
            description = "tmr submits tasks while others run; hbg builds the whole graph on the host"
                    + " first (default: ${DEFAULT-VALUE}).")
    private String runtime;

    @Option(
            names = "--serial",
            description = "With tmr, no task starts before the orchestration has ended"
                    + " (SIMPLER_TMR_SERIAL_ORCH_SCHED_ENABLE=1).")
    private boolean serial;

    @Option(
            names = "--emulated-lanes",
            paramLabel = "N",
            defaultValue = "1",
            description = "Lanes of a block on cuda-emu: 1, 64, 128, or 256 as on a GPU, which find missing"
                    + " barriers and are slow (default: ${DEFAULT-VALUE}).")
    private int emulatedLanes;

    @Option(
            names = "--clusters",
            paramLabel = "N",
            description = "Clusters of one matrix and two vector cores; up to 24 on a2a3sim, 36 on a5sim,"
                    + " 132 on cuda (default: 8, 2 on cuda-emu, 42 on cuda).")
    private Integer clusters;

    @Option(
            names = "--aicpu-threads",
            paramLabel = "N",
            defaultValue = "0",
            description = "Control threads: the schedulers and the orchestrator (tmr) or the resolver (hbg);"
                    + " 2 to 4 on a2a3sim and cuda, 2 to 5 on a5sim (default: the most).")
    int aicpuThreads;

    @Option(
            names = "--ring-task-window",
            paramLabel = "N[,N,N,N]",
            description = "Tasks alive per ring, a power of two from 4 (default: 16384;" + " PTO2_RING_TASK_WINDOW).")
    private String taskWindow;

    @Option(
            names = "--ring-heap",
            paramLabel = "BYTES[,...]",
            description = "Bytes for task outputs per ring, for example 4MiB (default: 256 MiB;" + " PTO2_RING_HEAP).")
    private String heap;

    @Option(
            names = "--ring-dep-pool",
            paramLabel = "N[,N,N,N]",
            description = "Dependency list entries per ring (default: 16384; PTO2_RING_DEP_POOL).")
    private String dependencyPool;

    RuntimeConfig.Builder apply(RuntimeConfig.Builder builder, Function<String, String> environment) {
        Platform on = platform();
        if (emulatedLanes != 1 && on != Platform.CUDA_EMU) {
            throw UserError.usage("--emulated-lanes is for --platform cuda-emu.");
        }
        if (!LANES.contains(emulatedLanes)) {
            throw UserError.usage("--emulated-lanes " + emulatedLanes + " is not 1, 64, 128 or 256.");
        }
        if (clusters != null && (clusters < 1 || clusters > on.maxClusters())) {
            throw UserError.usage(
                    "--clusters %d is not in 1..%d for %s.".formatted(clusters, on.maxClusters(), platform));
        }
        return builder.platform(on)
                .runtime(runtime())
                .clusters(clusters != null ? clusters : usualClusters(on))
                .serial(serial || "1".equals(environment.apply("SIMPLER_TMR_SERIAL_ORCH_SCHED_ENABLE")));
    }

    private static int usualClusters(Platform on) {
        return switch (on) {
            case CUDA -> GPU_CLUSTERS;
            case CUDA_EMU -> EMULATED_CLUSTERS;
            case A2A3, A5 -> Platform.SIMULATED_CLUSTERS;
        };
    }

    int aicpuThreads(Platform on) {
        if (aicpuThreads != 0 && (aicpuThreads < Platform.MIN_AICPU_THREADS || aicpuThreads > on.maxAicpuThreads())) {
            throw UserError.usage("--aicpu-threads %d is not in %d..%d for %s."
                    .formatted(aicpuThreads, Platform.MIN_AICPU_THREADS, on.maxAicpuThreads(), platform));
        }
        return aicpuThreads;
    }

    /** Lanes of an emulated block. */
    int emulatedLanes() {
        return emulatedLanes;
    }

    private RuntimeKind runtime() {
        return RuntimeKind.ofWord(runtime)
                .orElseThrow(() -> UserError.usage("--runtime " + runtime + " is not known; there are tmr and hbg."));
    }

    Platform platform() {
        for (Platform known : Platform.values()) {
            if (known.simulatorLabel().equals(platform)) {
                return known;
            }
        }
        throw UserError.usage("--platform " + platform + " is not known; there are a2a3sim, a5sim, cuda and cuda-emu.");
    }

    /**
     * The ring sizes: a flag first, then the environment, then what the case needs, then the
     * default. A wrong environment value is warned about and ignored.
     */
    RingSizes rings(Optional<RingSizes> ofCase, Function<String, String> environment, PrintWriter warnings) {
        RingSizes rings = ofCase.orElse(RingSizes.defaults());
        long[] windows = asked("--ring-task-window", taskWindow, "PTO2_RING_TASK_WINDOW", environment, warnings);
        long[] heaps = asked("--ring-heap", heap, "PTO2_RING_HEAP", environment, warnings);
        long[] pools = asked("--ring-dep-pool", dependencyPool, "PTO2_RING_DEP_POOL", environment, warnings);
        for (int ring = 0; ring < RingSizes.RINGS; ring++) {
            windows[ring] = windows[ring] == 0 ? rings.taskWindow(ring) : windows[ring];
            heaps[ring] = heaps[ring] == 0 ? rings.heapBytes(ring) : heaps[ring];
            pools[ring] = pools[ring] == 0 ? rings.dependencyPool(ring) : pools[ring];
        }
        return RingSizes.of(windows, heaps, pools);
    }

    private static long[] asked(
            String flag, String given, String variable, Function<String, String> environment, PrintWriter warnings) {
        if (given != null) {
            return SizeList.parse(flag, given);
        }
        String fromEnvironment = environment.apply(variable);
        if (fromEnvironment != null && !fromEnvironment.isBlank()) {
            try {
                return SizeList.parse(variable, fromEnvironment);
            } catch (IllegalArgumentException wrong) {
                warnings.println("warning: " + wrong.getMessage() + "; it is ignored.");
            }
        }
        return new long[RingSizes.RINGS];
    }
}
