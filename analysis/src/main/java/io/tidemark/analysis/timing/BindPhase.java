package io.tidemark.analysis.timing;

/**
 * One timed step of preparing a host-built graph, from a log line.
 *
 * @param thread handle of the thread that logged it, empty when the line has no prefix
 * @param attributes what follows the duration, as written
 */
public record BindPhase(String phase, long startNanos, long durationNanos, String thread, String attributes) {
    public long endNanos() {
        return startNanos + durationNanos;
    }
}
