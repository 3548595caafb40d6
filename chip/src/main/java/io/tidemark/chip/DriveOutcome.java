package io.tidemark.chip;

import java.util.List;

/**
 * How a drive ended.
 *
 * @param abandonedThreads names of threads that are still inside user code
 */
public record DriveOutcome(List<String> abandonedThreads) {
    public DriveOutcome {
        abandonedThreads = List.copyOf(abandonedThreads);
    }
}
