package io.tidemark.analysis.scope;

/**
 * The scope that pressed hardest on one resource of one ring.
 *
 * @param ring -1 for the resource all rings share
 * @param scope number of the scope among those of its ring, in order of their ends
 * @param capacity 0 when the capture does not tell
 */
public record Peak(
        Resource resource,
        int ring,
        long value,
        long capacity,
        String site,
        int depth,
        int scope,
        long liveAtExit,
        long allocated) {
    /** At and above this share a resource is about to run out. */
    public static final double DANGER = 0.8;

    /** At and above this share a resource deserves a look. */
    public static final double WARNING = 0.5;

    /** Share of the capacity, NaN when that is unknown. */
    public double use() {
        return capacity > 0 ? (double) value / capacity : Double.NaN;
    }

    /** {@code danger}, {@code warn}, {@code ok}, or empty when the capacity is unknown. */
    public String risk() {
        if (capacity <= 0) {
            return "";
        }
        return use() >= DANGER ? "danger" : use() >= WARNING ? "warn" : "ok";
    }
}
