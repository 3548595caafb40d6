package io.tidemark.runtime.recording;

import io.tidemark.probe.args.ArgsProbes;
import io.tidemark.probe.deps.DepsProbe;
import io.tidemark.probe.pmu.PmuProbe;
import io.tidemark.probe.scope.ScopeProbe;
import io.tidemark.probe.swimlane.SwimlaneProbes;

/**
 * The device halves of Tidemark's channels, each a {@link ChannelRecorder}. They share one recorder
 * per thread, because one reading of the clock serves several of them.
 */
public final class StandardRecorders {
    private StandardRecorders() {}

    public static void swimlane(ProbePoints run) {
        run.swimlane(SwimlaneProbes.open(run.region(), run.coreToScheduler(), run.actors(), run.hostWaits()));
    }

    public static void args(ProbePoints run) {
        ArgsProbes.open(run.region(), run.schedulers(), run.hostWaits())
                .ifPresent(probes -> run.args(probes::scheduler));
    }

    public static void scope(ProbePoints run) {
        ScopeProbe.open(run.region(), run.hostWaits())
                .ifPresent(probe -> run.scope(new ScopeRecorder(probe, run.clock())));
    }

    public static void deps(ProbePoints run) {
        DepsProbe.open(run.region(), run.hostWaits()).ifPresent(probe -> run.deps(new DepsRecorder(probe)));
    }

    /** Counters that count per task need cores that have one task at a time. */
    public static void pmu(ProbePoints run) {
        run.pmu(scheduler -> PmuProbe.open(run.region(), run.coreToScheduler(), scheduler, run.hostWaits())
                .map(probe -> new PmuRecorder(probe, run.shape()))
                .orElseThrow());
    }
}
