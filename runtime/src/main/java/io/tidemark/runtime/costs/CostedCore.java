package io.tidemark.runtime.costs;

import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.TimeModel;

/**
 * A core whose records cost time. A lane without room lets the host collect at once: in modelled
 * time nobody waits for a host. For the thread that has the turn.
 */
public final class CostedCore implements CoreProbe {
    private final CoreProbe inner;
    private final TimeModel time;
    private final long recordPicos;

    public CostedCore(CoreProbe inner, TimeModel time) {
        this.inner = inner;
        this.time = time;
        this.recordPicos = time.profile().records().core();
    }

    @Override
    public boolean tryReserve(int token, long taskId) {
        if (inner.tryReserve(token, taskId)) {
            return true;
        }
        time.letHostCollect();
        return inner.tryReserve(token, taskId);
    }

    @Override
    public void lasts(int functionId, long picos) {
        inner.lasts(functionId, picos);
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
        time.spend(recordPicos);
    }

    @Override
    public boolean commitsBeforeFinish() {
        return inner.commitsBeforeFinish();
    }
}
