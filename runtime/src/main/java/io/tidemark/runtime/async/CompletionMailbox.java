package io.tidemark.runtime.async;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Messages from all schedulers to the one that polls conditions. A message is one cache line; its
 * first word is a sequence number that says whose turn the line is, so lines are used again without
 * being cleared. A full mailbox refuses.
 *
 * <p>Any number of threads offer, one at a time polls; messages of one thread stay in order, and a
 * message that was offered after another was accepted comes after it.
 */
public final class CompletionMailbox {
    public static final int CAPACITY = 4096;
    public static final int CONDITION = 1;
    public static final int NORMAL_DONE = 2;

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int LINE = 8;
    private static final int KIND = 1;
    private static final int TASK = 2;
    private static final int HEAD_WORD = 3;
    private static final int TARGET = 4;
    private static final int EXPECTED = 5;
    private static final int HEAD = 16; // positions: lines of their own
    private static final int TAIL = 32;

    private final long[] lines;
    private final long[] positions = new long[48];
    private final int mask;
    private int current;

    public CompletionMailbox(int capacity) {
        if (capacity < 2 || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity=" + capacity + " is not a power of two of at least 2");
        }
        lines = new long[capacity * LINE];
        mask = capacity - 1;
        for (int i = 0; i < capacity; i++) {
            lines[i * LINE] = i;
        }
        VarHandle.fullFence();
    }

    /** False when there is no free line. Any thread. */
    public boolean offer(int kind, long taskId, long head, long target, long expected) {
        while (true) {
            long tail = (long) WORDS.getAcquire(positions, TAIL);
            int at = line(tail);
            long lead = (long) WORDS.getAcquire(lines, at) - tail;
            if (lead < 0) {
                return false;
            }
            if (lead == 0 && WORDS.compareAndSet(positions, TAIL, tail, tail + 1)) {
                lines[at + KIND] = kind;
                lines[at + TASK] = taskId;
                lines[at + HEAD_WORD] = head;
                lines[at + TARGET] = target;
                lines[at + EXPECTED] = expected;
                WORDS.setRelease(lines, at, tail + 1);
                return true;
            }
        }
    }

    public boolean isEmpty() {
        long head = (long) WORDS.getAcquire(positions, HEAD);
        return (long) WORDS.getAcquire(lines, line(head)) != head + 1;
    }

    /** Messages that were begun and not read, roughly while others are busy. */
    public int size() {
        long head = (long) WORDS.getAcquire(positions, HEAD);
        return (int) Math.max(0, (long) WORDS.getAcquire(positions, TAIL) - head);
    }

    /** Moves to the next message; false when there is none. The consumer, as are the rest. */
    public boolean next() {
        long head = positions[HEAD];
        int at = line(head);
        if ((long) WORDS.getAcquire(lines, at) != head + 1) {
            return false;
        }
        current = at;
        return true;
    }

    /** The message is read; its line may be used again. */
    public void done() {
        long head = positions[HEAD];
        WORDS.setRelease(lines, current, head + mask + 1);
        WORDS.setRelease(positions, HEAD, head + 1);
    }

    public int kind() {
        return (int) lines[current + KIND];
    }

    public long taskId() {
        return lines[current + TASK];
    }

    public long head() {
        return lines[current + HEAD_WORD];
    }

    public long target() {
        return lines[current + TARGET];
    }

    public long expected() {
        return lines[current + EXPECTED];
    }

    private int line(long position) {
        return ((int) position & mask) * LINE;
    }
}
