package io.tidemark.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** One command line run in this JVM, with what it printed. */
public record Command(int exitCode, String out, String err) {
    public static Command run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Tidemark.execute(new PrintWriter(out), new PrintWriter(err), arguments);
        return new Command(exitCode, out.toString(), err.toString());
    }

    public List<String> errorLines() {
        return err.lines().toList();
    }
}
