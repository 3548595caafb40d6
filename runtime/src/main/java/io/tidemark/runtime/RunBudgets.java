package io.tidemark.runtime;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a run may stand still before it is ended, by who notices. They make sense only in this
 * order: the scheduler knows most of what is wrong and must speak first. Immutable.
 *
 * @param scheduler no task of a scheduler's progresses
 * @param op one kernel does not return
 * @param stream nothing at all happens
 */
public record RunBudgets(Duration scheduler, Duration op, Duration stream) {
    public static final RunBudgets DEFAULT =
            new RunBudgets(Duration.ofSeconds(10), Duration.ofSeconds(45), Duration.ofSeconds(50));

    /** What ending a run takes after the scheduler has spoken: the cores are asked to leave. */
    public static final Duration STREAM_MARGIN = Duration.ofMillis(1_500);

    /** What is wrong with the order, as words; empty when nothing is. */
    public Optional<String> conflict() {
        if (scheduler.compareTo(op) >= 0) {
            return Optional.of(
                    "the scheduler's %d ms are not below the %d ms of one kernel"
                            .formatted(scheduler.toMillis(), op.toMillis()));
        }
        if (op.compareTo(stream) >= 0) {
            return Optional.of(
                    "the %d ms of one kernel are not below the %d ms of the stream"
                            .formatted(op.toMillis(), stream.toMillis()));
        }
        if (stream.compareTo(scheduler.plus(STREAM_MARGIN)) <= 0) {
            return Optional.of(
                    "the stream's %d ms do not exceed the scheduler's %d ms by more than %d ms"
                            .formatted(
                                    stream.toMillis(),
                                    scheduler.toMillis(),
                                    STREAM_MARGIN.toMillis()));
        }
        return Optional.empty();
    }
}
