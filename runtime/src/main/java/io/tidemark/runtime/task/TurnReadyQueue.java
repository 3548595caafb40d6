package io.tidemark.runtime.task;

/**
 * A ready queue for runs in which one thread at a time has the turn, as in virtual time: a ring of
 * task ids without atomic operations. Schedulers look at several of them at every turn, most of
 * them empty, so a look costs two fields.
 */
final class TurnReadyQueue extends ReadyQueue {
    private static final int NO_CELLS = 2; // the queue that it replaces is not used

    private final long[] taskIds;
    private final int mask;
    private long head;
    private long tail;

    TurnReadyQueue(int capacity) {
        super(NO_CELLS);
        taskIds = new long[capacity];
        mask = capacity - 1;
    }

    @Override
    public void reset() {
        super.reset();
        head = 0;
        tail = 0;
    }

    @Override
    public int capacity() {
        return taskIds.length;
    }

    @Override
    public boolean push(long taskId) {
        if (tail - head == taskIds.length) {
            return false;
        }
        taskIds[(int) tail++ & mask] = taskId;
        return true;
    }

    @Override
    public boolean pushAll(long[] from, int first, int count) {
        if (tail - head + count > taskIds.length) {
            return false;
        }
        for (int i = first; i < first + count; i++) {
            taskIds[(int) tail++ & mask] = from[i];
        }
        return true;
    }

    @Override
    public long oldest() {
        return head;
    }

    @Override
    public long peekAt(long position, long none) {
        return position == head ? peek(none) : none;
    }

    @Override
    public boolean takeAt(long position) {
        if (position != head || head == tail) {
            return false;
        }
        head++;
        return true;
    }

    @Override
    public int pop(long[] into, int most) {
        int count = (int) Math.min(most, tail - head);
        for (int i = 0; i < count; i++) {
            into[i] = taskIds[(int) head++ & mask];
        }
        return count;
    }

    @Override
    public int size() {
        return (int) Math.max(0, tail - head); // a thread that only watches may see one of them late
    }

    @Override
    public boolean isEmpty() {
        return head == tail;
    }

    @Override
    public long peek(long none) {
        return head == tail ? none : taskIds[(int) head & mask];
    }
}
