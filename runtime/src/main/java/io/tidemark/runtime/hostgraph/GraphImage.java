package io.tidemark.runtime.hostgraph;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A whole graph as the chip gets it, in one piece and without a pointer. Tasks are numbers. Each task has the sorted
 * numbers of its producers, a completion byte and a place on at most one wake list. The fan-in never changes;
 * everything else does while the graph runs.
 *
 * <pre>
 *   wakeHead[p]   FREE          no task waits for p
 *                 task          the newest waiter; wakeNext leads to the others
 *                 COMPLETE      p is done and takes no more waiters
 * </pre>
 *
 * A task that waits hangs on the list of its latest unmet producer alone. A thread may {@link #settle} a task that it
 * owns. At first the owner is the thread that was given the task, later the thread that took it off a list. One thread
 * at a time completes tasks.
 */
public final class GraphImage {
    /** End of a wake list. */
    public static final int FREE = -1;

    private static final int COMPLETE = -2;

    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle BYTES = MethodHandles.arrayElementVarHandle(byte[].class);
    private static final VarHandle WATERMARK;

    static {
        try {
            WATERMARK = MethodHandles.lookup().findVarHandle(GraphImage.class, "watermark", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int[] begin;
    private final int[] producers;
    private final byte[] complete;
    private final int[] wakeHead;
    private final int[] wakeNext;
    private int watermark; // every task before it is complete

    GraphImage(int[] begin, int[] producers, byte[] complete) {
        this.begin = begin;
        this.producers = producers;
        this.complete = complete;
        this.wakeHead = new int[complete.length];
        this.wakeNext = new int[complete.length];
        for (int task = 0; task < complete.length; task++) {
            wakeHead[task] = complete[task] != 0 ? COMPLETE : FREE;
            wakeNext[task] = FREE;
        }
        advanceWatermark();
    }

    public int tasks() {
        return complete.length;
    }

    public int edges() {
        return producers.length;
    }

    /** What travels to the chip. */
    public long sizeBytes() {
        return (long) Integer.BYTES * (begin.length + producers.length + 2L * tasks()) + tasks();
    }

    public int faninCount(int task) {
        return begin[task + 1] - begin[task];
    }

    /** Producers of a task come in ascending order. */
    public int producer(int task, int index) {
        return producers[begin[task] + index];
    }

    public boolean isCompleteAcquire(int task) {
        return (byte) BYTES.getAcquire(complete, task) != 0;
    }

    /** Every task before it is complete; it never falls. */
    public int watermarkAcquire() {
        return (int) WATERMARK.getAcquire(this);
    }

    /**
     * True when the task waits for nothing any more: the caller makes it run, and no other thread
     * does. Otherwise it hangs on a wake list now and belongs to the thread that completes that
     * producer.
     */
    public boolean settle(int task) {
        while (true) {
            int producer = latestUnmet(task);
            if (producer == FREE) {
                return true;
            }
            int head = (int) INTS.getAcquire(wakeHead, producer);
            while (head != COMPLETE) {
                wakeNext[task] = head;
                int witness = (int) INTS.compareAndExchange(wakeHead, producer, head, task);
                if (witness == head) {
                    return false;
                }
                head = witness;
            }
        }
    }

    /**
     * Completes a task and takes its wake list: the first waiter, or {@link #FREE}. Read {@link
     * #nextWaiter} of a waiter before it is settled.
     */
    public int complete(int task) {
        assert complete[task] == 0 : "task " + task + " completes twice";
        BYTES.setRelease(complete, task, (byte) 1); // first: who finds the list closed sees it
        int waiters = (int) INTS.getAndSet(wakeHead, task, COMPLETE);
        advanceWatermark();
        return waiters;
    }

    /** The waiter behind another on a list that was taken, or {@link #FREE}. */
    public int nextWaiter(int waiter) {
        return wakeNext[waiter];
    }

    /** The oldest task that is not complete, or -1. */
    public int oldestIncomplete() {
        for (int task = watermarkAcquire(); task < tasks(); task++) {
            if (!isCompleteAcquire(task)) {
                return task;
            }
        }
        return -1;
    }

    private int latestUnmet(int task) {
        int done = watermarkAcquire();
        for (int i = begin[task + 1] - 1; i >= begin[task]; i--) {
            int producer = producers[i];
            if (producer < done) {
                return FREE; // and so are all before it
            }
            if (!isCompleteAcquire(producer)) {
                return producer;
            }
        }
        return FREE;
    }

    private void advanceWatermark() {
        int mark = watermark;
        while (mark < complete.length && complete[mark] != 0) {
            mark++;
        }
        if (mark != watermark) {
            WATERMARK.setRelease(this, mark);
        }
    }
}
