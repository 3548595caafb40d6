package io.tidemark.runtime.task;

import io.tidemark.runtime.early.EarlyGate;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What about a task's way to its cores is not plain: blocks that start together, consumers that may
 * be staged early, a timing slot, a gate of its own, a completion that something else decides. Of a
 * plain task it is one word that is zero. Written by the orchestrator before the task is known to
 * others, except where a method says otherwise.
 */
public abstract sealed class TaskTraits permits TaskDescription {
    /** Consumers may be staged before this task ends. */
    public static final int EARLY_RESOLVE = 1;

    /** All blocks start together. */
    public static final int SYNC_START = 1 << 1;

    /** A timing slot is given, in {@link #TIMING_SHIFT}. */
    public static final int TIMED = 1 << 3;

    public static final int TIMING_SHIFT = 4;

    private static final int TIMING_MASK = 0xF;
    private static final int STAGEABLE = 1 << 8;

    private static final VarHandle DEFERRED;

    static {
        try {
            DEFERRED =
                    MethodHandles.lookup()
                            .findVarHandle(TaskTraits.class, "deferred", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int traits;
    private EarlyGate gate; // made when the slot first holds a task that may be staged
    private boolean deferred;

    void beginTraits() {
        traits = 0;
        if (deferred) {
            deferred = false;
        }
    }

    /** The traits a submit asks for, as the bits above. */
    public final void traits(int bits) {
        traits = bits;
    }

    public final boolean isPlain() {
        return traits == 0;
    }

    public final boolean isEarlyResolve() {
        return (traits & EARLY_RESOLVE) != 0;
    }

    public final boolean isSyncStart() {
        return (traits & SYNC_START) != 0;
    }

    public final boolean isTimed() {
        return (traits & TIMED) != 0;
    }

    public final int timingSlot() {
        return traits >>> TIMING_SHIFT & TIMING_MASK;
    }

    /** Whether the task may be put on cores, behind its gate, before it is ready. */
    public final boolean isStageable() {
        return (traits & STAGEABLE) != 0;
    }

    /** Gives the task a gate that waits for so many producers to be on their cores. */
    final void makeStageable(int producers, int cores) {
        if (gate == null || !gate.isFor(cores)) {
            gate = new EarlyGate(cores);
        }
        gate.begin(producers);
        traits |= STAGEABLE;
    }

    /** The gate of a stageable task. */
    public final EarlyGate gate() {
        return gate;
    }

    /** A subtask has conditions. Schedulers, before they count the subtask as ended. */
    public final void deferCompletion() {
        DEFERRED.setOpaque(this, true);
    }

    /** Whether some subtask had conditions; for whoever counted the last one. */
    public final boolean isDeferred() {
        return (boolean) DEFERRED.getOpaque(this);
    }
}
