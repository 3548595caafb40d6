package io.tidemark.capture.strace;

import java.util.Map;

/**
 * One timing marker of a log.
 *
 * @param invocation run number inside the process, unsigned
 * @param callableHash hexadecimal, as written
 * @param startNanos unsigned; relative to the device wall when {@link #onDeviceClock}
 * @param attributes Long for whole numbers, else decoded String, in written order
 * @param line line of the log, from 1
 */
public record StraceSpan(
        long pid,
        long tid,
        long invocation,
        String callableHash,
        int depth,
        String name,
        long startNanos,
        long durationNanos,
        Map<String, Object> attributes,
        long line) {
    public boolean onDeviceClock() {
        return "dev".equals(attributes.get("clk"));
    }

    public long endNanos() {
        return startNanos + durationNanos;
    }
}
