package io.tidemark.cli;

import io.tidemark.runtime.RingSizes;
import java.io.PrintWriter;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The chip a run gets and the sizes of its rings. A flag wins over the environment. */
final class ChipOptions {
    @Option(
            names = {"-p", "--platform"},
            paramLabel = "NAME",
            defaultValue = "a2a3sim",
            description = "a2a3sim or a5sim (default: ${DEFAULT-VALUE}).")
    String platform;

    @Option(
            names = "--clusters",
            paramLabel = "N",
            defaultValue = "8",
            description =
                    "Clusters of one matrix and two vector cores; up to 24 on a2a3sim, 36 on a5sim"
                            + " (default: ${DEFAULT-VALUE}).")
    int clusters;

    @Option(
            names = "--aicpu-threads",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "The orchestrator and its schedulers together: 2 to 4 on a2a3sim, 2 to 5 on"
                            + " a5sim (default: the most).")
    int aicpuThreads;

    @Option(
            names = "--ring-task-window",
            paramLabel = "N[,N,N,N]",
            description =
                    "Tasks alive per ring, a power of two from 4 (default: 16384;"
                            + " PTO2_RING_TASK_WINDOW).")
    private String taskWindow;

    @Option(
            names = "--ring-heap",
            paramLabel = "BYTES[,...]",
            description =
                    "Bytes for task outputs per ring, for example 4MiB (default: 256 MiB;"
                            + " PTO2_RING_HEAP).")
    private String heap;

    @Option(
            names = "--ring-dep-pool",
            paramLabel = "N[,N,N,N]",
            description = "Dependency list entries per ring (default: 16384; PTO2_RING_DEP_POOL).")
    private String dependencyPool;

    /** The ring sizes asked for; a wrong environment value is warned about and ignored. */
    RingSizes rings(Function<String, String> environment, PrintWriter warnings) {
        try {
            return RingSizes.of(
                    sizes(
                            "--ring-task-window",
                            taskWindow,
                            "PTO2_RING_TASK_WINDOW",
                            environment,
                            warnings),
                    sizes("--ring-heap", heap, "PTO2_RING_HEAP", environment, warnings),
                    sizes(
                            "--ring-dep-pool",
                            dependencyPool,
                            "PTO2_RING_DEP_POOL",
                            environment,
                            warnings));
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(wrong.getMessage());
        }
    }

    private static long[] sizes(
            String flag,
            String given,
            String variable,
            Function<String, String> environment,
            PrintWriter warnings) {
        if (given != null) {
            return SizeList.parse(flag, given);
        }
        String fromEnvironment = environment.apply(variable);
        if (fromEnvironment != null && !fromEnvironment.isBlank()) {
            try {
                return SizeList.parse(variable, fromEnvironment);
            } catch (IllegalArgumentException wrong) {
                warnings.println("warning: " + wrong.getMessage() + " It is ignored.");
            }
        }
        return new long[RingSizes.RINGS];
    }
}
