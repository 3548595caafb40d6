package io.tidemark.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The byte ranges of a region that the host half may write. Immutable, any thread. */
public final class HostOwned {
    /** From {@code at} on, {@code sizeBytes} bytes. */
    public record Range(long at, long sizeBytes) {
        public Range {
            if (at < 0 || sizeBytes <= 0) {
                throw new IllegalArgumentException("at=" + at + " sizeBytes=" + sizeBytes);
            }
        }
    }

    private final long[] starts;
    private final long[] ends;

    public HostOwned(List<Range> ranges) {
        List<Range> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(Range::at));
        long[] mergedStarts = new long[sorted.size()];
        long[] mergedEnds = new long[sorted.size()];
        int count = 0;
        for (Range range : sorted) {
            long end = range.at + range.sizeBytes;
            if (count > 0 && range.at <= mergedEnds[count - 1]) {
                mergedEnds[count - 1] = Math.max(mergedEnds[count - 1], end);
            } else {
                mergedStarts[count] = range.at;
                mergedEnds[count++] = end;
            }
        }
        starts = Arrays.copyOf(mergedStarts, count);
        ends = Arrays.copyOf(mergedEnds, count);
    }

    /** Whether every byte of the range is the host's. */
    public boolean covers(long at, long sizeBytes) {
        int found = Arrays.binarySearch(starts, at);
        int index = found >= 0 ? found : -found - 2; // the last range that starts at or before it
        return index >= 0 && sizeBytes >= 0 && at + sizeBytes <= ends[index];
    }
}
