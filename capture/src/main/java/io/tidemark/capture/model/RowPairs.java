package io.tidemark.capture.model;

import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.AicpuRows;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * Which row of the cores and which row of the schedulers speak of the same run: they share core and
 * register task id. Of core rows with the same key the last one is paired. Rows that come core by
 * core with rising ids, as a run writes them, are paired by one walk over both; others by a hash
 * table. Immutable; linear.
 */
public final class RowPairs {
    /** A row without partner. */
    public static final int NONE = -1;

    private static final long MIX = 0x9E3779B97F4A7C15L; // golden ratio: spreads neighbours

    private final AicoreRows aicore;
    private final AicpuRows aicpu;
    private final int[] aicpuRow;
    private final int[] aicoreRow;
    private final int[] aicpuMissesByCore;
    private int[] slots = {};
    private int aicpuMisses;
    private int aicoreMisses;
    private int duplicateKeys;
    private int firstDuplicateRow = NONE;

    private RowPairs(SwimlaneTable table) {
        aicore = table.aicore();
        aicpu = table.aicpu();
        aicpuRow = new int[aicore.size()];
        aicoreRow = new int[aicpu.size()];
        Arrays.fill(aicpuRow, NONE);
        aicpuMissesByCore = new int[aicpu.size() == 0 ? 0 : 1 + highestCore()];
    }

    public static RowPairs of(SwimlaneTable table) {
        RowPairs pairs = new RowPairs(table);
        if (pairs.aicpu.size() > 0) {
            if (pairs.isInOrder()) {
                pairs.walk();
            } else {
                pairs.indexCoreRows();
                pairs.pair();
            }
            pairs.countMisses();
        }
        return pairs;
    }

    /** Whether no key comes twice in either table and both rise. */
    private boolean isInOrder() {
        return isRising(aicore.size(), this::aicoreKey) && isRising(aicpu.size(), this::aicpuKey);
    }

    private static boolean isRising(int size, IntToLongFunction key) {
        long before = -1;
        for (int row = 0; row < size; row++) {
            long own = key.applyAsLong(row);
            if (own <= before) {
                return false;
            }
            before = own;
        }
        return true;
    }

    private void walk() {
        int core = -1;
        long coreKey = -1; // of its row; behind the last row above every key
        for (int row = 0; row < aicpu.size(); row++) {
            long key = aicpuKey(row);
            while (coreKey < key) {
                core++;
                coreKey = core < aicore.size() ? aicoreKey(core) : Long.MAX_VALUE;
            }
            pair(row, coreKey == key ? core : NONE);
        }
    }

    private void pair() {
        for (int row = 0; row < aicpu.size(); row++) {
            pair(row, slots[slotOf(aicpu.core(row), aicpu.registerTaskId(row))]);
        }
        slots = new int[0];
    }

    private void pair(int row, int match) {
        aicoreRow[row] = match;
        if (match == NONE) {
            aicpuMisses++;
            aicpuMissesByCore[aicpu.core(row)]++;
        } else {
            aicpuRow[match] = row;
        }
    }

    private void countMisses() {
        for (int row : aicpuRow) {
            aicoreMisses += row == NONE ? 1 : 0;
        }
    }

    private long aicoreKey(int row) {
        return key(aicore.core(row), aicore.registerTaskId(row));
    }

    private long aicpuKey(int row) {
        return key(aicpu.core(row), aicpu.registerTaskId(row));
    }

    private static long key(int core, int registerTaskId) {
        return ((long) core << 32) | (registerTaskId & 0xFFFF_FFFFL);
    }

    private void indexCoreRows() {
        int capacity = Integer.highestOneBit(Math.max(aicore.size(), 8)) * 4;
        slots = new int[capacity];
        Arrays.fill(slots, NONE);
        for (int row = 0; row < aicore.size(); row++) {
            int slot = slotOf(aicore.core(row), aicore.registerTaskId(row));
            if (slots[slot] != NONE) {
                firstDuplicateRow = duplicateKeys == 0 ? slots[slot] : firstDuplicateRow;
                duplicateKeys++;
            }
            slots[slot] = row;
        }
    }

    private int slotOf(int core, int registerTaskId) {
        long key = key(core, registerTaskId);
        int mask = slots.length - 1;
        int slot = (int) ((key * MIX) >>> 32) & mask;
        while (slots[slot] != NONE) {
            int row = slots[slot];
            if (aicore.core(row) == core && aicore.registerTaskId(row) == registerTaskId) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int highestCore() {
        int highest = 0;
        for (int row = 0; row < aicpu.size(); row++) {
            highest = Math.max(highest, aicpu.core(row));
        }
        return highest;
    }

    /** The scheduler's row of a core's row, or {@link #NONE}. */
    public int aicpuRow(int aicoreRow) {
        return aicpuRow[aicoreRow];
    }

    /** The core's row of a scheduler's row, or {@link #NONE}. */
    public int aicoreRow(int aicpuRow) {
        return aicoreRow[aicpuRow];
    }

    /** Rows of schedulers without a core's row. */
    public int aicpuMisses() {
        return aicpuMisses;
    }

    /** The same by core; shorter where the last cores have none. */
    public int[] aicpuMissesByCore() {
        return aicpuMissesByCore.clone();
    }

    /** Rows of cores without a scheduler's row; 0 when the schedulers left no rows at all. */
    public int aicoreMisses() {
        return aicoreMisses;
    }

    /** Rows of cores whose key came again later. */
    public int duplicateKeys() {
        return duplicateKeys;
    }

    /** The core's row that was replaced first, or {@link #NONE}. */
    public int firstDuplicateRow() {
        return firstDuplicateRow;
    }
}
