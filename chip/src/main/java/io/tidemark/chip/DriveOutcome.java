package io.tidemark.chip;

import java.util.List;

/**
 * How a drive ended.
 *
 * @param abandonedThreads names of threads that are still inside user code
 * @param cpuTime of the threads that stepped and have ended
 */
public record DriveOutcome(List<String> abandonedThreads, CpuTime cpuTime) {
    public DriveOutcome {
        abandonedThreads = List.copyOf(abandonedThreads);
    }

    /** The outcome of a driver that does not measure CPU time. */
    public DriveOutcome(List<String> abandonedThreads) {
        this(abandonedThreads, CpuTime.NONE);
    }
}
