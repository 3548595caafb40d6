package io.tidemark.runtime;

import io.tidemark.chip.ChipProfile;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * A run in virtual time: the chip that it models, and whether kernels compute. Immutable.
 *
 * @param computes false to skip the bodies of kernels: results are then worth nothing
 * @param userLimit how long a kernel, or the orchestration between two calls, may take by the
 *     host's clock before it is taken to never return. It must be longer than the slowest machine
 *     needs: everything else about a run depends on virtual time alone
 * @param holds how long after its producers are done a task is ready, in picoseconds by task id;
 *     empty for at once
 * @param dumps what an argument dump copies; empty where tasks have their arguments
 */
public record ModelledTime(
        ChipProfile profile,
        boolean computes,
        Duration userLimit,
        Optional<LongUnaryOperator> holds,
        Optional<DumpedTensors> dumps) {
    private static final Duration LONG = Duration.ofMinutes(2);

    /**
     * What an argument dump copies of tasks that do not have these arguments themselves, because a
     * captured graph is run again without its tensors. Immutable.
     */
    public interface DumpedTensors {
        /**
         * How many tensors of a task are copied.
         *
         * @param isAfter after the task has run, else before
         */
        int count(long taskId, boolean isAfter);

        /** How many bytes they have. */
        long bytes(long taskId, boolean isAfter);
    }

    public ModelledTime {
        Objects.requireNonNull(profile, "profile");
        if (userLimit.isNegative() || userLimit.isZero()) {
            throw new IllegalArgumentException("userLimit=" + userLimit + " is not positive");
        }
    }

    /** Virtual time with a limit that no computing kernel reaches. */
    public ModelledTime(ChipProfile profile, boolean computes) {
        this(profile, computes, LONG);
    }

    public ModelledTime(ChipProfile profile, boolean computes, Duration userLimit) {
        this(profile, computes, userLimit, Optional.empty(), Optional.empty());
    }

    /** The same, with tasks that are held. */
    public ModelledTime holding(LongUnaryOperator picosByTask) {
        return new ModelledTime(profile, computes, userLimit, Optional.of(picosByTask), dumps);
    }

    /** The same, with a dump of arguments that tasks do not have themselves. */
    public ModelledTime dumping(DumpedTensors tensors) {
        return new ModelledTime(profile, computes, userLimit, holds, Optional.of(tensors));
    }
}
