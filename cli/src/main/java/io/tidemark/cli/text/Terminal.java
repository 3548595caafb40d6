package io.tidemark.cli.text;

import io.tidemark.analysis.text.Ink;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Whether a person watches. Asked once; any thread. */
public final class Terminal {
    private static final boolean INTERACTIVE = interactive();

    private Terminal() {}

    public static boolean isInteractive() {
        return INTERACTIVE;
    }

    /** Colour on a terminal that has not asked for none. */
    public static Ink ink() {
        boolean refused = System.getenv("NO_COLOR") != null || "dumb".equals(System.getenv("TERM"));
        return Ink.of(INTERACTIVE && !refused);
    }

    /** For what moves the cursor, such as a bar; never for text from elsewhere. */
    public static PrintWriter cursor() {
        return new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    }

    private static boolean interactive() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}
