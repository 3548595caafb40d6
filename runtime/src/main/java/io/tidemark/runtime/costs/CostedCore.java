package io.tidemark.runtime.costs;

import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.TimeModel;

/**
 * A core whose records cost time. A lane without room lets the host collect at once: in modelled time no core waits for
 * a host. For the thread that has the turn.
 */
public final class CostedCore extends CoreProbe.Forwarding {
    private final TimeModel time;
    private final long recordPicos;

    public CostedCore(CoreProbe inner, TimeModel time) {
        super(inner);
        this.time = time;
        this.recordPicos = time.profile().records().core();
    }

    @Override
    public boolean tryReserve(int token, long taskId) {
        if (super.tryReserve(token, taskId)) {
            return true;
        }
        time.letHostCollect();
        return super.tryReserve(token, taskId);
    }

    @Override
    public void commit(int token, long taskId, int functionId, long receiveTick, long startTick, long endTick) {
        super.commit(token, taskId, functionId, receiveTick, startTick, endTick);
        time.spend(recordPicos);
    }
}
