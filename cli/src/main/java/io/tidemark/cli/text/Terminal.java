package io.tidemark.cli.text;

import io.tidemark.analysis.text.Ink;
import io.tidemark.analysis.text.Terminals;
import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Whether a person watches. Asked once; any thread. */
public final class Terminal {
    private static final boolean INTERACTIVE = interactive();

    private static final int COLUMNS = askColumns();

    private Terminal() {}

    public static boolean isInteractive() {
        return INTERACTIVE;
    }

    /** Colour on a terminal that has not asked for none. */
    public static Ink ink() {
        boolean refused = System.getenv("NO_COLOR") != null || "dumb".equals(System.getenv("TERM"));
        return Ink.of(INTERACTIVE && !refused);
    }

    /** How wide texts may be: the columns of the terminal; a file or a pipe gets whole lines. */
    public static int columns() {
        return COLUMNS;
    }

    private static int askColumns() {
        if (!INTERACTIVE) {
            return Terminals.ENDLESS;
        }
        String said = System.getenv("COLUMNS");
        return said != null && said.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(said) : columnsOfDevice();
    }

    /** What the terminal itself says; {@code stty size} answers rows and columns. */
    private static int columnsOfDevice() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return size.matches("[0-9]+ [1-9][0-9]{0,4}")
                    ? Integer.parseInt(size.substring(size.indexOf(' ') + 1))
                    : Terminals.ENDLESS;
        } catch (IOException none) {
            return Terminals.ENDLESS;
        }
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
