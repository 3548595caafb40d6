package io.tidemark.recording.run;

import io.tidemark.chip.CoreProbe;
import io.tidemark.recording.profile.KernelTimes;

/** A core whose kernels' modelled times are kept beside its records. For its stepper's thread. */
final class TimedCore extends CoreProbe.Forwarding {
    private final int core;
    private final KernelTimes times;

    TimedCore(CoreProbe inner, int core, KernelTimes times) {
        super(inner);
        this.core = core;
        this.times = times;
    }

    @Override
    public void lasts(int functionId, long picos) {
        times.add(core, functionId, picos);
    }
}
