package io.tidemark.cli.text;

import java.util.Collection;
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
        return NearestWord.of(lower, commands).map(command -> "did you mean 'tidemark " + command + "'?");
    }
}
