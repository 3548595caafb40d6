package io.tidemark.viewer.resource;

import java.util.BitSet;
import java.util.Optional;

/**
 * The name of a range of the timeline: {@code range/BEGIN/END/LANES}. BEGIN and END are nanoseconds
 * of the page's axis, LANES is {@code 0-15.18} or {@code all}.
 * {@code rangeruns/BEGIN/END/LANES/NAME} asks for the range's runs of one kernel. Immutable.
 *
 * @param name the kernel, -1 in a name without one
 */
record RangeName(long begin, long end, BitSet lanes, int name) {
    static final String RANGE = "range";
    static final String RUNS = "rangeruns";

    /**
     * The range that a name means in a picture of {@code lanes} lanes, or empty for any other name.
     */
    static Optional<RangeName> parse(String text, int lanes) {
        String[] parts = text.split("/", -1);
        boolean isRange = parts.length == 4 && parts[0].equals(RANGE);
        boolean isRuns = parts.length == 5 && parts[0].equals(RUNS);
        if (!isRange && !isRuns) {
            return Optional.empty();
        }
        long begin = TileName.number(parts[1]);
        long end = TileName.number(parts[2]);
        long name = isRuns ? TileName.number(parts[4]) : 0;
        Optional<BitSet> chosen = lanes(parts[3], lanes);
        boolean plain = begin >= 0 && end >= begin && name >= 0 && name <= Integer.MAX_VALUE;
        return chosen.isPresent() && plain
                ? Optional.of(new RangeName(begin, end, chosen.get(), isRuns ? (int) name : -1))
                : Optional.empty();
    }

    private static Optional<BitSet> lanes(String text, int lanes) {
        BitSet chosen = new BitSet(lanes);
        if (text.equals("all")) {
            chosen.set(0, lanes);
            return Optional.of(chosen);
        }
        for (String part : text.split("\\.", -1)) {
            String[] ends = part.split("-", -1);
            long first = TileName.number(ends[0]);
            long last = TileName.number(ends[ends.length - 1]);
            if (ends.length > 2 || first < 0 || last < first || last >= lanes) {
                return Optional.empty();
            }
            chosen.set((int) first, (int) last + 1);
        }
        return Optional.of(chosen);
    }
}
