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
    private static final long MEGABYTE = 1_000_000;
    private static final long LEAST_MEGABYTES = 512;
    private static final long SPARE_BYTES = 1L << 30; // for the system

    private long bytes = machineBytes(); // of which engine and heap may take half each

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "What the engine may take beside its heap, as in 4GB (default: half of the"
                    + " machine's memory). A query that needs more fails.")
    private String memory;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of the engine (default: one for each CPU).")
    private int threads;

    /** Options for a process beside this one, which may fill its heap. */
    static SqlEngineOptions besideThisProcess() {
        SqlEngineOptions options = new SqlEngineOptions();
        options.bytes = machineBytes() - Runtime.getRuntime().maxMemory() - SPARE_BYTES;
        options.memory = megabytes(options.bytes / 2);
        return options;
    }

    /** Its heap may take half of the memory too: a limit, of which it takes what the captures need. */
    SqlProcess process() {
        return new SqlProcess(Math.max(LEAST_MEGABYTES, bytes / 2 / MEGABYTE) + "m");
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
        words.add(memory == null ? megabytes(bytes / 2) : memory);
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
