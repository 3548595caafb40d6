package io.tidemark.capture.deps;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.StringIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The distinct views on tensors that arguments and edges name: element type, shape, start and
 * strides. Filled by one reader, read by anyone. Equal regions share a number.
 */
public final class RegionTable {
    /** Number of "no region". */
    public static final int NONE = -1;

    private final StringIndex types = new StringIndex(256);
    private final Map<List<Long>, Integer> listIndex = new HashMap<>();
    private final List<long[]> lists = new ArrayList<>();
    private final IntColumn type = new IntColumn();
    private final IntColumn shape = new IntColumn();
    private final IntColumn strides = new IntColumn();
    private final IntColumn offsets = new IntColumn();
    private final LongColumn startOffset = new LongColumn();
    private int[] slots = newSlots(64);

    /**
     * The number of the region.
     *
     * @param dataType upper-case name, empty when the file gives none
     * @param strides null where the file has {@code offsets} instead
     * @param offsets per-dimension offsets of the oldest files, else null
     */
    public int add(String dataType, long[] shape, long startOffset, long[] strides, long[] offsets) {
        int typeIndex = types.add(dataType);
        int shapeIndex = listNumber(shape);
        int stridesIndex = listNumber(strides);
        int offsetsIndex = listNumber(offsets);
        int mask = slots.length - 1;
        int slot = hash(typeIndex, shapeIndex, stridesIndex, offsetsIndex, startOffset) & mask;
        while (slots[slot] != NONE) {
            int region = slots[slot];
            if (this.startOffset.get(region) == startOffset
                    && type.get(region) == typeIndex
                    && this.shape.get(region) == shapeIndex
                    && this.strides.get(region) == stridesIndex
                    && this.offsets.get(region) == offsetsIndex) {
                return region;
            }
            slot = (slot + 1) & mask;
        }
        int region = size();
        slots[slot] = region;
        type.add(typeIndex);
        this.shape.add(shapeIndex);
        this.strides.add(stridesIndex);
        this.offsets.add(offsetsIndex);
        this.startOffset.add(startOffset);
        if (size() * 2L > slots.length) {
            rehash();
        }
        return region;
    }

    public int size() {
        return type.size();
    }

    /** One region as an object; allocates. */
    public Region region(int region) {
        return new Region(dataType(region), shape(region), startOffset(region), strides(region));
    }

    public String dataType(int region) {
        return types.text(type.get(region));
    }

    public long[] shape(int region) {
        return listOf(shape.get(region));
    }

    public long startOffset(int region) {
        return startOffset.get(region);
    }

    /** Strides in elements; empty when the file has none. */
    public long[] strides(int region) {
        return listOf(strides.get(region));
    }

    private long[] listOf(int number) {
        return number == NONE ? new long[0] : lists.get(number).clone();
    }

    private int listNumber(long[] values) {
        if (values == null) {
            return NONE;
        }
        List<Long> key = Arrays.stream(values).boxed().toList();
        Integer known = listIndex.putIfAbsent(key, lists.size());
        if (known != null) {
            return known;
        }
        lists.add(values.clone());
        return lists.size() - 1;
    }

    private static int hash(int type, int shape, int strides, int offsets, long start) {
        long mixed = ((type * 31L + shape) * 31L + strides) * 31L + offsets;
        mixed = (mixed * 0x9E3779B97F4A7C15L) ^ (start * 0xC2B2AE3D27D4EB4FL);
        return (int) (mixed >>> 29);
    }

    private void rehash() {
        slots = newSlots(slots.length * 2);
        int mask = slots.length - 1;
        for (int region = 0; region < size(); region++) {
            int slot = hash(
                            type.get(region),
                            shape.get(region),
                            strides.get(region),
                            offsets.get(region),
                            startOffset.get(region))
                    & mask;
            while (slots[slot] != NONE) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = region;
        }
    }

    private static int[] newSlots(int count) {
        int[] fresh = new int[count];
        Arrays.fill(fresh, NONE);
        return fresh;
    }
}
