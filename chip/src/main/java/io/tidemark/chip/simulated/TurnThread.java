package io.tidemark.chip.simulated;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread that may have the turn in virtual time. User code that gave up its turn lies on it, the
 * newest on top.
 */
final class TurnThread extends Thread {
    static final int NO_ACTOR = -1;

    private final Run run;
    private Runnable job;
    private int top = NO_ACTOR;
    private volatile boolean turn;
    private volatile boolean ended;

    /** The run that the threads belong to. */
    interface Run {
        boolean isOver();

        /** A defect of ours: the run must end, not hang. */
        void crashed(Throwable cause);
    }

    TurnThread(String name, Run run) {
        super(name);
        this.run = run;
        setDaemon(true);
    }

    static TurnThread current() {
        return (TurnThread) Thread.currentThread();
    }

    /** The actor whose user code is on top, or none. */
    int top() {
        return top;
    }

    void top(int actor) {
        top = actor;
    }

    /** Hands it the turn for a job. */
    void assign(Runnable newJob) {
        job = newJob;
        if (getState() == State.NEW) {
            turn = true;
            start();
        } else {
            give();
        }
    }

    /** Hands it the turn. */
    void give() {
        turn = true;
        LockSupport.unpark(this);
    }

    /** Waits for the turn. */
    void await() {
        while (!turn) {
            LockSupport.park(this);
        }
        turn = false;
    }

    /** For user code that was given up: what it would do next must reach nothing. */
    void waitForEver() {
        while (true) {
            LockSupport.park(this);
            Thread.interrupted();
        }
    }

    /** Lets it end when it has nothing to do. */
    void end() {
        ended = true;
        LockSupport.unpark(this);
    }

    @Override
    public void run() {
        try {
            while (true) {
                while (!turn && !ended && !run.isOver()) {
                    LockSupport.park(this);
                }
                if (ended || run.isOver()) {
                    return;
                }
                turn = false;
                job.run();
            }
        } catch (UserTurns.GivenUpError late) { // the run continues, or is over, without it
            return;
        } catch (Throwable cause) {
            run.crashed(cause);
        }
    }
}
