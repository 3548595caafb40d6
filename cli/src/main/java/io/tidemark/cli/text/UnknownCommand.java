package io.tidemark.cli.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a word that is no command probably meant: a command that is one or two slips of the finger
 * away, or what does here what the word says elsewhere. Stateless.
 */
public final class UnknownCommand {
    /** Words of other programs and of the older tools, and the command that does it here. */
    private static final Map<String, String> SAID_OTHERWISE = Map.ofEntries(
            Map.entry("show", "view"),
            Map.entry("open", "view"),
            Map.entry("report", "summary"),
            Map.entry("stats", "summary"),
            Map.entry("record", "run"),
            Map.entry("trace", "convert"),
            Map.entry("export", "convert"),
            Map.entry("races", "deps --races"),
            Map.entry("graph", "deps"),
            Map.entry("check", "verify"),
            Map.entry("diagnose", "doctor"),
            Map.entry("repair", "recover"),
            Map.entry("swimlane_converter", "convert"),
            Map.entry("sched_overhead_analysis", "overhead"),
            Map.entry("deps_viewer", "deps"),
            Map.entry("scope_stats_plot", "scopes"),
            Map.entry("dump_viewer", "dump"),
            Map.entry("strace_timing", "timing"));

    private UnknownCommand() {}

    /** The sentence for a word that is none of the commands. */
    public static String sentence(String word, Collection<String> commands) {
        return "'%s' is not a command of 'tidemark'%s"
                .formatted(word, advice(word, commands).map(text -> "; " + text).orElse("."));
    }

    private static Optional<String> advice(String word, Collection<String> commands) {
        String lower = word.toLowerCase(Locale.ROOT);
        String otherwise = SAID_OTHERWISE.get(lower.replace('-', '_'));
        if (otherwise != null) {
            return Optional.of("did you mean 'tidemark " + otherwise + "'?");
        }
        return commands.stream()
                .filter(command -> slips(lower, command) <= mostSlips(lower))
                .min(Comparator.comparingInt(command -> slips(lower, command)))
                .map(command -> "did you mean 'tidemark " + command + "'?");
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
