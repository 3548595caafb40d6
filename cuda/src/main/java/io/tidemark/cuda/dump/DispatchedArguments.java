package io.tidemark.cuda.dump;

import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.DispatchPayloads;
import java.lang.foreign.MemorySegment;

/**
 * The arguments that one core dumps of the runs that the host dispatches to it. The end of a run, and
 * the start of the next one, are reported only after the dump of the run was taken. Until then the
 * payload names the same task, and no waiting task may change anything. Stepped by
 * the control thread that owns the core.
 */
public final class DispatchedArguments {
    private final int core;
    private final DispatchPayloads payloads;
    private final MemorySegment ring;
    private final MemorySegment heads;
    private final long headAt;
    private final CoreArguments dumped;

    private ArgumentRing taken; // null until the first run that is dumped
    private int token = DispatchToken.NONE; // of the run that was reported last
    private long due; // stages that are over when that run has ended

    public DispatchedArguments(
            int core,
            DispatchPayloads payloads,
            MemorySegment ring,
            MemorySegment heads,
            long headAt,
            CoreArguments dumped) {
        this.core = core;
        this.payloads = payloads;
        this.ring = ring;
        this.heads = heads;
        this.headAt = headAt;
        this.dumped = dumped;
    }

    /** A token goes to the core, which may dump from now on. */
    public void sends(int sentToken) {
        if (taken == null && payloads.dumpStages(core, sentToken) > 0) {
            taken = new ArgumentRing(ring, heads, headAt, dumped.taker(core), number -> payloads.taskId(core, number));
        }
    }

    /** Takes what is there; true when anything was. */
    public boolean take() {
        return taken != null && taken.take();
    }

    /** Whether a start or a finish may be reported: false until everything before it is taken. */
    public boolean mayTell(int toldToken, boolean isFinish) {
        if (toldToken != token) {
            if (!isTaken()) {
                return false;
            }
            token = toldToken;
            due += payloads.dumpStages(core, toldToken);
        }
        return !isFinish || isTaken();
    }

    private boolean isTaken() {
        take();
        return taken == null || taken.stages() >= due;
    }

    /** Whether everything that the core told of was taken. */
    public boolean isEmpty() {
        return taken == null || taken.isEmpty();
    }

    /** The core dumps nothing more. */
    public void leave() {
        if (taken != null) {
            taken.leave();
        }
    }
}
