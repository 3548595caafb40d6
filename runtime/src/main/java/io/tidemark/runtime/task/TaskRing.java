package io.tidemark.runtime.task;

import io.tidemark.abi.TaskId;
import io.tidemark.runtime.ring.TaskWindow;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The slots of one ring and the two counters that bound the live tasks. The orchestrator gives out
 * slots and says which tasks open scopes hold; anyone may call {@link #advance}, which moves the
 * oldest live task over those that are no longer needed.
 *
 * <pre>
 *   lastTaskAlive ........ floor ........ currentIndex
 *     reclaimable once      held by an      next to be given out
 *     unpinned, in order    open scope
 * </pre>
 *
 * A task is held by its scope exactly if it is not before the floor. That holds whole scopes with
 * one word, where a flag per task would have to be taken off every task when the scope closes.
 */
public final class TaskRing {
    private static final long NO_FLOOR = -1;

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    // The orchestrator writes the first words, reclamation the others, and all threads read them. Each group has its
    // own cache lines.
    private static final int CURRENT_INDEX = 16; // only increases; its low half is the next local id
    private static final int FLOOR = 17;
    private static final int LAST_TASK_ALIVE = 32;
    private static final int REQUESTS = 33;
    private static final int WORD_COUNT = 48;

    private static final int WORDS_OF_LINE = 16; // of 32 bits

    private final int ring;
    private final TaskWindow window;
    private final TaskSlot[] slots;
    private final int[] remaining; // producers of each task that have not completed
    private final int stretch; // slots that have a line of these each before the first has two
    private final int stretchShift;
    private final long[] words = new long[WORD_COUNT];
    private int floorDepth;

    public TaskRing(int ring, TaskWindow window) {
        this.ring = ring;
        this.window = window;
        this.slots = new TaskSlot[window.size()];
        this.remaining = new int[window.size()];
        this.stretch = Math.max(1, window.size() / WORDS_OF_LINE);
        this.stretchShift = Integer.numberOfTrailingZeros(stretch);
        reset();
    }

    /** As new, for the next run; no thread of the last one may be left. */
    public void reset() {
        Arrays.fill(words, 0);
        words[FLOOR] = NO_FLOOR;
        floorDepth = 0;
        VarHandle.fullFence();
    }

    public int number() {
        return ring;
    }

    public TaskWindow window() {
        return window;
    }

    /** The slot of a task that exists or existed. */
    public TaskSlot slot(int local) {
        return slots[local & slots.length - 1]; // as the window says, one load less
    }

    // ---- orchestrator ----

    public int nextLocal() {
        return (int) words[CURRENT_INDEX];
    }

    /** The slot of the next task, made on first use. */
    public TaskSlot nextSlot() {
        return slotAhead((int) words[CURRENT_INDEX]);
    }

    /** As {@link #nextSlot} for a task that follows the next one, if the window admits it. */
    public TaskSlot slotAhead(int local) {
        int index = window.slot(local);
        TaskSlot slot = slots[index];
        if (slot == null) {
            slot = new TaskSlot(index, remaining, remainingIndex(index));
            slots[index] = slot;
        }
        return slot;
    }

    /**
     * Makes the next task part of the ring, held by the scope of a depth. After its slot was begun.
     */
    public void publishNext(int scopeDepth) {
        publishNext(scopeDepth, 1);
    }

    /** As above for several tasks, after all their slots were begun. */
    public void publishNext(int scopeDepth, int tasks) {
        holdNext(scopeDepth);
        WORDS.setRelease(words, CURRENT_INDEX, words[CURRENT_INDEX] + tasks);
    }

    /** The scope of a depth holds the tasks that come next. */
    public void holdNext(int scopeDepth) {
        if (words[FLOOR] == NO_FLOOR) {
            floorDepth = scopeDepth;
            WORDS.setRelease(words, FLOOR, words[CURRENT_INDEX] & 0xFFFF_FFFFL);
        }
    }

    /** Ends the hold of the scope of a depth; true when tasks may have become reclaimable. */
    public boolean scopeClosed(int scopeDepth) {
        if (words[FLOOR] == NO_FLOOR || floorDepth != scopeDepth) {
            return false;
        }
        WORDS.setVolatile(words, FLOOR, NO_FLOOR);
        return true;
    }

    /** Whether a live task cannot be reclaimed before the orchestrator closes a scope. */
    public boolean isHeld(int local) {
        long floor = words[FLOOR];
        return floor != NO_FLOOR && !TaskId.isBefore(local, (int) floor);
    }

    /** Keeps a task's outputs for a consumer; false when the task is gone. */
    public boolean pin(TaskSlot slot, long taskId) {
        if (isHeld(TaskId.local(taskId))) {
            slot.pinHeld();
            return true;
        }
        return slot.tryPin();
    }

    // ---- any thread ----

    /**
     * Counts one producer of a task that completed; true for the one caller that makes the task
     * ready.
     */
    public boolean arrive(int local) {
        return TaskSlot.arrive(remaining, remainingIndex(local & remaining.length - 1), 1);
    }

    /**
     * Neighbours lie on lines of their own: the orchestrator describes one while its neighbour is
     * told.
     */
    private int remainingIndex(int slot) {
        return (slot & stretch - 1) * WORDS_OF_LINE + (slot >>> stretchShift);
    }

    public long submittedAcquire() {
        return (long) WORDS.getAcquire(words, CURRENT_INDEX);
    }

    public int lastTaskAliveAcquire() {
        return (int) (long) WORDS.getAcquire(words, LAST_TASK_ALIVE);
    }

    /** After the last pin of a task is gone: true when the task stops reclamation of the ring. */
    public boolean isReclaimHead(int local) {
        return (int) (long) WORDS.getVolatile(words, LAST_TASK_ALIVE) == local;
    }

    /**
     * Moves the oldest live task over everything that is no longer needed; true when it moved. A
     * caller that meets another one here leaves its request with that one, so no request is lost and no caller waits.
     */
    public boolean advance() {
        long seen = (long) WORDS.getAndAdd(words, REQUESTS, 1L) + 1;
        if (seen != 1) {
            return false;
        }
        long before = words[LAST_TASK_ALIVE];
        long left;
        do {
            advanceOnce();
            left = (long) WORDS.getAndAdd(words, REQUESTS, -seen) - seen;
            seen = left;
        } while (left != 0);
        return before != words[LAST_TASK_ALIVE];
    }

    private void advanceOnce() {
        int alive = (int) words[LAST_TASK_ALIVE];
        boolean moved = true;
        while (moved) {
            int end = reclaimableEnd();
            int from = alive;
            while (alive != end && slot(alive).isUnpinned()) {
                alive++;
            }
            moved = alive != from;
            if (moved) {
                // Seen by the thread that unpins this very task later; unpinned before, it is met
                // in the
                // next round.
                WORDS.setVolatile(words, LAST_TASK_ALIVE, (long) alive);
            }
        }
    }

    private int reclaimableEnd() {
        int current = (int) (long) WORDS.getAcquire(words, CURRENT_INDEX); // first: a task comes with its floor
        long held = (long) WORDS.getVolatile(words, FLOOR);
        return held == NO_FLOOR || TaskId.isBefore(current, (int) held) ? current : (int) held;
    }

    @Override
    public String toString() {
        return "ring " + ring + ": alive " + lastTaskAliveAcquire() + " next " + (int) submittedAcquire();
    }
}
