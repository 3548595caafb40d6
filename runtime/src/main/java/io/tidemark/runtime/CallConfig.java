package io.tidemark.runtime;

import io.tidemark.abi.DfxFlags;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What may differ from run to run on one worker, the same type at every level of the hierarchy.
 * Immutable; wrong values are refused when it is built.
 *
 * <p>A {@link Worker} uses threads and rings. What is recorded it does not decide: that is up to
 * the probes of the {@link RunSetup}, and the other values only describe it.
 *
 * @param aicpuThreads orchestrator and schedulers together; 0 takes the platform's default
 * @param rings sizes of the four rings
 * @param dfx which diagnostics are recorded
 * @param dumpArgsLevel how much of the arguments is dumped, 1 to 3; 0 when they are not
 * @param pmuEvent which event the counters count; 0 when they are off
 * @param outputPrefix directory of the artifacts; null only when no diagnostic is on
 */
public record CallConfig(
        int aicpuThreads,
        RingSizes rings,
        DfxFlags dfx,
        int dumpArgsLevel,
        int pmuEvent,
        Path outputPrefix) {
    public static final int MAX_DUMP_ARGS_LEVEL = 3;

    public CallConfig {
        Objects.requireNonNull(rings, "rings");
        Objects.requireNonNull(dfx, "dfx");
        if (aicpuThreads != 0 && aicpuThreads < 2) {
            throw new IllegalArgumentException(
                    "aicpu_thread_num=" + aicpuThreads + " is not 0 or at least 2");
        }
        if (dumpArgsLevel < 0 || dumpArgsLevel > MAX_DUMP_ARGS_LEVEL) {
            throw new IllegalArgumentException(
                    "enable_dump_args=" + dumpArgsLevel + " is not 0.." + MAX_DUMP_ARGS_LEVEL);
        }
        if (pmuEvent < 0) {
            throw new IllegalArgumentException("enable_pmu=" + pmuEvent + " is negative");
        }
        if (outputPrefix == null && dfx.bits() != 0) {
            throw new IllegalArgumentException(
                    "output_prefix=null, but " + dfx + " needs a directory");
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
        private DfxFlags dfx = DfxFlags.NONE;
        private int dumpArgsLevel;
        private int pmuEvent;
        private Path outputPrefix;

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

        public Builder dfx(DfxFlags value) {
            dfx = value;
            return this;
        }

        public Builder dumpArgsLevel(int value) {
            dumpArgsLevel = value;
            return this;
        }

        public Builder pmuEvent(int value) {
            pmuEvent = value;
            return this;
        }

        public Builder outputPrefix(Path value) {
            outputPrefix = value;
            return this;
        }

        public CallConfig build() {
            return new CallConfig(aicpuThreads, rings, dfx, dumpArgsLevel, pmuEvent, outputPrefix);
        }
    }
}
