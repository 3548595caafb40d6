package io.tidemark.runtime.task;

import java.util.PriorityQueue;
import java.util.function.LongUnaryOperator;

/**
 * A ready queue that gives the task of the highest priority first, of equal ones the older. For any
 * number of threads, one at a time: it has a lock, where the other queue has none.
 */
final class PriorityReadyQueue extends ReadyQueue {
    private static final int NO_CELLS = 2; // the queue that it replaces is not used

    private final int capacity;
    private final LongUnaryOperator priorityOf;
    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long pushed;
    private long version; // of the first one

    private record Entry(long priority, long number, long taskId) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return priority != other.priority
                    ? Long.compare(other.priority, priority)
                    : Long.compare(number, other.number);
        }
    }

    /**
     * @param priorityOf by task id
     */
    PriorityReadyQueue(int capacity, LongUnaryOperator priorityOf) {
        super(NO_CELLS);
        this.capacity = capacity;
        this.priorityOf = priorityOf;
    }

    @Override
    public void reset() {
        super.reset();
        if (entries != null) { // else the constructor of the other class calls
            synchronized (this) {
                entries.clear();
                pushed = 0;
                version = 0;
            }
        }
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public synchronized boolean push(long taskId) {
        if (entries.size() == capacity) {
            return false;
        }
        entries.add(new Entry(priorityOf.applyAsLong(taskId), pushed++, taskId));
        version++;
        return true;
    }

    @Override
    public synchronized boolean pushAll(long[] taskIds, int from, int count) {
        if (entries.size() + count > capacity) {
            return false;
        }
        for (int i = from; i < from + count; i++) {
            push(taskIds[i]);
        }
        return true;
    }

    @Override
    public synchronized long oldest() {
        return version;
    }

    @Override
    public synchronized long peekAt(long position, long none) {
        return position == version ? peek(none) : none;
    }

    @Override
    public synchronized boolean takeAt(long position) {
        if (position != version || entries.poll() == null) {
            return false;
        }
        version++;
        return true;
    }

    @Override
    public synchronized int pop(long[] into, int most) {
        int count = 0;
        while (count < most && !entries.isEmpty()) {
            into[count++] = entries.remove().taskId();
            version++;
        }
        return count;
    }

    @Override
    public synchronized int size() {
        return entries.size();
    }

    @Override
    public synchronized boolean isEmpty() {
        return entries.isEmpty();
    }

    @Override
    public synchronized long peek(long none) {
        return entries.isEmpty() ? none : entries.element().taskId();
    }
}
