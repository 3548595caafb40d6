package io.tidemark.capture.pmu;

/**
 * The counters of one kernel run.
 *
 * @param coreType 0 AIC, 1 AIV
 * @param counters one value per counter name; not copied
 * @param knownBits bit i: counter i was measured; one that was not is no 0
 */
public record PmuRow(
        int thread,
        int core,
        long taskId,
        int functionId,
        int coreType,
        long totalCycles,
        long[] counters,
        long knownBits,
        int eventType) {
    /** The bits of a row that has every counter. */
    public static final long ALL_KNOWN = -1;
}
