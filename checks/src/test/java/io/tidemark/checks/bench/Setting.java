package io.tidemark.checks.bench;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RingSizes;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run records. Immutable.
 *
 * @param level of the swimlane, 0 for none
 */
record Setting(String name, int level, int argsLevel, boolean deps, boolean scope, boolean pmu) {
    static final Setting OFF = new Setting("off", 0, 0, false, false, false);
    static final Setting DEPS = new Setting("deps", 0, 0, true, false, false);
    static final Setting SCOPE = new Setting("scope", 0, 0, false, true, false);

    static Setting level(int level) {
        return level == 0 ? OFF : new Setting("level " + level, level, 0, false, false, false);
    }

    /** No argument dump, and each of its levels from the least to the fullest. */
    static List<Setting> args() {
        return List.of(
                OFF,
                new Setting("args 1 (nothing marked)", 0, 1, false, false, false),
                new Setting("args 3 (shapes)", 0, 3, false, false, false),
                new Setting("args 2 (bytes)", 0, 2, false, false, false));
    }

    /** Off, and the channels that the orchestrator and the cores write. */
    static List<Setting> channels() {
        return List.of(
                OFF,
                SCOPE,
                DEPS,
                new Setting("pmu", 0, 0, false, false, true),
                new Setting("scope, deps, pmu", 0, 0, true, true, true));
    }

    static List<Setting> levels() {
        return List.of(OFF, level(1), level(2), level(3), level(4));
    }

    static List<Setting> all() {
        List<Setting> all = new ArrayList<>(levels());
        all.addAll(args().subList(1, args().size()));
        all.addAll(channels().subList(1, channels().size()));
        return all;
    }

    boolean isOff() {
        return level == 0 && argsLevel == 0 && !deps && !scope && !pmu;
    }

    /** What a call with these rings records. */
    CallConfig call(RingSizes rings) {
        DfxFlags flags = DfxFlags.ofSwimlaneLevel(level);
        flags = scope ? flags.with(DfxFeature.SCOPE_STATS) : flags;
        flags = deps ? flags.with(DfxFeature.DEP_GEN) : flags;
        return CallConfig.builder()
                .rings(rings)
                .flags(flags)
                .dumpArgsLevel(argsLevel)
                .pmuEvent(pmu ? PmuEvent.DEFAULT.code() : 0)
                .build();
    }
}
