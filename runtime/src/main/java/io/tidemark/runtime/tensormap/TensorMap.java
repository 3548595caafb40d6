package io.tidemark.runtime.tensormap;

import static io.tidemark.runtime.tensormap.RegionWords.OWNER;
import static io.tidemark.runtime.tensormap.RegionWords.WORDS;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The regions that live tasks write, found by buffer address. Orchestrator thread only. It makes an
 * entry when there is none to use again, and keeps it also from run to run; a full map refuses an
 * insert and the caller reclaims.
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

    private static final int FIRST_ENTRIES = 1_024; // most graphs need no more

    private static final long GOLDEN_RATIO = 0x9E37_79B9_7F4A_7C15L;

    private final MapEntry[] entries; // by index, made when first taken
    private long[] words; // of each entry that was ever taken: its region, and its owner
    private final MapEntry[] buckets;
    private final int bucketShift;
    private final MapEntry[][] slots = new MapEntry[TaskId.RINGS][];
    private final int[] oldestAlive = new int[TaskId.RINGS];
    private final int[] cleanedTo = new int[TaskId.RINGS];
    private MapEntry freed; // the one that was freed last
    private int taken; // entries that were in use, from the first on
    private int used;
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
            throw new IllegalArgumentException("bucketCount=" + bucketCount + " is not a power of two");
        }
        if (windows.length != TaskId.RINGS) {
            throw new IllegalArgumentException("windows=" + Arrays.toString(windows));
        }
        entries = new MapEntry[capacity];
        words = new long[Math.min(capacity, FIRST_ENTRIES) * WORDS];
        buckets = new MapEntry[bucketCount];
        bucketShift = Long.SIZE - Integer.numberOfTrailingZeros(bucketCount);
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            if (windows[ring] < 1 || Integer.bitCount(windows[ring]) != 1) {
                throw new IllegalArgumentException("window=" + windows[ring] + " is not a power of two");
            }
            slots[ring] = new MapEntry[windows[ring]];
        }
        clear();
    }

    /** Forgets everything, as for a fresh run. */
    public void clear() {
        Arrays.fill(buckets, null);
        for (MapEntry[] ringSlots : slots) {
            Arrays.fill(ringSlots, null);
        }
        for (int i = 0; i < taken; i++) {
            entries[i].region = null;
        }
        freed = null;
        taken = 0;
        used = 0;
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
        assert !TaskId.isBefore(local, oldestAlive[ring]) : "local=" + local + " was " + oldestAlive[ring];
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
        int before = used;
        for (int local = cleanedTo[ring]; local != oldestAlive[ring]; local++) {
            long taskId = TaskId.of(ring, local);
            MapEntry entry = slots[ring][local & (slots[ring].length - 1)];
            while (entry != null) {
                MapEntry next = entry.behind;
                if (entry.producer == taskId) { // a later task may share the slot's list
                    if (retired != null) {
                        retire(entry);
                    }
                    remove(entry);
                }
                entry = next;
            }
        }
        cleanedTo[ring] = oldestAlive[ring];
        return before - used;
    }

    private void retire(MapEntry entry) {
        long writer = retired.add(words, entry.index * WORDS, entry.producer);
        if (writer != TaskId.NONE) {
            forgotten.accept(writer);
        }
    }

    public boolean isAlive(long taskId) {
        return !TaskId.isBefore(TaskId.local(taskId), oldestAlive[TaskId.ring(taskId)]);
    }

    /** Newest valid entry of a buffer, or {@link #NONE}. */
    public int first(long baseAddress) {
        return index(firstEntry(baseAddress));
    }

    /** Next older valid entry of the same buffer; ask before removing the entry. */
    public int after(int entry) {
        return index(afterEntry(entries[entry]));
    }

    private static int index(MapEntry entry) {
        return entry == null ? NONE : entry.index;
    }

    /** As {@link #first}, or null. */
    MapEntry firstEntry(long baseAddress) {
        return validFrom(buckets[bucket(baseAddress)], baseAddress);
    }

    /** As {@link #after}, or null. */
    MapEntry afterEntry(MapEntry entry) {
        return validFrom(entry.older, entry.base);
    }

    /** Whether this very region is there as written by the task. */
    public boolean holds(Tensor region, long producer) {
        long[] wanted = new long[WORDS];
        RegionWords.write(region, wanted, 0);
        for (int entry = first(region.baseAddress()); entry != NONE; entry = after(entry)) {
            if (producer(entry) == producer && RegionWords.isSameRegion(wanted, 0, words, entry * WORDS)) {
                return true;
            }
        }
        return false;
    }

    public long producer(int entry) {
        return entries[entry].producer;
    }

    /** Adds a region written by a task, or returns false when no entry is free. */
    public boolean insert(Tensor region, long producer) {
        MapEntry entry = freed;
        if (entry != null) {
            freed = entry.older;
        } else if (taken < entries.length) {
            entry = fresh();
        } else {
            refused++;
            return false;
        }
        used++;
        inserted++;
        if (entry.region != region) { // a writer after another mostly gets the same entry again
            describe(entry, region);
        }
        entry.producer = producer;
        int bucket = bucket(region.baseAddress());
        MapEntry older = buckets[bucket];
        entry.newer = null;
        entry.older = older;
        if (older != null) {
            older.newer = entry;
        }
        buckets[bucket] = entry;
        MapEntry[] ringSlots = slots[TaskId.ring(producer)];
        int slot = TaskId.local(producer) & (ringSlots.length - 1);
        MapEntry behind = ringSlots[slot];
        entry.before = null;
        entry.behind = behind;
        if (behind != null) {
            behind.before = entry;
        }
        ringSlots[slot] = entry;
        return true;
    }

    private MapEntry fresh() {
        if (entries[taken] == null) {
            entries[taken] = new MapEntry(taken);
            if (words.length <= taken * WORDS) { // twice as many, at most all
                int room = (int) Math.min(2L * words.length, (long) entries.length * WORDS);
                words = Arrays.copyOf(words, room);
            }
        }
        return entries[taken++];
    }

    private void describe(MapEntry entry, Tensor region) {
        int at = entry.index * WORDS;
        entry.region = region;
        RegionWords.write(region, words, at);
        words[at + OWNER] = region.ownerTaskId();
        entry.isRun = region.rank() == 1 && region.stride(0) == 1;
        entry.base = region.baseAddress();
        boolean isOld = region.version() < 0; // and found whatever the bytes are
        entry.beginByte = isOld ? Long.MIN_VALUE : RegionOverlap.beginByte(region);
        entry.endByte = isOld ? Long.MAX_VALUE : RegionOverlap.endByte(region);
    }

    public void remove(int entry) {
        remove(entries[entry]);
    }

    void remove(MapEntry entry) {
        MapEntry older = entry.older;
        if (entry.newer == null) {
            buckets[bucket(entry.base)] = older;
        } else {
            entry.newer.older = older;
        }
        if (older != null) {
            older.newer = entry.newer;
        }
        MapEntry behind = entry.behind;
        if (entry.before == null) {
            MapEntry[] ringSlots = slots[TaskId.ring(entry.producer)];
            ringSlots[TaskId.local(entry.producer) & (ringSlots.length - 1)] = behind;
        } else {
            entry.before.behind = behind;
        }
        if (behind != null) {
            behind.before = entry.before;
        }
        entry.producer = TaskId.NONE;
        entry.older = freed;
        freed = entry;
        used--;
    }

    public int capacity() {
        return entries.length;
    }

    public int used() {
        return used;
    }

    public int free() {
        return entries.length - used;
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
    Overlap overlap(long[] input, MapEntry entry) {
        return RegionOverlap.test(input, 0, words, entry.index * WORDS);
    }

    /** The same answer for the very view that the entry was made from. */
    Overlap overlapWithItself(MapEntry entry) {
        int at = entry.index * WORDS;
        return entry.isRun ? Overlap.COVERED : RegionOverlap.test(words, at, words, at);
    }

    /** Newest entry in the bucket of a buffer, valid or not, perhaps of another buffer, or null. */
    MapEntry newest(long baseAddress) {
        return buckets[bucket(baseAddress)];
    }

    /**
     * Whether the newest entry of a bucket is valid, was made from this very tensor, which covers
     * itself, and is followed by none: the usual case, told without a walk.
     */
    boolean isOnly(MapEntry newest, Tensor tensor) {
        return newest.region == tensor && newest.older == null && newest.isRun && isAlive(newest.producer);
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

    private MapEntry validFrom(MapEntry entry, long baseAddress) {
        MapEntry candidate = entry;
        while (candidate != null && (candidate.base != baseAddress || !isAlive(candidate.producer))) {
            candidate = candidate.older;
        }
        return candidate;
    }

    private int bucket(long baseAddress) {
        return (int) (baseAddress * GOLDEN_RATIO >>> bucketShift);
    }
}
