package io.tidemark.chip;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How long threads ran on a CPU, and how long they were ready to run without one, as the operating
 * system counts it. Immutable.
 */
public record CpuTime(long ranNanos, long waitedNanos) {
    /** No time was measured. */
    public static final CpuTime NONE = new CpuTime(0, 0);

    private static final Path OF_THIS_THREAD = Path.of("/proc/thread-self/schedstat");

    /**
     * The time of the calling thread since its start; {@link #NONE} where the host does not tell.
     */
    public static CpuTime ofThisThread() {
        try {
            String[] words = Files.readString(OF_THIS_THREAD).strip().split(" ");
            return words.length < 2 ? NONE : new CpuTime(Long.parseLong(words[0]), Long.parseLong(words[1]));
        } catch (IOException | NumberFormatException unknown) {
            return NONE;
        }
    }

    public CpuTime plus(CpuTime other) {
        return new CpuTime(ranNanos + other.ranNanos, waitedNanos + other.waitedNanos);
    }

    /** Share of the time wanted in which there was a CPU, in percent; -1 when unknown. */
    public int percent() {
        double wanted = (double) ranNanos + waitedNanos;
        return ranNanos <= 0 ? -1 : (int) Math.round(100 * ranNanos / wanted);
    }
}
