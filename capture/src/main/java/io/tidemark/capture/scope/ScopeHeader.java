package io.tidemark.capture.scope;

import java.util.List;

/**
 * First line of a scope statistics file.
 *
 * @param version 4, 5 or 6; heap values wrap before 6
 * @param fatal the device latched a fatal error
 * @param dropped samples the device could not store
 * @param total samples the device tried to store
 * @param taskWindowMax by ring
 * @param heapMaxBytes by ring
 * @param depPoolMax by ring; empty in version 4
 * @param tensorMapMax capacity of the tensor map
 */
public record ScopeHeader(
        int version,
        boolean fatal,
        long dropped,
        long total,
        List<Long> taskWindowMax,
        List<Long> heapMaxBytes,
        List<Long> depPoolMax,
        long tensorMapMax) {
    public ScopeHeader {
        taskWindowMax = List.copyOf(taskWindowMax);
        heapMaxBytes = List.copyOf(heapMaxBytes);
        depPoolMax = List.copyOf(depPoolMax);
    }

    /** True when heap values wrap at the capacity of their ring. */
    public boolean heapWraps() {
        return version < 6;
    }

    /** True when samples of this version may tell how full the dependency pool was. */
    public boolean mayHaveDepPool() {
        return version >= 5;
    }
}
