package io.tidemark.viewer.model;

import io.tidemark.capture.names.KernelNames;
import java.util.HashMap;
import java.util.Map;

/**
 * The number of each kernel's name in the table. Filled by the reading thread, read by anyone
 * afterwards.
 */
public final class KernelIndex {
    private final NameTable table;
    private final KernelNames names;
    private final Map<Integer, Integer> indexById = new HashMap<>();
    private final int[] common = new int[1024]; // 1 + index of small ids: asked once per run

    KernelIndex(NameTable table, KernelNames names) {
        this.table = table;
        this.names = names;
    }

    int add(int kernel) {
        if (kernel >= 0 && kernel < common.length && common[kernel] > 0) {
            return common[kernel] - 1;
        }
        Integer known = indexById.get(kernel);
        if (known == null) {
            known = table.add(names.of(kernel));
            indexById.put(kernel, known);
            if (kernel >= 0 && kernel < common.length) {
                common[kernel] = 1 + known;
            }
        }
        return known;
    }

    /** Name index of a kernel id, -1 when no one named it. */
    public int indexOf(int kernel) {
        if (kernel >= 0 && kernel < common.length) {
            return common[kernel] - 1;
        }
        return indexById.getOrDefault(kernel, -1);
    }
}
