package io.tidemark.memory.region;

import java.time.Instant;
import java.util.Optional;

/**
 * Names a process so that a later reader can tell whether it still lives: a pid is reused, a pid
 * with a start time is not. Immutable.
 */
public record Liveness(long pid, long startMillis, long markNanos) {
    private static final long START_TOLERANCE_MILLIS = 1_000; // the kernel counts in ticks, Java in millis

    static Liveness ofThisProcess() {
        return of(ProcessHandle.current());
    }

    static Liveness of(ProcessHandle process) {
        return new Liveness(process.pid(), startOf(process), nowNanos());
    }

    /** Whether the process runs now, according to this machine's process table. */
    public boolean isAlive() {
        Optional<ProcessHandle> found = pid <= 0 ? Optional.empty() : ProcessHandle.of(pid);
        return found.isPresent()
                && found.get().isAlive()
                && Math.abs(startOf(found.get()) - startMillis) <= START_TOLERANCE_MILLIS;
    }

    static long nowNanos() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    private static long startOf(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
