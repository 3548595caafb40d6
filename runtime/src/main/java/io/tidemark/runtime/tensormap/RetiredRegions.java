package io.tidemark.runtime.tensormap;

import static io.tidemark.runtime.tensormap.RegionWords.BASE;
import static io.tidemark.runtime.tensormap.RegionWords.BUCKET_LINKS;
import static io.tidemark.runtime.tensormap.RegionWords.OWNER;
import static io.tidemark.runtime.tensormap.RegionWords.PRODUCER;
import static io.tidemark.runtime.tensormap.RegionWords.SLOT_LINKS;
import static io.tidemark.runtime.tensormap.RegionWords.WORDS;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.ring.TaskId;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * What tasks wrote that are gone, until somebody writes over it: nobody waits for them any more,
 * but a graph of the run still shows who came after them. Filled by the {@link TensorMap} whose
 * entries these were, and only where such a graph is recorded. Orchestrator thread only; it grows
 * as needed and makes no garbage otherwise.
 *
 * <pre>
 *   block of a buffer:  head -> region -> region      by the byte at which a region begins
 *   buffer:             head -> region -> region      all of it, where that is shorter
 * </pre>
 *
 * <p>Blocks of a buffer are as long as its longest region, so a region that a view touches begins
 * in a block of the view or in the one before. Memory of the heap is given out again after its
 * owner is gone; a buffer is therefore its address and its owner together, and one whose owner is
 * gone is forgotten when room is needed.
 */
final class RetiredRegions {
    private static final int NONE = TensorMap.NONE;
    private static final int FIRST_CAPACITY = 64;
    private static final int LEAST_SHIFT = 6; // blocks of one cache line
    private static final long GOLDEN_RATIO = 0x9E37_79B9_7F4A_7C15L;

    private final TensorMap map;
    private final long[] input = new long[WORDS];

    private long[] words; // of all regions
    private int[] bufferOfRegion;
    private int[] free;
    private int freeCount;
    private int[] blocks; // heads, by hash of buffer and block
    private int[] bufferSlots; // numbers of buffers, by hash of address and owner
    private int buffers;
    private long[] base; // from here on by buffer
    private long[] owner;
    private int[] head;
    private int[] count;
    private int[] shift; // of a byte to its block
    private int[] oldestVersion;

    /**
     * @param map knows which owners are gone
     */
    RetiredRegions(TensorMap map) {
        this.map = map;
        allot(FIRST_CAPACITY);
    }

    private void allot(int capacity) {
        words = new long[capacity * WORDS];
        bufferOfRegion = new int[capacity];
        free = new int[capacity];
        freeCount = capacity;
        for (int i = 0; i < capacity; i++) {
            free[i] = capacity - 1 - i;
        }
        blocks = new int[2 * capacity];
        bufferSlots = new int[2 * capacity];
        Arrays.fill(blocks, NONE);
        Arrays.fill(bufferSlots, NONE);
        buffers = 0;
        base = new long[capacity];
        owner = new long[capacity];
        head = new int[capacity];
        count = new int[capacity];
        shift = new int[capacity];
        oldestVersion = new int[capacity];
    }

    int size() {
        return free.length - freeCount;
    }

    /** Takes an entry of the map whose task is gone, unless its buffer is gone too. */
    void add(long[] from, int at) {
        if (!isKept(from[at + OWNER])) {
            return;
        }
        if (freeCount == 0 || buffers == base.length) {
            rebuild();
        }
        insert(from, at);
    }

    private boolean isKept(long ownerTaskId) {
        return ownerTaskId == Tensor.NO_OWNER || map.isAlive(ownerTaskId);
    }

    /** Forgets regions whose buffers are gone, and grows if that makes too little room. */
    private void rebuild() {
        long[] old = words;
        int kept = 0;
        for (int at = 0; at < old.length; at += WORDS) {
            boolean isUsed = old[at + BUCKET_LINKS] != 0;
            old[at + BUCKET_LINKS] = isUsed && isKept(old[at + OWNER]) ? 1 : 0;
            kept += (int) old[at + BUCKET_LINKS];
        }
        allot(2 * kept >= free.length ? 2 * free.length : free.length);
        for (int at = 0; at < old.length; at += WORDS) {
            if (old[at + BUCKET_LINKS] != 0) {
                insert(old, at);
            }
        }
    }

    private void insert(long[] from, int at) {
        int buffer = buffer(from[at + BASE], from[at + OWNER], true);
        int region = free[--freeCount];
        int to = region * WORDS;
        System.arraycopy(from, at, words, to, WORDS);
        bufferOfRegion[region] = buffer;
        int wanted = shiftFor(Overlap.endByte(words, to) - Overlap.beginByte(words, to));
        if (count[buffer] == 0) {
            shift[buffer] = wanted;
            oldestVersion[buffer] = Integer.MAX_VALUE;
        } else if (wanted > shift[buffer]) {
            lengthenBlocks(buffer, wanted);
        }
        oldestVersion[buffer] = Math.min(oldestVersion[buffer], RegionWords.version(words, to));
        pushBlock(region);
        pushFront(region, SLOT_LINKS, head[buffer]);
        head[buffer] = region;
        count[buffer]++;
    }

    private static int shiftFor(long lengthBytes) {
        return Math.max(LEAST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(lengthBytes - 1));
    }

    private void lengthenBlocks(int buffer, int wanted) {
        for (int region = head[buffer]; region != NONE; region = after(region, SLOT_LINKS)) {
            unlinkBlock(region);
        }
        shift[buffer] = wanted;
        for (int region = head[buffer]; region != NONE; region = after(region, SLOT_LINKS)) {
            pushBlock(region);
        }
    }

    /**
     * Tells the writer of every region that a view touches.
     *
     * @param covers whether the view is written over: then what it covers is forgotten
     */
    void touch(Tensor view, boolean covers, LongConsumer producers) {
        int buffer = buffer(view.baseAddress(), view.ownerTaskId(), false);
        if (buffer == NONE || count[buffer] == 0) {
            return;
        }
        RegionWords.write(view, input, 0);
        long first = (Overlap.beginByte(input, 0) >> shift[buffer]) - 1;
        long last = Overlap.endByte(input, 0) - 1 >> shift[buffer];
        boolean isOlder = RegionWords.version(input, 0) > oldestVersion[buffer];
        if (isOlder || last - first >= count[buffer]) { // an older version counts wherever it lies
            int region = head[buffer];
            while (region != NONE) {
                int next = after(region, SLOT_LINKS);
                touch(region, covers, producers);
                region = next;
            }
            return;
        }
        for (long block = first; block <= last; block++) {
            int region = blocks[bucket(buffer, block)];
            while (region != NONE) {
                int next = after(region, BUCKET_LINKS);
                if (bufferOfRegion[region] == buffer && block(region) == block) {
                    touch(region, covers, producers);
                }
                region = next;
            }
        }
    }

    private void touch(int region, boolean covers, LongConsumer producers) {
        int overlap = Overlap.test(input, 0, words, region * WORDS);
        if (overlap == Overlap.NO_OVERLAP) {
            return;
        }
        producers.accept(words[region * WORDS + PRODUCER]);
        if (covers && overlap == Overlap.COVERED) {
            remove(region);
        }
    }

    private void remove(int region) {
        int buffer = bufferOfRegion[region];
        unlinkBlock(region);
        int next = after(region, SLOT_LINKS);
        int previous = before(region, SLOT_LINKS);
        if (previous == NONE) {
            head[buffer] = next;
        } else {
            link(previous, SLOT_LINKS, before(previous, SLOT_LINKS), next);
        }
        if (next != NONE) {
            link(next, SLOT_LINKS, previous, after(next, SLOT_LINKS));
        }
        count[buffer]--;
        words[region * WORDS + PRODUCER] = TaskId.NONE;
        words[region * WORDS + BUCKET_LINKS] = 0; // not used: a linked region's is never 0
        free[freeCount++] = region;
    }

    /** Number of a buffer; {@link #NONE} if it is not known and not to be made. */
    private int buffer(long address, long ownerTaskId, boolean make) {
        int mask = bufferSlots.length - 1;
        int slot = spread(address * 31 + ownerTaskId, mask);
        while (bufferSlots[slot] != NONE) {
            int known = bufferSlots[slot];
            if (base[known] == address && owner[known] == ownerTaskId) {
                return known;
            }
            slot = slot + 1 & mask;
        }
        if (!make) {
            return NONE;
        }
        bufferSlots[slot] = buffers;
        base[buffers] = address;
        owner[buffers] = ownerTaskId;
        head[buffers] = NONE;
        count[buffers] = 0;
        return buffers++;
    }

    private long block(int region) {
        return Overlap.beginByte(words, region * WORDS) >> shift[bufferOfRegion[region]];
    }

    private int bucket(int buffer, long block) {
        return spread(block * 31 + buffer, blocks.length - 1);
    }

    private static int spread(long key, int mask) {
        return (int) (key * GOLDEN_RATIO >>> 32) & mask;
    }

    private void pushBlock(int region) {
        int bucket = bucket(bufferOfRegion[region], block(region));
        pushFront(region, BUCKET_LINKS, blocks[bucket]);
        blocks[bucket] = region;
    }

    private void unlinkBlock(int region) {
        int next = after(region, BUCKET_LINKS);
        int previous = before(region, BUCKET_LINKS);
        if (previous == NONE) {
            blocks[bucket(bufferOfRegion[region], block(region))] = next;
        } else {
            link(previous, BUCKET_LINKS, before(previous, BUCKET_LINKS), next);
        }
        if (next != NONE) {
            link(next, BUCKET_LINKS, previous, after(next, BUCKET_LINKS));
        }
    }

    private void pushFront(int region, int links, int oldHead) {
        link(region, links, NONE, oldHead);
        if (oldHead != NONE) {
            link(oldHead, links, region, after(oldHead, links));
        }
    }

    /** Neighbours are stored plus two, so that no link is 0. */
    private void link(int region, int links, int previous, int next) {
        words[region * WORDS + links] = (long) (previous + 2) << 32 | next + 2;
    }

    private int before(int region, int links) {
        return (int) (words[region * WORDS + links] >> 32) - 2;
    }

    private int after(int region, int links) {
        return (int) words[region * WORDS + links] - 2;
    }
}
