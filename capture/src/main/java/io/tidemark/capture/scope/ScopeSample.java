package io.tidemark.capture.scope;

/**
 * The rings at the begin or end of one scope. A start is the reclaim side, an end the allocation
 * side.
 *
 * @param site {@code file:line}, or {@code (unknown):0}
 * @param depPoolStart 0 in version 4 files, like {@code depPoolEnd}
 */
public record ScopeSample(
        String site,
        boolean isBegin,
        int depth,
        int ring,
        long taskStart,
        long taskEnd,
        long heapStartBytes,
        long heapEndBytes,
        long depPoolStart,
        long depPoolEnd,
        long tensorMap) {}
