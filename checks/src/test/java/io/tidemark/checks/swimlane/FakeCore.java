package io.tidemark.checks.swimlane;

import io.tidemark.probe.swimlane.CoreSwimlaneProbe;
import java.util.function.LongSupplier;

/**
 * A core as the probes see one: two registers, one task at a time, FIN before the record is
 * written. Stepped by one thread; its scheduler writes the dispatch register and reads the
 * condition.
 */
final class FakeCore {
    static final int NO_TOKEN = 0;
    private static final long FINISHED = 1L << 31;

    private enum State {
        IDLE,
        RECEIVED,
        RUNNING,
        FINISHED
    }

    final int index;
    final Written records = new Written();
    private final CoreSwimlaneProbe probe;
    private final LongSupplier clock;
    private volatile int dispatchRegister = NO_TOKEN;
    private volatile long condition = NO_TOKEN;
    private volatile boolean hanging;

    private State state = State.IDLE;
    private int token = NO_TOKEN;
    private long receiveTick;
    private long startTick;
    private long endTick;

    FakeCore(int index, CoreSwimlaneProbe probe, LongSupplier clock) {
        this.index = index;
        this.probe = probe;
        this.clock = clock;
    }

    /** The id of the task behind a token. */
    static long taskId(int core, int token) {
        return ((long) (core % 4) << 32) | token;
    }

    void dispatch(int newToken) {
        dispatchRegister = newToken;
    }

    int observedToken() {
        return (int) (condition & (FINISHED - 1));
    }

    long condition() {
        return condition;
    }

    static boolean isFinished(long condition) {
        return (condition & FINISHED) != 0;
    }

    static int tokenOf(long condition) {
        return (int) (condition & (FINISHED - 1));
    }

    /** From now on a task that was started never ends. */
    void hang() {
        hanging = true;
    }

    boolean step() {
        return switch (state) {
            case IDLE -> receive();
            case RECEIVED -> start();
            case RUNNING -> finish();
            case FINISHED -> commit();
        };
    }

    private boolean receive() {
        int seen = dispatchRegister;
        if (seen == token) {
            return false;
        }
        token = seen;
        receiveTick = clock.getAsLong();
        state = State.RECEIVED;
        return start();
    }

    private boolean start() {
        if (!probe.tryReserve()) {
            return false;
        }
        condition = token;
        startTick = clock.getAsLong();
        state = State.RUNNING;
        return true;
    }

    private boolean finish() {
        if (hanging) {
            return false;
        }
        endTick = clock.getAsLong();
        condition = token | FINISHED;
        state = State.FINISHED;
        return true;
    }

    private boolean commit() {
        probe.commit(taskId(index, token), 0, token, receiveTick, startTick, endTick);
        records.add(Written.print(taskId(index, token), token, startTick - receiveTick, startTick, endTick));
        state = State.IDLE;
        return true;
    }
}
