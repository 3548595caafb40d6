package io.tidemark.checks.bench;

import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.collector.deps.DepsPools;
import io.tidemark.collector.pmu.PmuPools;
import io.tidemark.collector.scope.ScopePools;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.OnFull;
import java.util.List;

/**
 * What a run records. Immutable.
 *
 * @param level of the swimlane, 0 for none
 */
record Setting(String name, int level, int argsLevel, boolean deps, boolean scope, boolean pmu) {
    static final Setting OFF = new Setting("off", 0, 0, false, false, false);

    static Setting level(int level) {
        return level == 0 ? OFF : new Setting("level " + level, level, 0, false, false, false);
    }

    static List<Setting> all() {
        return List.of(
                OFF,
                level(1),
                level(2),
                level(3),
                level(4),
                new Setting("args 3 (shapes)", 0, 3, false, false, false),
                new Setting("args 2 (bytes)", 0, 2, false, false, false),
                new Setting("deps", 0, 0, true, false, false),
                new Setting("scope", 0, 0, false, true, false),
                new Setting("pmu", 0, 0, false, false, true));
    }

    boolean isOff() {
        return level == 0 && argsLevel == 0 && !deps && !scope && !pmu;
    }

    DfxFlags flags() {
        return DfxFlags.ofSwimlaneLevel(level);
    }

    /** The one channel that is on. */
    ChannelLayout layout(Platform platform, int cores) {
        if (level > 0) {
            return SwimlanePools.DEFAULT.layout(flags(), platform, cores, OnFull.BLOCK);
        }
        if (argsLevel > 0) {
            return ArgsPools.DEFAULT.layout(platform, OnFull.BLOCK);
        }
        if (deps) {
            return DepsPools.DEFAULT.layout(OnFull.BLOCK);
        }
        return scope
                ? ScopePools.DEFAULT.layout(OnFull.BLOCK)
                : PmuPools.DEFAULT.layout(platform, cores, OnFull.BLOCK);
    }
}
