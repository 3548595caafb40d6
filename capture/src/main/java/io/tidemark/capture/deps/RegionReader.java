package io.tidemark.capture.deps;

import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.PresentFields;
import io.tidemark.capture.json.Words;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads the fields of a region that stand among the other fields of an argument or an edge, all
 * with one prefix ({@code consumer_}, {@code producer_} or none). Part of {@link DepsReader}; one
 * thread.
 */
final class RegionReader {
    private static final int MAX_DIMENSIONS = 32;

    private final JsonScanner scanner;
    private final RegionTable table;
    private Words merged; // the caller's fields, then the region's
    private final String prefix;
    private final long[] values = new long[MAX_DIMENSIONS];
    private String dataType;
    private long[] shape;
    private long[] strides;
    private long[] offsets;
    private long startOffset;
    private boolean seen;

    RegionReader(JsonScanner scanner, RegionTable table, String prefix) {
        this.scanner = scanner;
        this.table = table;
        this.prefix = prefix;
        clear();
    }

    /** The names of a region's fields, for lists that mix them with others. */
    static String[] names(String prefix) {
        return new String[] {
            prefix + "dtype", prefix + "shape", prefix + "start_offset", prefix + "strides", prefix + "offset"
        };
    }

    void clear() {
        dataType = "";
        shape = new long[0];
        strides = null;
        offsets = null;
        startOffset = 0;
        seen = false;
    }

    /** Like the scanner's, but the region's own fields are read here and not returned. */
    int nextField(Words own, int previous) throws IOException, JsonDamage {
        if (merged == null) {
            merged = merge(own);
        }
        int field = previous;
        while ((field = PresentFields.next(scanner, merged, field + 1)) >= own.size()) {
            read(field - own.size());
        }
        return field;
    }

    private Words merge(Words own) {
        String[] regionNames = names(prefix);
        String[] all = new String[own.size() + regionNames.length];
        for (int at = 0; at < own.size(); at++) {
            all[at] = own.text(at);
        }
        System.arraycopy(regionNames, 0, all, own.size(), regionNames.length);
        return Words.of(all);
    }

    /** Reads the value of field {@code which} of {@link #names}. */
    void read(int which) throws IOException, JsonDamage {
        seen = true;
        switch (which) {
            case 0 -> dataType = scanner.text();
            case 1 -> shape = list();
            case 2 -> startOffset = scanner.integer();
            case 3 -> strides = list();
            case 4 -> offsets = list();
            default -> throw new IllegalArgumentException("which=" + which);
        }
    }

    private long[] list() throws IOException, JsonDamage {
        int count = scanner.row(values, JsonScanner.SIGNED);
        return count < 0 ? new long[0] : Arrays.copyOf(values, count);
    }

    /**
     * Number of the region whose fields were read since {@link #clear}, {@link RegionTable#NONE} if
     * none were.
     */
    int take() {
        return seen ? table.add(dataType, shape, startOffset, strides, offsets) : RegionTable.NONE;
    }
}
