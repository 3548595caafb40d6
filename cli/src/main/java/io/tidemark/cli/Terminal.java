package io.tidemark.cli;

import io.tidemark.analysis.text.Ink;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Whether a person watches. Asked once; any thread. */
final class Terminal {
    private static final boolean INTERACTIVE = interactive();

    private Terminal() {}

    static boolean isInteractive() {
        return INTERACTIVE;
    }

    /** Colour on a terminal that has not asked for none. */
    static Ink ink() {
        boolean refused = System.getenv("NO_COLOR") != null || "dumb".equals(System.getenv("TERM"));
        return Ink.of(INTERACTIVE && !refused);
    }

    /** For what moves the cursor, such as a bar; never for text from elsewhere. */
    static PrintWriter cursor() {
        return new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    }

    private static boolean interactive() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}
