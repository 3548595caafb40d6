package io.tidemark.runtime.tensormap;

import static io.tidemark.runtime.tensormap.RegionWords.BASE;
import static io.tidemark.runtime.tensormap.RegionWords.OWNER;
import static io.tidemark.runtime.tensormap.RegionWords.START;
import static io.tidemark.runtime.tensormap.RegionWords.WORDS;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * What tasks wrote that are gone, until another task writes over it: no task waits for them any
 * more, but a graph of the run still shows who came after them. Filled by the {@link TensorMap}
 * whose entries these were, and only where such a graph is recorded. Orchestrator thread only. It
 * grows up to a limit, some 50 bytes a region, and then forgets the oldest.
 *
 * <pre>
 *   buffer:             head -> region -> region      all of it
 *   block of a buffer:  head -> region -> region      by the byte at which a region begins
 * </pre>
 *
 * <p>Only buffers with many regions have blocks. They are as long as the longest region, so a
 * region that a view touches begins in a block of the view or in the one before. Memory of the heap is given out again
 * after its owner is gone, so a buffer is identified by its address and its owner together. A buffer whose owner is
 * gone is forgotten when room is needed.
 */
final class RetiredRegions {
    private static final int NONE = -1;
    private static final int FIRST_CAPACITY = 64;
    private static final int LIST_ONLY = 16; // regions of a buffer that need no blocks
    private static final int LEAST_SHIFT = 6; // blocks of one cache line
    private static final long GOLDEN_RATIO = 0x9E37_79B9_7F4A_7C15L;

    private final TensorMap map;
    private final int most;
    private final RegionForms forms = new RegionForms();
    private final long[] input = new long[WORDS];

    private int capacity; // power of two; the fields down to blockHeads are as long
    private int size;
    private int hand; // regions are taken in a circle, so that the next one in use is the oldest
    private long[] start;
    private long[] producer;
    private int[] form;
    private int[] buffer; // NONE: not in use
    private int[] next;
    private int[] previous;
    private int[] nextInBlock;
    private int[] previousInBlock;
    private int[] blockHeads; // by hash of buffer and block

    private int[] bufferHeads; // by hash of address and owner
    private int[] nextBuffer;
    private int freeBuffer; // list through nextBuffer
    private int buffers;
    private long[] base;
    private long[] owner;
    private int[] head;
    private int[] count;
    private int[] shift; // of a byte to its block; 0 while there are none
    private int[] oldestVersion;

    /**
     * @param map knows which owners are gone
     * @param most regions to remember, a power of two
     */
    RetiredRegions(TensorMap map, int most) {
        this.map = map;
        this.most = most;
        capacity = Math.min(most, FIRST_CAPACITY);
        start = new long[capacity];
        producer = new long[capacity];
        form = new int[capacity];
        buffer = new int[capacity];
        next = new int[capacity];
        previous = new int[capacity];
        nextInBlock = new int[capacity];
        previousInBlock = new int[capacity];
        blockHeads = new int[capacity];
        Arrays.fill(buffer, NONE);
        Arrays.fill(blockHeads, NONE);
        bufferHeads = new int[0];
        nextBuffer = new int[0];
        base = new long[0];
        owner = new long[0];
        head = new int[0];
        count = new int[0];
        shift = new int[0];
        oldestVersion = new int[0];
        freeBuffer = NONE;
        growBuffers();
    }

    int size() {
        return size;
    }

    /**
     * Reports the writer of every region that a view touches.
     *
     * @param covers whether the view is written over: then what it covers is forgotten
     */
    void touch(Tensor view, boolean covers, LongConsumer producers) {
        int in = find(view.baseAddress(), view.ownerTaskId());
        if (in != NONE && count[in] > 0) {
            RegionWords.write(view, input, 0);
            touchBuffer(in, covers, producers);
        }
    }

    private void touchBuffer(int in, boolean covers, LongConsumer producers) {
        if (shift[in] != 0 && RegionWords.version(input, 0) <= oldestVersion[in]) {
            long first = (RegionOverlap.beginByte(input, 0) >> shift[in]) - 1;
            long last = RegionOverlap.endByte(input, 0) - 1 >> shift[in];
            if (last - first < count[in]) {
                touchBlocks(in, first, last, covers, producers);
                return;
            }
        }
        int region = head[in]; // an older version counts wherever it lies
        while (region != NONE) {
            int following = next[region];
            touchRegion(region, covers, producers);
            region = following;
        }
    }

    private void touchBlocks(int in, long first, long last, boolean covers, LongConsumer producers) {
        for (long block = first; block <= last; block++) {
            int region = blockHeads[blockHash(in, block)];
            while (region != NONE) {
                int following = nextInBlock[region];
                if (buffer[region] == in && block(region) == block) {
                    touchRegion(region, covers, producers);
                }
                region = following;
            }
        }
    }

    private boolean isKept(long ownerTaskId) {
        return ownerTaskId == Tensor.NO_OWNER || map.isAlive(ownerTaskId);
    }

    private void touchRegion(int region, boolean covers, LongConsumer producers) {
        Overlap overlap = RegionOverlap.test(input, 0, forms.words(), forms.at(form[region], start[region]));
        if (overlap == Overlap.NO_OVERLAP) {
            return;
        }
        producers.accept(producer[region]);
        if (covers && overlap == Overlap.COVERED) {
            remove(region);
        }
    }

    /**
     * Takes an entry of the map whose task is gone, unless its buffer is gone too.
     *
     * @param writer that task
     * @return the task whose region was forgotten for it, or {@link TaskId#NONE}
     */
    long add(long[] from, int at, long writer) {
        if (!isKept(from[at + OWNER])) {
            return TaskId.NONE;
        }
        long forgotten = TaskId.NONE;
        if (4 * size >= 3 * capacity) { // a quarter is free: a free one is found within a few steps
            if (capacity < most) {
                grow();
            } else {
                forgotten = forgetOldest();
            }
        }
        while (buffer[hand] != NONE) {
            hand = hand + 1 & capacity - 1;
        }
        int region = hand;
        hand = hand + 1 & capacity - 1;
        int in = bufferOf(from[at + BASE], from[at + OWNER]);
        size++;
        start[region] = from[at + START];
        producer[region] = writer;
        form[region] = forms.take(from, at);
        buffer[region] = in;
        if (count[in] == 0) {
            shift[in] = 0;
            oldestVersion[in] = Integer.MAX_VALUE;
        }
        oldestVersion[in] = Math.min(oldestVersion[in], RegionWords.version(from, at));
        previous[region] = NONE;
        next[region] = head[in];
        if (head[in] != NONE) {
            previous[head[in]] = region;
        }
        head[in] = region;
        count[in]++;
        int wanted = shiftFor(RegionOverlap.endByte(from, at) - RegionOverlap.beginByte(from, at));
        if (shift[in] != 0 && wanted <= shift[in]) {
            pushBlock(region);
        } else if (shift[in] != 0 || count[in] > LIST_ONLY) {
            makeBlocks(in, wanted);
        }
        return forgotten;
    }

    private long forgetOldest() {
        while (buffer[hand] == NONE) {
            hand = hand + 1 & capacity - 1;
        }
        long forgotten = producer[hand];
        boolean counts = isKept(owner[buffer[hand]]);
        remove(hand);
        return counts ? forgotten : TaskId.NONE;
    }

    private static int shiftFor(long lengthBytes) {
        return Math.max(LEAST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(lengthBytes - 1));
    }

    private void makeBlocks(int in, int atLeast) {
        int wanted = atLeast;
        for (int region = head[in]; region != NONE; region = next[region]) {
            if (shift[in] == 0) {
                int at = forms.at(form[region], start[region]);
                long end = RegionOverlap.endByte(forms.words(), at);
                wanted = Math.max(wanted, shiftFor(end - RegionOverlap.beginByte(forms.words(), at)));
            } else if (region != head[in]) { // the newest is not in a block yet
                unlinkBlock(region);
            }
        }
        shift[in] = wanted;
        for (int region = head[in]; region != NONE; region = next[region]) {
            pushBlock(region);
        }
    }

    private void remove(int region) {
        int in = buffer[region];
        if (shift[in] != 0) {
            unlinkBlock(region);
        }
        if (previous[region] == NONE) {
            head[in] = next[region];
        } else {
            next[previous[region]] = next[region];
        }
        if (next[region] != NONE) {
            previous[next[region]] = previous[region];
        }
        count[in]--;
        forms.give(form[region]);
        buffer[region] = NONE;
        size--;
    }

    private void grow() {
        capacity *= 2;
        start = Arrays.copyOf(start, capacity);
        producer = Arrays.copyOf(producer, capacity);
        form = Arrays.copyOf(form, capacity);
        next = Arrays.copyOf(next, capacity);
        previous = Arrays.copyOf(previous, capacity);
        nextInBlock = Arrays.copyOf(nextInBlock, capacity);
        previousInBlock = Arrays.copyOf(previousInBlock, capacity);
        buffer = Arrays.copyOf(buffer, capacity);
        Arrays.fill(buffer, capacity / 2, capacity, NONE);
        hand = capacity / 2;
        blockHeads = new int[capacity];
        Arrays.fill(blockHeads, NONE);
        for (int region = 0; region < capacity / 2; region++) {
            if (buffer[region] != NONE && shift[buffer[region]] != 0) {
                pushBlock(region);
            }
        }
    }

    private int bufferOf(long address, long ownerTaskId) {
        int known = find(address, ownerTaskId);
        return known == NONE ? newBuffer(address, ownerTaskId) : known;
    }

    /** The buffer of an address and an owner, or {@link #NONE}. */
    private int find(long address, long ownerTaskId) {
        int each = bufferHeads[bufferHash(address, ownerTaskId, bufferHeads)];
        while (each != NONE && (base[each] != address || owner[each] != ownerTaskId)) {
            each = nextBuffer[each];
        }
        return each;
    }

    private static int bufferHash(long address, long ownerTaskId, int[] heads) {
        return spread(address * 31 + ownerTaskId, heads.length - 1);
    }

    private int newBuffer(long address, long ownerTaskId) {
        if (freeBuffer == NONE) {
            reclaimBuffers();
        }
        int made = freeBuffer;
        freeBuffer = nextBuffer[made];
        base[made] = address;
        owner[made] = ownerTaskId;
        head[made] = NONE;
        count[made] = 0;
        int slot = bufferHash(address, ownerTaskId, bufferHeads);
        nextBuffer[made] = bufferHeads[slot];
        bufferHeads[slot] = made;
        buffers++;
        return made;
    }

    /**
     * Frees buffers that are empty or whose owners are gone, and grows if that makes too little
     * room.
     */
    private void reclaimBuffers() {
        for (int slot = 0; slot < bufferHeads.length; slot++) {
            int before = NONE;
            int each = bufferHeads[slot];
            while (each != NONE) {
                int following = nextBuffer[each];
                if (count[each] == 0 || !isKept(owner[each])) {
                    forget(each);
                    if (before == NONE) {
                        bufferHeads[slot] = following;
                    } else {
                        nextBuffer[before] = following;
                    }
                    nextBuffer[each] = freeBuffer;
                    freeBuffer = each;
                    buffers--;
                } else {
                    before = each;
                }
                each = following;
            }
        }
        if (2 * buffers >= base.length) {
            growBuffers();
        }
    }

    private void forget(int in) {
        while (head[in] != NONE) {
            remove(head[in]);
        }
    }

    private void growBuffers() {
        int before = base.length;
        int after = Math.max(FIRST_CAPACITY, 2 * before);
        base = Arrays.copyOf(base, after);
        owner = Arrays.copyOf(owner, after);
        head = Arrays.copyOf(head, after);
        count = Arrays.copyOf(count, after);
        shift = Arrays.copyOf(shift, after);
        oldestVersion = Arrays.copyOf(oldestVersion, after);
        int[] chained = new int[after];
        int[] heads = new int[2 * after];
        Arrays.fill(heads, NONE);
        for (int slot = 0; slot < bufferHeads.length; slot++) {
            for (int each = bufferHeads[slot]; each != NONE; each = nextBuffer[each]) {
                int to = bufferHash(base[each], owner[each], heads);
                chained[each] = heads[to];
                heads[to] = each;
            }
        }
        for (int each = freeBuffer; each != NONE; each = nextBuffer[each]) {
            chained[each] = nextBuffer[each];
        }
        for (int each = before; each < after; each++) {
            chained[each] = freeBuffer;
            freeBuffer = each;
        }
        nextBuffer = chained;
        bufferHeads = heads;
    }

    private long block(int region) {
        int at = forms.at(form[region], start[region]);
        return RegionOverlap.beginByte(forms.words(), at) >> shift[buffer[region]];
    }

    private int blockHash(int in, long block) {
        return spread(block * 31 + in, capacity - 1);
    }

    private static int spread(long key, int mask) {
        return (int) (key * GOLDEN_RATIO >>> 32) & mask;
    }

    private void pushBlock(int region) {
        int slot = blockHash(buffer[region], block(region));
        previousInBlock[region] = NONE;
        nextInBlock[region] = blockHeads[slot];
        if (blockHeads[slot] != NONE) {
            previousInBlock[blockHeads[slot]] = region;
        }
        blockHeads[slot] = region;
    }

    private void unlinkBlock(int region) {
        int following = nextInBlock[region];
        if (previousInBlock[region] == NONE) {
            blockHeads[blockHash(buffer[region], block(region))] = following;
        } else {
            nextInBlock[previousInBlock[region]] = following;
        }
        if (following != NONE) {
            previousInBlock[following] = previousInBlock[region];
        }
    }
}
