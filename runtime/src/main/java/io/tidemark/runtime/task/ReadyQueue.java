package io.tidemark.runtime.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongUnaryOperator;

/**
 * A bounded first-in first-out queue of task ids for any number of pushing and popping threads.
 * Each cell carries a sequence number that says whose turn it is. A full queue refuses. A peer that has reserved a cell
 * but not filled it yet is waited for; this takes a few instructions of that peer.
 */
public sealed class ReadyQueue permits PriorityReadyQueue, TurnReadyQueue {
    /** Who uses a queue, and which of its tasks comes first. */
    public enum Kind {
        /** Any number of threads; the oldest first. */
        SHARED,
        /** One thread at a time; the oldest first. */
        IN_TURNS,
        /** Any number of threads; the highest priority first. */
        PRIORITIZED
    }

    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int HEAD = 16; // two cache lines from the array's start and from each other
    private static final int TAIL = 32;

    private final long[] cells; // sequence, task id, sequence, task id, ...
    private final long[] positions = new long[48];
    private final int mask;

    public ReadyQueue(int capacity) {
        if (capacity < 2 || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity=" + capacity + " is not a power of two of at least 2");
        }
        cells = new long[2 * capacity];
        mask = capacity - 1;
        reset();
    }

    /**
     * A queue of a kind.
     *
     * @param capacity a power of two of at least 2
     * @param priorityOf by task id, for {@link Kind#PRIORITIZED}
     */
    static ReadyQueue of(Kind kind, int capacity, LongUnaryOperator priorityOf) {
        return switch (kind) {
            case SHARED -> new ReadyQueue(capacity);
            case IN_TURNS -> new TurnReadyQueue(capacity);
            case PRIORITIZED -> new PriorityReadyQueue(capacity, priorityOf);
        };
    }

    /** As new; no other thread may be there. */
    public void reset() {
        for (int i = 0; i <= mask; i++) {
            cells[2 * i] = i;
        }
        positions[HEAD] = 0;
        positions[TAIL] = 0;
        VarHandle.fullFence();
    }

    public int capacity() {
        return mask + 1;
    }

    /** Adds a task; false when the queue is full. */
    public boolean push(long taskId) {
        while (true) {
            long tail = (long) CELLS.getAcquire(positions, TAIL);
            int cell = cell(tail);
            long lead = (long) CELLS.getAcquire(cells, cell) - tail;
            if (lead == 0) {
                if (CELLS.compareAndSet(positions, TAIL, tail, tail + 1)) {
                    cells[cell + 1] = taskId;
                    CELLS.setRelease(cells, cell, tail + 1);
                    return true;
                }
            } else if (lead < 0 && tail - (long) CELLS.getAcquire(positions, HEAD) > mask) {
                return false;
            } else {
                Thread.onSpinWait(); // transient: the tail moved on, or a popper is about to free
                // the cell
            }
        }
    }

    /** Adds tasks one behind the other, all or none; false when they do not fit. */
    public boolean pushAll(long[] taskIds, int from, int count) {
        if (count > mask + 1) {
            return false;
        }
        while (true) {
            long tail = (long) CELLS.getAcquire(positions, TAIL);
            if (hasFreeCells(tail, count)) {
                if (CELLS.compareAndSet(positions, TAIL, tail, tail + count)) {
                    for (int i = 0; i < count; i++) {
                        int cell = cell(tail + i);
                        cells[cell + 1] = taskIds[from + i];
                        CELLS.setRelease(cells, cell, tail + i + 1);
                    }
                    return true;
                }
            } else if (tail + count - (long) CELLS.getAcquire(positions, HEAD) > mask + 1
                    && tail == (long) CELLS.getAcquire(positions, TAIL)) {
                return false;
            } else {
                Thread.onSpinWait(); // transient, as in push
            }
        }
    }

    private boolean hasFreeCells(long tail, int count) {
        for (int i = 0; i < count; i++) {
            if ((long) CELLS.getAcquire(cells, cell(tail + i)) != tail + i) {
                return false;
            }
        }
        return true;
    }

    /** Where the oldest task stands, for {@link #peekAt} and {@link #takeAt}. */
    public long oldest() {
        return (long) CELLS.getAcquire(positions, HEAD);
    }

    /** The task at a position, or the default; to be trusted only if {@link #takeAt} succeeds. */
    public long peekAt(long position, long none) {
        int cell = cell(position);
        return (long) CELLS.getAcquire(cells, cell) == position + 1 ? cells[cell + 1] : none;
    }

    /** Takes the task that was peeked at; false when another thread took it. */
    public boolean takeAt(long position) {
        if (!CELLS.compareAndSet(positions, HEAD, position, position + 1)) {
            return false;
        }
        CELLS.setRelease(cells, cell(position), position + mask + 1);
        return true;
    }

    /** Takes up to {@code most} tasks, oldest first; returns how many. */
    public int pop(long[] into, int most) {
        while (true) {
            long head = (long) CELLS.getAcquire(positions, HEAD);
            int count = 0;
            while (count < most && (long) CELLS.getAcquire(cells, cell(head + count)) == head + count + 1) {
                count++;
            }
            if (count == 0) {
                if (head == (long) CELLS.getAcquire(positions, HEAD)) {
                    return 0;
                }
            } else if (CELLS.compareAndSet(positions, HEAD, head, head + count)) {
                for (int i = 0; i < count; i++) {
                    int cell = cell(head + i);
                    into[i] = cells[cell + 1];
                    CELLS.setRelease(cells, cell, head + i + mask + 1);
                }
                return count;
            }
        }
    }

    /** How many tasks are there, roughly when others are busy. */
    public int size() {
        long head = (long) CELLS.getAcquire(positions, HEAD);
        return (int) Math.max(0, (long) CELLS.getAcquire(positions, TAIL) - head);
    }

    public boolean isEmpty() {
        long head = (long) CELLS.getAcquire(positions, HEAD);
        return (long) CELLS.getAcquire(cells, cell(head)) != head + 1;
    }

    /** The oldest task without taking it, or the default; exact only while no thread pops. */
    public long peek(long none) {
        long head = (long) CELLS.getAcquire(positions, HEAD);
        int cell = cell(head);
        return (long) CELLS.getAcquire(cells, cell) == head + 1 ? cells[cell + 1] : none;
    }

    private int cell(long position) {
        return ((int) position & mask) << 1;
    }
}
