package io.tidemark.viewer.model;

import io.tidemark.capture.names.NameMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives each kernel id its name, and the name its number in the table. Filled by the reading
 * thread, read by anyone afterwards.
 */
public final class KernelNames {
    private static final String UNKNOWN = "unknown kernel";

    private final NameTable table;
    private final NameMap names;
    private final Map<Integer, Integer> indexById = new HashMap<>();
    private final int[] common = new int[1024]; // 1 + index of small ids: asked once per run

    KernelNames(NameTable table, NameMap names) {
        this.table = table;
        this.names = names;
    }

    int add(int kernel) {
        if (kernel >= 0 && kernel < common.length && common[kernel] > 0) {
            return common[kernel] - 1;
        }
        Integer known = indexById.get(kernel);
        if (known == null) {
            known = table.add(kernel < 0 ? UNKNOWN : names.nameOrNumber(kernel));
            indexById.put(kernel, known);
            if (kernel >= 0 && kernel < common.length) {
                common[kernel] = 1 + known;
            }
        }
        return known;
    }

    /** Name index of a kernel id, -1 when no one named it. */
    public int indexOf(int kernel) {
        return indexById.getOrDefault(kernel, -1);
    }
}
