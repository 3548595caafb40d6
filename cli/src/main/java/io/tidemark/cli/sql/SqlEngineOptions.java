package io.tidemark.cli.sql;

import io.tidemark.cli.text.UserError;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/**
 * How much of the machine the SQL engine's process may take. Mixed into the commands that use it.
 */
final class SqlEngineOptions {
    private static final Pattern SIZE = Pattern.compile("[1-9][0-9]{0,5}(KB|MB|GB|TB)");
    private static final Pattern HEAP = Pattern.compile("[1-9][0-9]{0,6}[kmgKMG]");
    private static final long MEGABYTE = 1_000_000;
    private static final long LEAST_MEGABYTES = 512;
    private static final long SPARE_BYTES = 1L << 30; // heap of the engine's process, and the system

    private static final String USUAL_HEAP = "512m";

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "What the engine may take beside its heap, as in 4GB (default: half of the"
                    + " machine's memory). A query that needs more fails.")
    private String memory;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = USUAL_HEAP,
            description = "Java heap of the engine's process, for captures that are read whole"
                    + " (default: ${DEFAULT-VALUE}).")
    private String heap;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of the engine (default: one for each CPU).")
    private int threads;

    /** Options for a process beside this one, which may fill its heap. */
    static SqlEngineOptions besideThisProcess() {
        SqlEngineOptions options = new SqlEngineOptions();
        options.heap = USUAL_HEAP;
        long left = machineBytes() - Runtime.getRuntime().maxMemory() - SPARE_BYTES;
        options.memory = megabytes(Math.min(machineBytes() / 2, left));
        return options;
    }

    SqlProcess process() {
        if (!HEAP.matcher(heap).matches()) {
            throw UserError.usage("--heap=" + heap + ": a size as in 512m or 2g was expected.");
        }
        return new SqlProcess(heap);
    }

    /** The first words for the process; the captures follow. */
    List<String> words(String action, String format, String subject) {
        if (memory != null && !SIZE.matcher(memory).matches()) {
            throw UserError.usage("--memory=" + memory + ": a size as in 512MB or 4GB was expected.");
        }
        if (threads < 0) {
            throw UserError.usage("--threads=" + threads + ": at least 1 was expected.");
        }
        int used = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
        List<String> words = new ArrayList<>();
        words.add(action);
        words.add(format);
        words.add(memory == null ? megabytes(machineBytes() / 2) : memory);
        words.add(Integer.toString(used));
        words.add(subject);
        return words;
    }

    private static long machineBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean machine
                ? machine.getTotalMemorySize()
                : 0;
    }

    private static String megabytes(long bytes) {
        return Math.max(LEAST_MEGABYTES, bytes / MEGABYTE) + "MB";
    }
}
