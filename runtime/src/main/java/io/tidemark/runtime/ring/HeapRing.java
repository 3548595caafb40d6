package io.tidemark.runtime.ring;

import io.tidemark.abi.TaskId;
import java.util.Arrays;

/**
 * The output memory of one ring, handed out in order of tasks and taken back in the same order.
 * Orchestrator thread only. It manages offsets and owns no memory; when nothing fits it refuses and
 * changes nothing.
 *
 * <pre>
 *   0 ....... tail ####### top ....... capacity       live bytes in the middle
 *   0 ####### top ....... tail ####### capacity       live bytes around the end
 * </pre>
 *
 * <p>{@code top == tail} always means empty, so a request that would make them meet is refused. The
 * The tail is where the oldest live task begins, not where the last retired one ended. So the unused gap before a wrap
 * is free as soon as nothing live is before it. A ring whose live bytes leave room does not stand still because of
 * their places.
 */
public final class HeapRing {
    public static final long FULL = -1;
    public static final long ALIGNMENT_BYTES = 64;
    public static final long SMALLEST_CAPACITY_BYTES = 1_024;

    private final long capacityBytes;
    private final TaskWindow window;
    private final long[] beginOffset; // per slot: tail when the slot's task is the oldest
    private final long[] beginPosition; // the same, as a position that only increases
    private long top;
    private long tail;
    private long allocatedBytes;
    private long reclaimedBytes;
    private int next;
    private int anchor; // tasks before it belong to a layout that a rebase gave up

    public HeapRing(long capacityBytes, TaskWindow window) {
        if (capacityBytes < SMALLEST_CAPACITY_BYTES || capacityBytes > Long.MAX_VALUE / 4) {
            throw new IllegalArgumentException(
                    "capacityBytes=" + capacityBytes + " is not at least " + SMALLEST_CAPACITY_BYTES);
        }
        this.capacityBytes = capacityBytes;
        this.window = window;
        this.beginOffset = new long[window.size()];
        this.beginPosition = new long[window.size()];
    }

    /** Bytes that a request takes from the ring. */
    public static long roundedBytes(long sizeBytes) {
        return (sizeBytes + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
    }

    /** Whether a request fits an empty ring; if not, waiting cannot help. */
    public boolean canEverFit(long sizeBytes) {
        return sizeBytes >= 0 && sizeBytes <= capacityBytes && roundedBytes(sizeBytes) <= capacityBytes;
    }

    /**
     * Whether a request fits now. Changes nothing, so that slot and memory can be checked before
     * either is taken.
     */
    public boolean fits(long sizeBytes) {
        return place(sizeBytes) != FULL;
    }

    /**
     * Whether requests of this many bytes together, each of them rounded, fit now one after the other, however the
     * bytes are divided.
     */
    public boolean fitsInPieces(long roundedBytes) {
        if (top < tail) {
            return tail - top > roundedBytes;
        }
        return capacityBytes - top >= roundedBytes || tail > roundedBytes;
    }

    /**
     * Takes memory for a task. Every task of the ring comes here once and in order, also one
     * without outputs.
     *
     * @return offset of the memory, or {@link #FULL}
     */
    public long allocate(int local, long sizeBytes) {
        long offset = place(sizeBytes);
        if (offset == FULL) {
            return FULL;
        }
        long size = roundedBytes(sizeBytes);
        if (size > 0 && offset < top) {
            leaveEndUnused(local);
        }
        int slot = window.slot(local);
        beginOffset[slot] = offset;
        beginPosition[slot] = allocatedBytes;
        top = offset + size;
        allocatedBytes += size;
        next = local + 1;
        return offset;
    }

    /** As {@link #allocate} for tasks one behind the other without outputs. */
    public void allocateNothing(int firstLocal, int count) {
        int begin = window.slot(firstLocal);
        int end = Math.min(begin + count, window.size());
        Arrays.fill(beginOffset, begin, end, top);
        Arrays.fill(beginPosition, begin, end, allocatedBytes);
        int rest = begin + count - end; // from the first slot on
        Arrays.fill(beginOffset, 0, rest, top);
        Arrays.fill(beginPosition, 0, rest, allocatedBytes);
        next = firstLocal + count;
    }

    /** Takes back the memory of every task before the oldest live one. */
    public void retireBefore(int oldestAlive) {
        if (oldestAlive == next) {
            tail = top;
            reclaimedBytes = allocatedBytes;
        } else if (!TaskId.isBefore(oldestAlive, anchor)) {
            int slot = window.slot(oldestAlive);
            tail = beginOffset[slot];
            reclaimedBytes = beginPosition[slot];
        }
    }

    public long capacityBytes() {
        return capacityBytes;
    }

    /** Bytes ever handed out, gaps at the end included; never falls. */
    public long allocatedBytes() {
        return allocatedBytes;
    }

    /** Bytes ever taken back; never falls, never passes {@link #allocatedBytes}. */
    public long reclaimedBytes() {
        return reclaimedBytes;
    }

    public long usedBytes() {
        return allocatedBytes - reclaimedBytes;
    }

    /** Next free offset. */
    public long top() {
        return top;
    }

    /** Offset of the oldest byte in use. */
    public long tail() {
        return tail;
    }

    private long place(long sizeBytes) {
        if (sizeBytes == 0) {
            return top;
        }
        if (!canEverFit(sizeBytes)) {
            return FULL;
        }
        long size = roundedBytes(sizeBytes);
        if (top < tail) {
            return tail - top > size ? top : FULL;
        }
        if (capacityBytes - top >= size) {
            return top;
        }
        // the wrap is strict; a ring without live bytes may instead start anew
        return tail > size || top == tail ? 0 : FULL;
    }

    /**
     * With no live bytes the ring starts anew; live tasks without memory belong to the old layout.
     */
    private void leaveEndUnused(int local) {
        if (top == tail) {
            tail = 0;
            reclaimedBytes = allocatedBytes;
            anchor = local;
        } else {
            allocatedBytes += capacityBytes - top;
        }
    }
}
