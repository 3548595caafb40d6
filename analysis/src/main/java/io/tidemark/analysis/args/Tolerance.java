package io.tidemark.analysis.args;

/**
 * How far two values may lie apart and still count as equal: {@code |a - b| <= absolute + relative
 * * max(|a|, |b|)}. Two NaN are equal, and so are equal infinities.
 */
public record Tolerance(double absolute, double relative) {
    public static final Tolerance EXACT = new Tolerance(0, 0);

    public Tolerance {
        if (!(absolute >= 0)) {
            throw new IllegalArgumentException("absolute=" + absolute);
        }
        if (!(relative >= 0)) {
            throw new IllegalArgumentException("relative=" + relative);
        }
    }

    public boolean accepts(double one, double other) {
        if (one == other || Double.isNaN(one) && Double.isNaN(other)) {
            return true;
        }
        double size = Math.max(Math.abs(one), Math.abs(other));
        return !Double.isInfinite(size) && Math.abs(one - other) <= absolute + relative * size;
    }
}
