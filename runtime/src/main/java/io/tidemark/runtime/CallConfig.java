package io.tidemark.runtime;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.SwimlaneLevel;
import io.tidemark.abi.pmu.PmuEvent;
import java.util.Objects;

/**
 * What may differ from run to run on one worker, and what is recorded of it: the same type at every
 * level of the hierarchy. Immutable; wrong values are refused when it is built.
 *
 * <p>A {@link Worker} uses threads and rings. A recorder takes from here what to record and gives
 * the engine probes that do; a worker refuses a call that asks for more than its probes record,
 * because a collector would wait for records that are never written.
 *
 * @param aicpuThreads orchestrator and schedulers together; 0 takes the platform's default
 * @param rings sizes of the four rings
 * @param flags which diagnostics are recorded
 * @param dumpArgsLevel how much of the arguments is dumped, 1 to 3; 0 exactly when they are not
 * @param pmuEvent code of the event group that is counted; 0 exactly when nothing is
 * @param distSwimlaneLevel level of what is recorded above the chips of a run over several; kept
 *     for them, without effect on one chip
 */
public record CallConfig(
        int aicpuThreads, RingSizes rings, DfxFlags flags, int dumpArgsLevel, int pmuEvent, int distSwimlaneLevel) {
    public static final int MAX_DUMP_ARGS_LEVEL = 3;

    /** What a bare flag dumps: every argument with its bytes. */
    public static final int DUMP_EVERYTHING = 2;

    public CallConfig {
        Objects.requireNonNull(rings, "rings");
        Objects.requireNonNull(flags, "flags");
        SwimlaneLevel.of(SwimlaneLevel.DIST, distSwimlaneLevel);
        if (aicpuThreads != 0 && aicpuThreads < 2) {
            throw new IllegalArgumentException("aicpu_thread_num=" + aicpuThreads + " is not 0 or at least 2");
        }
        if (dumpArgsLevel < 0 || dumpArgsLevel > MAX_DUMP_ARGS_LEVEL) {
            throw new IllegalArgumentException(
                    "enable_dump_args=" + dumpArgsLevel + " is not 0.." + MAX_DUMP_ARGS_LEVEL);
        }
        if (pmuEvent != 0 && PmuEvent.ofCode(pmuEvent).isEmpty()) {
            throw new IllegalArgumentException("enable_pmu=" + pmuEvent + " is no event group");
        }
        requireEqual("enable_dump_args", dumpArgsLevel, flags, DfxFeature.DUMP_ARGS_ENABLE);
        requireEqual("enable_pmu", pmuEvent, flags, DfxFeature.PMU);
    }

    private static void requireEqual(String name, int value, DfxFlags flags, DfxFeature feature) {
        if (value > 0 != flags.has(feature)) {
            throw new IllegalArgumentException("%s=%d does not fit flags=%s".formatted(name, value, flags));
        }
    }

    public static CallConfig defaults() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Level of the swimlane, 0 (off) to 4. */
    public int chipSwimlaneLevel() {
        return flags.swimlaneLevel();
    }

    /** The same call with nothing recorded. */
    public CallConfig unrecorded() {
        return new CallConfig(aicpuThreads, rings, DfxFlags.NONE, 0, 0, distSwimlaneLevel);
    }

    /** Builds a {@link CallConfig}; ring setters take one value for all rings or one for each. */
    public static final class Builder {
        private int aicpuThreads;
        private RingSizes rings = RingSizes.defaults();
        private DfxFlags flags = DfxFlags.NONE;
        private int dumpArgsLevel;
        private int pmuEvent;
        private int distSwimlaneLevel;

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

        /**
         * The whole word. Arguments and counters that it asks for are dumped in full and counted by
         * pipe, unless {@link #dumpArgsLevel} and {@link #pmuEvent} say otherwise.
         */
        public Builder flags(DfxFlags value) {
            flags = Objects.requireNonNull(value, "flags");
            return this;
        }

        /**
         * Records the swimlane at exactly this level; the other flags stay.
         *
         * @param value 0 to 4, or true for the fullest level and false for off
         * @throws IllegalArgumentException with {@code name=value}, for anything else
         */
        public Builder chipSwimlaneLevel(Object value) {
            flags = flags.withSwimlaneLevel(SwimlaneLevel.of(SwimlaneLevel.CHIP, value));
            return this;
        }

        /**
         * The level of what is recorded above the chips; no effect on one chip.
         *
         * @param value as for {@link #chipSwimlaneLevel}
         */
        public Builder distSwimlaneLevel(Object value) {
            distSwimlaneLevel = SwimlaneLevel.of(SwimlaneLevel.DIST, value);
            return this;
        }

        /** Dumps arguments at this level, 1 to 3; 0 for none. */
        public Builder dumpArgsLevel(int value) {
            dumpArgsLevel = value;
            flags = with(DfxFeature.DUMP_ARGS_ENABLE, value != 0);
            return this;
        }

        /** Counts this event group; 0 for none. */
        public Builder pmuEvent(int value) {
            pmuEvent = value;
            flags = with(DfxFeature.PMU, value != 0);
            return this;
        }

        private DfxFlags with(DfxFeature feature, boolean on) {
            return on ? flags.with(feature) : new DfxFlags(flags.bits() & ~feature.mask());
        }

        public CallConfig build() {
            boolean dumps = flags.has(DfxFeature.DUMP_ARGS_ENABLE);
            boolean counts = flags.has(DfxFeature.PMU);
            return new CallConfig(
                    aicpuThreads,
                    rings,
                    flags,
                    dumps && dumpArgsLevel == 0 ? DUMP_EVERYTHING : dumpArgsLevel,
                    counts && pmuEvent == 0 ? PmuEvent.PIPE_UTILIZATION.code() : pmuEvent,
                    distSwimlaneLevel);
        }
    }
}
