package io.tidemark.runtime;

import java.util.Objects;

/**
 * What may differ from run to run on one worker, beside what is recorded of it. Immutable; wrong
 * values are refused when it is built.
 *
 * <p>A {@link Worker} uses threads and rings. What is recorded it does not decide: that is up to
 * the probes of the {@link RunSetup}, and the other values only describe it.
 *
 * @param aicpuThreads orchestrator and schedulers together; 0 takes the platform's default
 * @param rings sizes of the four rings
 */
public record CallConfig(int aicpuThreads, RingSizes rings) {
    public CallConfig {
        Objects.requireNonNull(rings, "rings");
        if (aicpuThreads != 0 && aicpuThreads < 2) {
            throw new IllegalArgumentException(
                    "aicpu_thread_num=" + aicpuThreads + " is not 0 or at least 2");
        }
    }

    public static CallConfig defaults() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Builds a {@link CallConfig}; ring setters take one value for all rings or one for each. */
    public static final class Builder {
        private int aicpuThreads;
        private RingSizes rings = RingSizes.defaults();

        private Builder() {}

        public Builder aicpuThreads(int value) {
            aicpuThreads = value;
            return this;
        }

        public Builder taskWindow(long... values) {
            rings = rings.withTaskWindow(values);
            return this;
        }

        public Builder heapBytes(long... values) {
            rings = rings.withHeapBytes(values);
            return this;
        }

        public Builder dependencyPool(long... values) {
            rings = rings.withDependencyPool(values);
            return this;
        }

        public Builder rings(RingSizes value) {
            rings = value;
            return this;
        }

        public CallConfig build() {
            return new CallConfig(aicpuThreads, rings);
        }
    }
}
