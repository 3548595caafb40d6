package io.tidemark.runtime.orchestrator;

import io.tidemark.chip.Pacer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Who may call a graph: the thread that runs the orchestration, while it does. Without it a kernel
 * that submits, or a graph that is kept beyond its run, would damage tables without locks. Any
 * thread may ask: none but the right one can read its own name here.
 */
final class CallingThread {
    private static final VarHandle CALLER;

    static {
        try {
            CALLER = MethodHandles.lookup().findVarHandle(CallingThread.class, "caller", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Pacer pacer;
    private Thread caller; // null before and after the orchestration

    CallingThread(Pacer pacer) {
        this.pacer = pacer;
    }

    void begin() {
        CALLER.setOpaque(this, Thread.currentThread());
    }

    void end() {
        caller = null;
    }

    /** The thread that runs the orchestration; null before and after. Any thread. */
    Thread threadOpaque() {
        return (Thread) CALLER.getOpaque(this);
    }

    /**
     * @throws IllegalStateException if the calling thread does not run the orchestration now
     */
    void require() {
        if (Thread.currentThread() != caller || !pacer.isCompanionRunning()) {
            throw new IllegalStateException("the graph was called by thread "
                    + Thread.currentThread().getName()
                    + ", but only the orchestration may call it, on its own thread and"
                    + " before it returns");
        }
    }
}
