package io.tidemark.workloads;

/** Whether a value is near enough to its golden. Stateless. */
public final class Closeness {
    private Closeness() {}

    /**
     * Within the tolerance absolutely, and again relative to the golden value. Infinity is near to
     * nothing but itself, NaN to nothing at all.
     */
    public static boolean isWithin(double tolerance, double found, double golden) {
        return Double.isInfinite(golden)
                ? found == golden
                : Math.abs(found - golden) <= tolerance * (1 + Math.abs(golden));
    }
}
