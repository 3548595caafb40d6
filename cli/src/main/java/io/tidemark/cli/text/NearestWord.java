package io.tidemark.cli.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The word that a mistyped one probably meant: one that is one or two slips of the finger away. Pure. */
public final class NearestWord {
    private NearestWord() {}

    public static Optional<String> of(String word, Collection<String> known) {
        return known.stream()
                .filter(candidate -> slips(word, candidate) <= mostSlips(word))
                .min(Comparator.comparingInt(candidate -> slips(word, candidate)));
    }

    /** Short words are close to everything. */
    private static int mostSlips(String word) {
        return word.length() < 5 ? 1 : 2;
    }

    /** Letters left out, added, replaced, or two neighbours swapped, each counted as one. */
    static int slips(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, from, to, i, j);
            }
        }
        return cost[from.length()][to.length()];
    }

    private static int cheapest(int[][] cost, String from, String to, int i, int j) {
        boolean isSame = from.charAt(i - 1) == to.charAt(j - 1);
        int best = Math.min(cost[i - 1][j - 1] + (isSame ? 0 : 1), 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean isSwap =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return isSwap ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
