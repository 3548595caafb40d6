package io.tidemark.analysis.diff.noise;

/** How far two small samples are apart by ranks alone (Mann-Whitney). Pure. */
final class RankSeparation {
    private RankSeparation() {}

    /**
     * Whether at most one pair in twenty-five stands against the direction of the difference; of
     * five values a side that is one pair, which chance gives in 16 of 1000 comparisons.
     */
    static boolean isClear(double[] before, double[] after, boolean grew) {
        int against = 0;
        for (double one : before) {
            for (double other : after) {
                against += (grew ? other <= one : other >= one) ? 1 : 0;
            }
        }
        return against * 25 <= before.length * after.length;
    }
}
