package io.tidemark.runtime;

import io.tidemark.abi.Platform;
import io.tidemark.chip.ChipShape;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What a worker is opened with: its runtime and time limits, and the simulated chip that it makes
 * if it is given none (platform, clusters, carriers, memory). Immutable; wrong values are refused
 * when it is built.
 *
 * @param runtime who builds the graph, and when
 * @param clusters simulated clusters of the platform
 * @param carriers threads that step cores and schedulers while no kernel is stuck
 * @param memoryBytes device memory for host tensors; ring heaps come on top
 * @param modelled virtual time, and what it models; empty for real time
 * @param serial schedulers dispatch nothing before the orchestration has ended
 * @param prioritized schedulers send the ready task of the highest priority first ({@link
 *     TaskBuilder#priority}), and not the oldest
 * @param schedulerTimeout no progress for this long ends the run with {@code SCHEDULER_TIMEOUT}
 * @param opTimeout one kernel that runs for longer ends the run with {@code OP_TIMEOUT}
 * @param streamTimeout no sign of life of any kind for this long ends the run with {@code
 *     STREAM_TIMEOUT}, also when no scheduler can
 * @param tensorWaitTimeout how long {@link TaskGraph#read} and {@link TaskGraph#write} wait
 * @param allocatorTimeout how long a full ring may stay full
 * @param exitJoinTimeout how long all cores together may take to leave after the exit signal
 */
public record RuntimeConfig(
        Platform platform,
        RuntimeKind runtime,
        int clusters,
        int carriers,
        long memoryBytes,
        Optional<ModelledTime> modelled,
        boolean serial,
        boolean prioritized,
        Duration schedulerTimeout,
        Duration opTimeout,
        Duration streamTimeout,
        Duration tensorWaitTimeout,
        Duration allocatorTimeout,
        Duration exitJoinTimeout) {
    public static final int DEFAULT_CLUSTERS = Platform.SIMULATED_CLUSTERS;

    public RuntimeConfig {
        Objects.requireNonNull(platform, "platform");
        Objects.requireNonNull(runtime, "runtime");
        Objects.requireNonNull(modelled, "modelled");
        requireRange("clusters", clusters, 1, platform.maxClusters());
        requireRange("carriers", carriers, 1, 1024);
        if (memoryBytes < 0) {
            throw new IllegalArgumentException("memoryBytes=" + memoryBytes + " is negative");
        }
        requirePositive("schedulerTimeout", schedulerTimeout);
        requirePositive("opTimeout", opTimeout);
        requirePositive("streamTimeout", streamTimeout);
        requirePositive("tensorWaitTimeout", tensorWaitTimeout);
        requirePositive("allocatorTimeout", allocatorTimeout);
        requirePositive("exitJoinTimeout", exitJoinTimeout);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Shape of the simulated chip. */
    public ChipShape shape() {
        return ChipShape.of(platform, clusters);
    }

    private static void requireRange(String name, long value, long from, long to) {
        if (value < from || value > to) {
            throw new IllegalArgumentException(name + "=" + value + " is not in [" + from + ", " + to + "]");
        }
    }

    private static void requirePositive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + "=" + value + " is not positive");
        }
    }

    /** Builds a {@link RuntimeConfig} from the defaults of the simulator. */
    public static final class Builder {
        private Platform platform = Platform.A2A3;
        private RuntimeKind runtime = RuntimeKind.TMR;
        private int clusters = DEFAULT_CLUSTERS;
        private int carriers = Runtime.getRuntime().availableProcessors();
        private long memoryBytes = 1L << 30;
        private Optional<ModelledTime> modelled = Optional.empty();
        private boolean serial;
        private boolean prioritized;
        private Duration schedulerTimeout = RunBudgets.DEFAULT.scheduler();
        private Duration opTimeout = RunBudgets.DEFAULT.op();
        private Duration streamTimeout = RunBudgets.DEFAULT.stream();
        private Duration tensorWaitTimeout = Duration.ofSeconds(15);
        private Duration allocatorTimeout = Duration.ofMillis(500);
        private Duration exitJoinTimeout = Duration.ofSeconds(10);

        private Builder() {}

        public Builder platform(Platform value) {
            platform = value;
            return this;
        }

        public Builder runtime(RuntimeKind value) {
            runtime = value;
            return this;
        }

        public Builder clusters(int value) {
            clusters = value;
            return this;
        }

        public Builder carriers(int value) {
            carriers = value;
            return this;
        }

        public Builder memoryBytes(long value) {
            memoryBytes = value;
            return this;
        }

        /** Virtual time. */
        public Builder modelled(ModelledTime value) {
            modelled = Optional.of(value);
            return this;
        }

        public Builder serial(boolean value) {
            serial = value;
            return this;
        }

        public Builder prioritized(boolean value) {
            prioritized = value;
            return this;
        }

        public Builder schedulerTimeout(Duration value) {
            schedulerTimeout = value;
            return this;
        }

        public Builder opTimeout(Duration value) {
            opTimeout = value;
            return this;
        }

        public Builder streamTimeout(Duration value) {
            streamTimeout = value;
            return this;
        }

        /** Sets scheduler, operation and stream timeout. */
        public Builder budgets(RunBudgets value) {
            return schedulerTimeout(value.scheduler()).opTimeout(value.op()).streamTimeout(value.stream());
        }

        public Builder tensorWaitTimeout(Duration value) {
            tensorWaitTimeout = value;
            return this;
        }

        public Builder allocatorTimeout(Duration value) {
            allocatorTimeout = value;
            return this;
        }

        public Builder exitJoinTimeout(Duration value) {
            exitJoinTimeout = value;
            return this;
        }

        public RuntimeConfig build() {
            return new RuntimeConfig(
                    platform,
                    runtime,
                    clusters,
                    carriers,
                    memoryBytes,
                    modelled,
                    serial,
                    prioritized,
                    schedulerTimeout,
                    opTimeout,
                    streamTimeout,
                    tensorWaitTimeout,
                    allocatorTimeout,
                    exitJoinTimeout);
        }
    }

    /**
     * How long a run may make no progress before it is ended, for each of the three that may
     * notice. Each limit must be longer than the one before: the scheduler knows most about the
     * cause and must report first. Immutable.
     *
     * @param scheduler no task of a scheduler's progresses
     * @param op one kernel does not return
     * @param stream nothing at all happens
     */
    public record RunBudgets(Duration scheduler, Duration op, Duration stream) {
        public static final RunBudgets DEFAULT =
                new RunBudgets(Duration.ofSeconds(10), Duration.ofSeconds(45), Duration.ofSeconds(50));

        /**
         * How long ending a run takes after the scheduler has reported: the cores are asked to
         * leave.
         */
        public static final Duration STREAM_MARGIN = Duration.ofMillis(1_500);

        /** What is wrong with the order of the limits, in words; empty when nothing is wrong. */
        public Optional<String> conflict() {
            if (scheduler.compareTo(op) >= 0) {
                return Optional.of("the scheduler's %d ms are not below the %d ms of one kernel"
                        .formatted(scheduler.toMillis(), op.toMillis()));
            }
            if (op.compareTo(stream) >= 0) {
                return Optional.of("the %d ms of one kernel are not below the %d ms of the stream"
                        .formatted(op.toMillis(), stream.toMillis()));
            }
            if (stream.compareTo(scheduler.plus(STREAM_MARGIN)) <= 0) {
                return Optional.of("the stream's %d ms do not exceed the scheduler's %d ms by more than %d ms"
                        .formatted(stream.toMillis(), scheduler.toMillis(), STREAM_MARGIN.toMillis()));
            }
            return Optional.empty();
        }
    }
}
