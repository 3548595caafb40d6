package io.tidemark.runtime.tensormap;

import static io.tidemark.runtime.tensormap.RegionWords.BASE;
import static io.tidemark.runtime.tensormap.RegionWords.OWNER;
import static io.tidemark.runtime.tensormap.RegionWords.WORDS;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The regions that live tasks write, found by buffer address. Orchestrator thread only. It owns all
 * its entries from the start and allocates nothing afterwards; a full map refuses an insert and the
 * caller reclaims.
 *
 * <pre>
 *   bucket of address:  head -> entry -> entry        newest first, any ring
 *   slot of producer:   head -> entry -> entry        what retirement of the task takes back
 * </pre>
 *
 * <p>An entry is valid while its producer is not before the ring's oldest live task. A stale one
 * says nothing about those behind it: another ring's may live.
 */
public final class TensorMap {
    public static final int DEFAULT_CAPACITY = 65_536;
    public static final int DEFAULT_BUCKETS = 4_096;

    /** End of a list, and the answer of a refused insert. */
    public static final int NONE = -1;

    private static final long ALONE = link(NONE, NONE); // links of the only entry of a list
    private static final long GOLDEN_RATIO = 0x9E37_79B9_7F4A_7C15L;

    // Of each entry. What most look-ups need lies dense in arrays of its own, and stays in the
    // cache.
    private final long[] producers;
    private final long[] bucketLinks; // neighbours in the bucket
    private final long[] slotLinks; // neighbours in the producer's list
    private final long[] words; // the region, and its owner
    private final Tensor[] regions; // as they were given; of a free entry, the last one
    private final boolean[] isRun; // of elements side by side: such a region covers itself
    private final int[] free;
    private final int[] buckets;
    private final int bucketShift;
    private final int[][] slots = new int[TaskId.RINGS][];
    private final int[] oldestAlive = new int[TaskId.RINGS];
    private final int[] cleanedTo = new int[TaskId.RINGS];
    private int freeCount;
    private long inserted;
    private long refused;
    private RetiredRegions retired; // null unless the replay asks for it
    private LongConsumer forgotten; // writers of regions that it had no room for

    /**
     * @param windows slots of each ring, powers of two
     */
    public TensorMap(int capacity, int bucketCount, int... windows) {
        if (capacity < 1 || capacity > Integer.MAX_VALUE / WORDS) {
            throw new IllegalArgumentException("capacity=" + capacity);
        }
        if (bucketCount < 2 || Integer.bitCount(bucketCount) != 1) {
            throw new IllegalArgumentException(
                    "bucketCount=" + bucketCount + " is not a power of two");
        }
        if (windows.length != TaskId.RINGS) {
            throw new IllegalArgumentException("windows=" + Arrays.toString(windows));
        }
        producers = new long[capacity];
        bucketLinks = new long[capacity];
        slotLinks = new long[capacity];
        words = new long[capacity * WORDS];
        regions = new Tensor[capacity];
        isRun = new boolean[capacity];
        free = new int[capacity];
        buckets = new int[bucketCount];
        bucketShift = Long.SIZE - Integer.numberOfTrailingZeros(bucketCount);
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            if (windows[ring] < 1 || Integer.bitCount(windows[ring]) != 1) {
                throw new IllegalArgumentException(
                        "window=" + windows[ring] + " is not a power of two");
            }
            slots[ring] = new int[windows[ring]];
        }
        clear();
    }

    /** Forgets everything, as for a fresh run. */
    public void clear() {
        Arrays.fill(buckets, NONE);
        Arrays.fill(regions, null);
        for (int[] ringSlots : slots) {
            Arrays.fill(ringSlots, NONE);
        }
        freeCount = free.length;
        for (int i = 0; i < free.length; i++) {
            free[i] = free.length - 1 - i;
        }
        Arrays.fill(oldestAlive, 0);
        Arrays.fill(cleanedTo, 0);
        inserted = 0;
        refused = 0;
        retired = null;
        forgotten = null;
    }

    /**
     * From now on keeps what tasks wrote that are gone: their entries are freed as soon as they
     * are. Until {@link #clear}.
     *
     * @param most regions to keep, a power of two
     * @param forgotten told the writer of each region for which that was too few
     */
    RetiredRegions keepRetired(int most, LongConsumer forgotten) {
        retired = new RetiredRegions(this, most);
        this.forgotten = forgotten;
        return retired;
    }

    /**
     * Tells which tasks of a ring are gone. Lookups skip their entries from now on; {@link #clean}
     * frees them.
     */
    public void retireBefore(int ring, int local) {
        assert !TaskId.isBefore(local, oldestAlive[ring])
                : "local=" + local + " was " + oldestAlive[ring];
        oldestAlive[ring] = local;
        if (retired != null) {
            clean(ring);
        }
    }

    /** The oldest task of a ring that lookups take for alive. */
    public int oldestAlive(int ring) {
        return oldestAlive[ring];
    }

    /** Retired tasks whose entries are not freed yet. */
    public int uncleaned(int ring) {
        return oldestAlive[ring] - cleanedTo[ring];
    }

    /** Frees the entries of every task retired so far on a ring; returns how many. */
    public int clean(int ring) {
        int before = freeCount;
        for (int local = cleanedTo[ring]; local != oldestAlive[ring]; local++) {
            long taskId = TaskId.of(ring, local);
            int entry = slots[ring][local & (slots[ring].length - 1)];
            while (entry != NONE) {
                int next = next(slotLinks[entry]);
                if (producers[entry] == taskId) { // a later task may share the slot's list
                    if (retired != null) {
                        retire(entry);
                    }
                    remove(entry);
                }
                entry = next;
            }
        }
        cleanedTo[ring] = oldestAlive[ring];
        return freeCount - before;
    }

    private void retire(int entry) {
        long writer = retired.add(words, entry * WORDS, producers[entry]);
        if (writer != TaskId.NONE) {
            forgotten.accept(writer);
        }
    }

    public boolean isAlive(long taskId) {
        return !TaskId.isBefore(TaskId.local(taskId), oldestAlive[TaskId.ring(taskId)]);
    }

    /** Newest valid entry of a buffer, or {@link #NONE}. */
    public int first(long baseAddress) {
        return validFrom(buckets[bucket(baseAddress)], baseAddress);
    }

    /** Next older valid entry of the same buffer; ask before removing the entry. */
    public int after(int entry) {
        return validFrom(next(bucketLinks[entry]), words[entry * WORDS + BASE]);
    }

    /** Whether this very region is there as written by the task. */
    public boolean holds(Tensor region, long producer) {
        long[] wanted = new long[WORDS];
        RegionWords.write(region, wanted, 0);
        for (int entry = first(region.baseAddress()); entry != NONE; entry = after(entry)) {
            if (producer(entry) == producer
                    && RegionWords.isSameRegion(wanted, 0, words, entry * WORDS)) {
                return true;
            }
        }
        return false;
    }

    /** The very tensor that an entry was made from: the same again is the same region. */
    Tensor region(int entry) {
        return regions[entry];
    }

    public long producer(int entry) {
        return producers[entry];
    }

    /** Adds a region written by a task, or returns false when no entry is free. */
    public boolean insert(Tensor region, long producer) {
        if (freeCount == 0) {
            refused++;
            return false;
        }
        int entry = free[--freeCount];
        inserted++;
        if (regions[entry] != region) { // a writer after another mostly gets the same entry again
            int at = entry * WORDS;
            regions[entry] = region;
            RegionWords.write(region, words, at);
            words[at + OWNER] = region.ownerTaskId();
            isRun[entry] = region.rank() == 1 && region.stride(0) == 1;
        }
        producers[entry] = producer;
        int bucket = bucket(region.baseAddress());
        pushFront(entry, bucketLinks, buckets[bucket]);
        buckets[bucket] = entry;
        int[] ringSlots = slots[TaskId.ring(producer)];
        int slot = TaskId.local(producer) & (ringSlots.length - 1);
        pushFront(entry, slotLinks, ringSlots[slot]);
        ringSlots[slot] = entry;
        return true;
    }

    public void remove(int entry) {
        long producer = producers[entry];
        int[] ringSlots = slots[TaskId.ring(producer)];
        unlink(entry, bucketLinks, buckets, bucket(regions[entry].baseAddress()));
        unlink(entry, slotLinks, ringSlots, TaskId.local(producer) & (ringSlots.length - 1));
        producers[entry] = TaskId.NONE;
        free[freeCount++] = entry;
    }

    public int capacity() {
        return free.length;
    }

    public int used() {
        return free.length - freeCount;
    }

    public int free() {
        return freeCount;
    }

    /**
     * Entries ever inserted; with {@link #used} this gives those ever freed, which tells progress
     * from standstill.
     */
    public long inserted() {
        return inserted;
    }

    /** Inserts refused because the map was full. */
    public long refused() {
        return refused;
    }

    /** Answer of {@link RegionOverlap} for a view, as region words, against an entry. */
    Overlap overlap(long[] input, int entry) {
        return RegionOverlap.test(input, 0, words, entry * WORDS);
    }

    /** The same answer for the very view that the entry was made from. */
    Overlap overlapWithItself(int entry) {
        int at = entry * WORDS;
        return isRun[entry] ? Overlap.COVERED : RegionOverlap.test(words, at, words, at);
    }

    /** Newest entry in the bucket of a buffer, valid or not, perhaps of another buffer. */
    int newest(long baseAddress) {
        return buckets[bucket(baseAddress)];
    }

    /**
     * Whether an entry is valid, was made from this very tensor, which covers itself, and is alone
     * in its bucket: the usual case, told by the dense arrays alone.
     */
    boolean isOnly(int entry, Tensor tensor) {
        return regions[entry] == tensor
                && bucketLinks[entry] == ALONE
                && isRun[entry]
                && isAlive(producers[entry]);
    }

    /**
     * Rank of an entry's region; this and the following let a recorder describe the producer's side
     * of an edge.
     */
    public int rank(int entry) {
        return RegionWords.rank(words, entry * WORDS);
    }

    public int dimension(int entry, int axis) {
        return RegionWords.dimension(words, entry * WORDS, axis);
    }

    public long stride(int entry, int axis) {
        return RegionWords.stride(words, entry * WORDS, axis);
    }

    public long startOffset(int entry) {
        return words[entry * WORDS + RegionWords.START];
    }

    public int version(int entry) {
        return RegionWords.version(words, entry * WORDS);
    }

    public DType dtype(int entry) {
        return RegionWords.dtype(words, entry * WORDS);
    }

    private int validFrom(int entry, long baseAddress) {
        int candidate = entry;
        while (candidate != NONE) {
            if (words[candidate * WORDS + BASE] == baseAddress && isAlive(producers[candidate])) {
                return candidate;
            }
            candidate = next(bucketLinks[candidate]);
        }
        return NONE;
    }

    private int bucket(long baseAddress) {
        return (int) (baseAddress * GOLDEN_RATIO >>> bucketShift);
    }

    private static void pushFront(int entry, long[] links, int oldHead) {
        links[entry] = link(NONE, oldHead);
        if (oldHead != NONE) {
            links[oldHead] = link(entry, next(links[oldHead]));
        }
    }

    private static void unlink(int entry, long[] links, int[] heads, int head) {
        long own = links[entry];
        int previous = previous(own);
        int next = next(own);
        if (previous == NONE) {
            heads[head] = next;
        } else {
            links[previous] = link(previous(links[previous]), next);
        }
        if (next != NONE) {
            links[next] = link(previous, next(links[next]));
        }
    }

    private static long link(int previous, int next) {
        return (long) previous << 32 | next & 0xFFFF_FFFFL;
    }

    private static int previous(long links) {
        return (int) (links >> 32);
    }

    private static int next(long links) {
        return (int) links;
    }
}
