package io.tidemark.runtime.ring;

import java.util.Arrays;

/**
 * The nodes of one ring's fan-out lists, in a separate ring buffer. Nodes are taken in order of tasks, and reclaimed
 * when those tasks are gone. The orchestrator thread takes, fills and reclaims; schedulers only read a node, after
 * finding it through a list head that was published under the producer's lock. An exhausted pool refuses the
 * reservation.
 */
public final class DependencyPool {
    public static final int DEFAULT_CAPACITY = 16_384;
    public static final int SMALLEST_CAPACITY = 4;

    /** Ends a list. */
    public static final long END = -1;

    private final TaskWindow window;
    private final long[] nodes; // of each its consumer and the node behind it
    private final int capacity;
    private final long[] marks; // per slot: position after the nodes of its task
    private long head;
    private long tail;
    private int headIndex;
    private int oldestAlive;

    public DependencyPool(int capacity, TaskWindow window) {
        if (capacity < SMALLEST_CAPACITY) {
            throw new IllegalArgumentException("capacity=" + capacity + " is below " + SMALLEST_CAPACITY);
        }
        this.window = window;
        this.nodes = new long[2 * capacity];
        this.capacity = capacity;
        this.marks = new long[window.size()];
    }

    /** Whether this many nodes can be taken now. */
    public boolean hasRoom(int nodes) {
        return nodes <= capacity - (head - tail);
    }

    /** Takes a node that {@link #hasRoom} promised and fills it; the caller links it to a list. */
    public int add(long consumer, long next) {
        assert hasRoom(1) : "head=" + head + " tail=" + tail;
        int node = headIndex;
        headIndex = node + 1 == capacity ? 0 : node + 1;
        head++;
        nodes[2 * node] = consumer;
        nodes[2 * node + 1] = next;
        return node;
    }

    /**
     * Notes that a task has all its nodes. Every task of the ring comes here once and in order,
     * also without nodes.
     */
    public void mark(int local) {
        marks[window.slot(local)] = head;
    }

    /** As {@link #mark} for tasks one behind the other. */
    public void mark(int firstLocal, int count) {
        int begin = window.slot(firstLocal);
        int end = Math.min(begin + count, marks.length);
        Arrays.fill(marks, begin, end, head);
        Arrays.fill(marks, 0, begin + count - end, head); // those behind the last slot
    }

    /** Takes back the nodes of every task before the oldest live one; returns how many. */
    public int retireBefore(int newOldestAlive) {
        if (newOldestAlive == oldestAlive) {
            return 0;
        }
        oldestAlive = newOldestAlive;
        long before = tail;
        tail = marks[window.slot(newOldestAlive - 1)];
        return (int) (tail - before);
    }

    public long consumer(int node) {
        return nodes[2 * node];
    }

    /**
     * Read it before telling the node's consumer anything: afterwards the node may be another
     * task's.
     */
    public long next(int node) {
        return nodes[2 * node + 1];
    }

    public int capacity() {
        return capacity;
    }

    public int used() {
        return (int) (head - tail);
    }

    /** Nodes ever taken; never falls. */
    public long allocated() {
        return head;
    }

    /** Nodes ever taken back; never falls. */
    public long reclaimed() {
        return tail;
    }
}
