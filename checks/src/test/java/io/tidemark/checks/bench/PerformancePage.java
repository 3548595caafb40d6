package io.tidemark.checks.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of the performance page that the benchmark writes; the rest is people's. */
final class PerformancePage {
    static final String BEGIN = "<!-- bench: begin -->";
    static final String END = "<!-- bench: end -->";

    private PerformancePage() {}

    /** Puts the text between the marks of the page. */
    static void replace(Path page, String text) throws IOException {
        String old = Files.readString(page);
        int begin = old.indexOf(BEGIN);
        int end = old.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(page + " has no marks " + BEGIN + " and " + END);
        }
        Files.writeString(page, old.substring(0, begin + BEGIN.length()) + "\n" + text + old.substring(end));
    }
}
