package io.tidemark.sql.mapped;

import io.tidemark.abi.TaskId;
import java.util.Arrays;

/**
 * What submits, runs and edges say of each task, by its id: twelve bytes for every place of a ring,
 * whatever the records that name it. Ids that lie too far apart, or records that contradict each
 * other, make it unfit. One thread builds it; immutable afterwards.
 */
final class TaskIndex {
    static final int RINGS = TaskId.RINGS;

    /** Cores that a task can name a kernel for: cube, first and second vector. */
    static final int SLOTS = 3;

    private static final int RING_SHIFT = 32;
    private static final long LOCAL_BITS = 0xFFFF_FFFFL;
    private static final long NODE = 1;
    private static final long TASK = 2;
    private static final long DUMMY = 4;
    private static final int KERNEL_SHIFT = 3; // of the first slot: the kernel and one, 0 for none
    private static final int KERNEL_BITS = 17;
    private static final int VECTOR_SHIFT = 16; // runs on cubes below it, on vectors above
    private static final int MOST_RUNS = 0xFFFF;

    private final long[][] states = new long[RINGS][0]; // by ring and place in it
    private final int[][] runs = new int[RINGS][0];
    private final long mostPlaces;
    private boolean fits = true;

    /**
     * @param mostPlaces what a ring may have at most
     */
    TaskIndex(long mostPlaces) {
        this.mostPlaces = mostPlaces;
    }

    private boolean makeRoom(long taskId) {
        long ring = taskId >>> RING_SHIFT;
        long local = taskId & LOCAL_BITS;
        if (!fits || ring >= RINGS || local >= mostPlaces) {
            giveUp();
            return false;
        }
        int length = states[(int) ring].length;
        if (local >= length) {
            int longer = (int) Math.min(mostPlaces, Math.max(local + 1, 2L * length));
            states[(int) ring] = Arrays.copyOf(states[(int) ring], longer);
            runs[(int) ring] = Arrays.copyOf(runs[(int) ring], longer);
        }
        return true;
    }

    private void giveUp() {
        fits = false;
        Arrays.fill(states, new long[0]);
        Arrays.fill(runs, new int[0]);
    }

    /** A task that was submitted; what comes first holds. */
    void addSubmit(long taskId, boolean isDummy) {
        if (makeRoom(taskId) && !isTask(taskId)) {
            set(taskId, NODE | TASK | (isDummy ? DUMMY : 0));
        }
    }

    /** A task that a core ran; its submit may be lost. */
    void addRun(long taskId, int slot, int kernel) {
        if (!makeRoom(taskId)) {
            return;
        }
        int known = kernel(taskId, slot);
        int shift = slot == 0 ? 0 : VECTOR_SHIFT;
        if (known >= 0 && known != kernel || (count(taskId) >>> shift & MOST_RUNS) == MOST_RUNS) {
            giveUp();
            return;
        }
        long bits = (kernel + 1L) << (KERNEL_SHIFT + slot * KERNEL_BITS);
        set(taskId, NODE | TASK | bits);
        runs[ring(taskId)][local(taskId)] += 1 << shift;
    }

    /** A node that an edge names. */
    void addNode(long taskId) {
        if (makeRoom(taskId)) {
            set(taskId, NODE);
        }
    }

    private void set(long taskId, long bits) {
        states[ring(taskId)][local(taskId)] |= bits;
    }

    private static int ring(long taskId) {
        return (int) (taskId >>> RING_SHIFT);
    }

    private static int local(long taskId) {
        return (int) (taskId & LOCAL_BITS);
    }

    private long state(long taskId) {
        return states[ring(taskId)][local(taskId)];
    }

    private int count(long taskId) {
        return runs[ring(taskId)][local(taskId)];
    }

    boolean fits() {
        return fits;
    }

    /** How many places a ring has; not each has a node. */
    int places(int ring) {
        return states[ring].length;
    }

    static long id(int ring, int place) {
        return (long) ring << RING_SHIFT | place;
    }

    boolean isNode(long taskId) {
        return (state(taskId) & NODE) != 0;
    }

    /** False for a node that only edges name. */
    boolean isTask(long taskId) {
        return (state(taskId) & TASK) != 0;
    }

    boolean isDummy(long taskId) {
        return (state(taskId) & DUMMY) != 0;
    }

    /** -1 if no run showed one. */
    int kernel(long taskId, int slot) {
        long bits = state(taskId) >>> (KERNEL_SHIFT + slot * KERNEL_BITS);
        return (int) (bits & (1 << KERNEL_BITS) - 1) - 1;
    }

    /** The kernel of the first core that has one, -1 for none. */
    int firstKernel(long taskId) {
        int found = -1;
        for (int slot = 0; slot < SLOTS && found < 0; slot++) {
            found = kernel(taskId, slot);
        }
        return isDummy(taskId) ? -1 : found;
    }

    /** Cores of one kind that the task asked for, as far as its runs show it. */
    int blocks(long taskId) {
        int cubes = count(taskId) & MOST_RUNS;
        int vectors = count(taskId) >>> VECTOR_SHIFT;
        if (cubes > 0) {
            return cubes;
        }
        int first = kernel(taskId, 1);
        int second = kernel(taskId, 2);
        boolean onBoth = first >= 0 && second >= 0 && first != second; // else on either of a cluster
        return Math.max(1, onBoth ? vectors / 2 : vectors);
    }
}
