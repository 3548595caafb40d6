package io.tidemark.capture.strace;

/**
 * Ties the monotonic clock of a process to wall time, for stamps not before {@code monotonicNanos}.
 */
public record ClockAnchor(long pid, long monotonicNanos, long wallNanos) {}
