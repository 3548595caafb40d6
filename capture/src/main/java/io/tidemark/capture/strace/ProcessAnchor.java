package io.tidemark.capture.strace;

/**
 * Ties the monotonic clock of a process to wall time, for stamps not before {@code monotonicNanos}.
 * It comes from the log of host spans and knows no device clock, unlike a {@code ClockAnchor} of
 * {@code abi}. Immutable.
 */
public record ProcessAnchor(long pid, long monotonicNanos, long wallNanos) {}
