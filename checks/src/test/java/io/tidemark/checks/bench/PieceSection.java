package io.tidemark.checks.bench;

import java.util.List;
import java.util.Locale;

/** What JMH measured. */
final class PieceSection extends Section {
    private static final String COPY = "piece/copyTheSameBytes";

    /** JMH counts the rings that it is given as well. */
    private static final String SUBMIT = "piece/submitATaskOfThreeTensors";

    PieceSection(Samples samples, boolean quick) {
        super(samples, quick);
    }

    @Override
    void write() {
        title(
                "Pieces",
                text(
                        "JMH with its allocation profiler, %s. No clock is read in them; a reading costs 17 to 25 ns.",
                        quick ? "five iterations of one JVM each" : "five JVMs each, all pieces in turns"));
        line("| piece | time | against a bare 32-byte store, or a copy of the bytes | bytes allocated |");
        line("|---|---|---|---|");
        for (String name : samples.names()) {
            if (name.startsWith("piece/") && !name.endsWith("/bytes")) {
                boolean isFile = isOfFiles(name);
                line(
                        "| %s | %s | %s | %s |",
                        words(name.substring("piece/".length())),
                        spread(name, isFile ? 2 : 1) + (isFile ? " ms" : " ns"),
                        ratio(name, isFile ? COPY : BARE),
                        name.equals(SUBMIT) ? "see above" : text("%.0f", samples.median(name + "/bytes")));
            }
        }
    }

    private static boolean isOfFiles(String name) {
        return List.of("Records", "Jackson", "Bytes").stream().anyMatch(name::endsWith) && !name.equals(BARE);
    }

    /** {@code aBenchmarkName} as words. */
    static String words(String name) {
        return name.replaceAll("([A-Z]|[0-9]+)", " $1").toLowerCase(Locale.ROOT).strip();
    }
}
