package io.tidemark.recording.run;

import io.tidemark.chip.CoreProbe;
import io.tidemark.recording.profile.KernelTimes;

/** A core whose kernels' modelled times are kept beside its records. For its stepper's thread. */
final class TimedCore implements CoreProbe {
    private final CoreProbe inner;
    private final int core;
    private final KernelTimes times;

    TimedCore(CoreProbe inner, int core, KernelTimes times) {
        this.core = core;
        this.inner = inner;
        this.times = times;
    }

    @Override
    public void lasts(int functionId, long picos) {
        times.add(core, functionId, picos);
    }

    @Override
    public boolean tryReserve(int token, long taskId) {
        return inner.tryReserve(token, taskId);
    }

    @Override
    public void threw(int token) {
        inner.threw(token);
    }

    @Override
    public void commit(
            int token,
            long taskId,
            int functionId,
            long receiveTick,
            long startTick,
            long endTick) {
        inner.commit(token, taskId, functionId, receiveTick, startTick, endTick);
    }

    @Override
    public boolean commitsBeforeFinish() {
        return inner.commitsBeforeFinish();
    }
}
