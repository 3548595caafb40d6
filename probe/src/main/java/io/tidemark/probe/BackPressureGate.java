package io.tidemark.probe;

import io.tidemark.abi.region.BackPressure;
import java.lang.foreign.MemorySegment;

/**
 * What one channel's device half sees and says of the freeze: it reads the host's gates and raises
 * the contended words. Any device thread; a word is raised by any of them and lowered only by the
 * host. Raising is level-triggered: a lane that still lacks room raises again, so a word lost in
 * the host's clearing costs one turn and never a wait.
 */
public final class BackPressureGate {
    private static final long RAISED = 1;

    private final MemorySegment segment;
    private final long at;
    private final boolean blocking;

    /**
     * @param at where the channel's {@link BackPressure} lies
     * @param blocking false if the channel drops when full; then nothing is ever raised, and no
     *     freeze follows
     */
    public BackPressureGate(MemorySegment segment, long at, boolean blocking) {
        this.segment = segment;
        this.at = at;
        this.blocking = blocking;
    }

    /** True while the host keeps all lanes of the channel standing. */
    public boolean isFrozen() {
        return BackPressure.GATES.getOpaque(segment, at) != 0;
    }

    /**
     * True if a lane that lacks room is to wait: the channel blocks, and the host still collects.
     */
    public boolean isWaitingAllowed() {
        return blocking && BackPressure.HOST_GONE.getAcquire(segment, at) == 0;
    }

    public void raiseReadyContended() {
        if (mayRaise() && BackPressure.READY_CONTENDED.getOpaque(segment, at) != RAISED) {
            BackPressure.READY_CONTENDED.setRelease(segment, at, RAISED);
        }
    }

    public void raiseFreeContended() {
        if (mayRaise() && BackPressure.FREE_CONTENDED.getOpaque(segment, at) != RAISED) {
            BackPressure.FREE_CONTENDED.setRelease(segment, at, RAISED);
        }
    }

    /** During a freeze the host already knows; a word raised then would only open the next one. */
    private boolean mayRaise() {
        return blocking && !isFrozen();
    }
}
