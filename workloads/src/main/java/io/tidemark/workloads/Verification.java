package io.tidemark.workloads;

/**
 * What came of comparing outputs with their golden values. Immutable.
 *
 * @param comparedElements elements that were compared
 * @param difference the first element that differs, or null
 * @param sentence the result in one sentence
 */
public record Verification(boolean ok, long comparedElements, Difference difference, String sentence) {
    static Verification passed(long tasks, long comparedElements, double tolerance) {
        String sentence = comparedElements == 0
                ? tasks + " tasks completed; this case has no outputs to compare"
                : comparedElements + " elements equal their golden values within " + tolerance;
        return new Verification(true, comparedElements, null, sentence);
    }

    public static Verification failed(String sentence) {
        return new Verification(false, 0, null, sentence);
    }

    /** This verification, with more text behind its sentence. */
    public Verification with(String more) {
        return new Verification(ok, comparedElements, difference, sentence + "; " + more);
    }

    static Verification differs(long comparedElements, Difference difference) {
        return new Verification(false, comparedElements, difference, difference.sentence());
    }
}
