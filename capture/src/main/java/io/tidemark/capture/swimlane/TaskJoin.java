package io.tidemark.capture.swimlane;

import io.tidemark.capture.swimlane.JoinedTasks.Unmatched;
import java.util.Arrays;

/**
 * Pairs AICore with AICPU rows through a hash table of row numbers, then sorts the pairs. Used
 * once, by one thread; linear but for the sort.
 */
final class TaskJoin {
    private static final int NONE = -1;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final SwimlaneTable table;
    private final JoinMode mode;
    private final AicoreRows aicore;
    private final AicpuRows aicpu;
    private int[] slots = {};
    private int duplicateKeys;
    private int firstDuplicateRow = NONE;

    TaskJoin(SwimlaneTable table, JoinMode mode) {
        this.table = table;
        this.mode = mode;
        this.aicore = table.aicore();
        this.aicpu = table.aicpu();
    }

    JoinedTasks run() {
        if (aicpu.size() == 0) {
            boolean every = mode == JoinMode.EVERY_CORE_ROW || table.level() == 1;
            return coreRowsAlone(every ? aicore.size() : 0);
        }
        indexCoreRows();
        int[] partner = new int[aicore.size()]; // AICPU row of an AICore row
        Arrays.fill(partner, NONE);
        int[] coreRowOf = new int[aicpu.size()];
        int[] missesByCore = new int[1 + highestCore()];
        int misses = 0;
        for (int row = 0; row < aicpu.size(); row++) {
            int match = slots[slotOf(aicpu.core(row), aicpu.registerTaskId(row))];
            coreRowOf[row] = match;
            if (match == NONE) {
                misses++;
                missesByCore[aicpu.core(row)]++;
            } else {
                partner[match] = row;
            }
        }
        slots = new int[0];
        int lonely = 0;
        for (int row : partner) {
            lonely += row == NONE ? 1 : 0;
        }
        Unmatched unmatched =
                new Unmatched(misses, lonely, duplicateKeys, firstDuplicateRow, missesByCore);
        return mode == JoinMode.COMPAT
                ? byAicpuRow(coreRowOf, misses, unmatched)
                : byAicoreRow(partner, unmatched);
    }

    private JoinedTasks coreRowsAlone(int count) {
        int[] partner = new int[count];
        Arrays.fill(partner, NONE);
        return byAicoreRow(partner, new Unmatched(0, 0, 0, NONE, new int[0]));
    }

    private JoinedTasks byAicoreRow(int[] partner, Unmatched unmatched) {
        int[] rows = new int[partner.length];
        for (int row = 0; row < rows.length; row++) {
            rows[row] = row;
        }
        return sorted(rows, partner, unmatched);
    }

    private JoinedTasks byAicpuRow(int[] coreRowOf, int misses, Unmatched unmatched) {
        int[] coreRows = new int[coreRowOf.length - misses];
        int[] aicpuRows = new int[coreRows.length];
        int size = 0;
        for (int row = 0; row < coreRowOf.length; row++) {
            if (coreRowOf[row] != NONE) {
                coreRows[size] = coreRowOf[row];
                aicpuRows[size++] = row;
            }
        }
        return sorted(coreRows, aicpuRows, unmatched);
    }

    private JoinedTasks sorted(int[] coreRows, int[] aicpuRows, Unmatched unmatched) {
        int[] order = stableOrder(coreRows);
        int[] sortedCore = new int[order.length];
        int[] sortedAicpu = new int[order.length];
        int[] functions = new int[order.length];
        // today's tools know no such column
        boolean namesKernels = mode != JoinMode.COMPAT || table.era().inMicroseconds();
        for (int at = 0; at < order.length; at++) {
            sortedCore[at] = coreRows[order[at]];
            sortedAicpu[at] = aicpuRows[order[at]];
            functions[at] = namesKernels ? aicore.functionId(sortedCore[at]) : NONE;
        }
        return new JoinedTasks(table, sortedCore, sortedAicpu, functions, unmatched);
    }

    /**
     * Positions in ascending unsigned task id, equal ids in their order of arrival: a merge sort on
     * ints.
     */
    private int[] stableOrder(int[] coreRows) {
        int size = coreRows.length;
        int[] from = new int[size];
        for (int at = 0; at < size; at++) {
            from[at] = at;
        }
        int[] to = new int[size];
        for (int width = 1; width < size && width > 0; width *= 2) {
            for (int low = 0; low < size; low += 2 * width) {
                int middle = Math.min(low + width, size);
                merge(coreRows, from, to, low, middle, Math.min(low + 2 * width, size));
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private void merge(int[] coreRows, int[] from, int[] to, int low, int middle, int high) {
        int left = low;
        int right = middle;
        for (int at = low; at < high; at++) {
            boolean takeLeft =
                    left < middle
                            && (right >= high
                                    || Long.compareUnsigned(
                                                    aicore.taskId(coreRows[from[left]]),
                                                    aicore.taskId(coreRows[from[right]]))
                                            <= 0);
            to[at] = takeLeft ? from[left++] : from[right++];
        }
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
        long key = ((long) core << 32) | (registerTaskId & 0xFFFF_FFFFL);
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
}
