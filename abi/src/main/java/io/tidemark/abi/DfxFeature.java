package io.tidemark.abi;

/**
 * One diagnostic that can be on or off: a bit of {@link DfxFlags}, and the bits it cannot do
 * without.
 */
public enum DfxFeature {
    CHIP_SWIMLANE_AICORE_TIMING(0, "chip_swimlane_aicore_timing", null),
    CHIP_SWIMLANE_TASK_LIFECYCLE(1, "chip_swimlane_task_lifecycle", CHIP_SWIMLANE_AICORE_TIMING),
    CHIP_SWIMLANE_PHASE_BUFFERS(2, "chip_swimlane_phase_buffers", CHIP_SWIMLANE_TASK_LIFECYCLE),
    DUMP_ARGS_ENABLE(3, "dump_args_enable", null),
    CHIP_SWIMLANE_ORCH_PHASES(4, "chip_swimlane_orch_phases", CHIP_SWIMLANE_PHASE_BUFFERS),
    SCOPE_STATS(5, "scope_stats", null),
    DEP_GEN(6, "dep_gen", null),
    PMU(7, "pmu", null);

    private final int bit;
    private final String label;
    private final long closure;

    DfxFeature(int bit, String label, DfxFeature implied) {
        this.bit = bit;
        this.label = label;
        this.closure = 1L << bit | (implied == null ? 0 : implied.closure);
    }

    public int bit() {
        return bit;
    }

    /** The spelling in files and reports. */
    public String label() {
        return label;
    }

    public long mask() {
        return 1L << bit;
    }

    /** This bit and every bit it implies, directly or through another. */
    public long closure() {
        return closure;
    }
}
