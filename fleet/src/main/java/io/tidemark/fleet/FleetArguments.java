package io.tidemark.fleet;

import io.tidemark.sql.standard.StandardQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words of the command line, checked. Immutable.
 *
 * @param lake a lake, a directory of lakes, or a pattern of either; any file system that Spark
 *     knows
 * @param out directory for the tables, one subdirectory each
 * @param queries what to compute, in the order of the list
 */
record FleetArguments(String lake, String out, Format format, List<StandardQuery> queries) {
    static final String USAGE = "usage: FleetMain LAKE OUT [--format parquet|csv] [--query NAME[,NAME...]]";

    /** What the tables are written as. */
    enum Format {
        PARQUET,
        CSV;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static FleetArguments parse(String... words) throws FleetProblem {
        List<String> places = new ArrayList<>();
        Format format = Format.PARQUET;
        List<StandardQuery> queries = StandardQuery.all();
        for (int i = 0; i < words.length; i++) {
            switch (words[i]) {
                case "--format" -> format = format(value(words, ++i));
                case "--query" -> queries = queries(value(words, ++i));
                default -> {
                    if (words[i].startsWith("-")) {
                        throw usage("there is no option " + words[i]);
                    }
                    places.add(words[i]);
                }
            }
        }
        if (places.size() != 2) {
            throw usage("a lake and a directory for the tables are needed");
        }
        return new FleetArguments(places.get(0), places.get(1), format, queries);
    }

    private static String value(String[] words, int at) throws FleetProblem {
        if (at == words.length) {
            throw usage(words[at - 1] + " needs a value");
        }
        return words[at];
    }

    private static Format format(String word) throws FleetProblem {
        for (Format format : Format.values()) {
            if (format.word().equals(word)) {
                return format;
            }
        }
        throw usage("there is no format '" + word + "'");
    }

    private static List<StandardQuery> queries(String names) throws FleetProblem {
        List<StandardQuery> queries = new ArrayList<>();
        for (String name : names.split(",", -1)) {
            queries.add(StandardQuery.named(name)
                    .orElseThrow(() -> usage(
                            "there is no standard query '%s'; 'tidemark sql --list' names them".formatted(name))));
        }
        return queries.stream().distinct().toList();
    }

    private static FleetProblem usage(String sentence) {
        return new FleetProblem(FleetProblem.USAGE, sentence + ". " + USAGE);
    }
}
