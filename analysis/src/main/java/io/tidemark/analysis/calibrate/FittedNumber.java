package io.tidemark.analysis.calibrate;

/**
 * One number of a chip profile as captures say it. Immutable.
 *
 * @param path its path in a profile, such as {@code link.launch_ns}
 * @param value in the unit of the profile
 * @param samples how many records it comes from
 * @param medianErrorPercent half of the samples are predicted within this error; NaN for a number
 *     that is itself a median
 * @param how in a few words
 */
public record FittedNumber(String path, double value, int samples, double medianErrorPercent, String how) {
    private static final double MOST_ERROR_PERCENT = 25; // runs in virtual time fit within 3

    /** Whether the records follow the number; else something that the profile has not decides. */
    public boolean fits() {
        return !(medianErrorPercent > MOST_ERROR_PERCENT);
    }
}
