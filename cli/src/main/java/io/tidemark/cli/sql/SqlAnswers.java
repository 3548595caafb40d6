package io.tidemark.cli.sql;

import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import io.tidemark.viewer.http.QueryStop;
import io.tidemark.viewer.http.SqlSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/**
 * Answers the queries of the viewer's page with the process that {@code tidemark sql} starts, and
 * ends that process when a query is stopped. One thread at a time.
 */
public final class SqlAnswers implements SqlSource {
    private static final int MOST_CHARACTERS = 16 << 20;

    @Override
    public Reply ask(Path capture, String query, QueryStop stop) {
        SqlEngineOptions options = SqlEngineOptions.besideThisProcess();
        BoundedText rows = new BoundedText();
        StringWriter said = new StringWriter();
        try {
            List<String> words = options.words("page", "json", query);
            words.add(capture.toString());
            PrintWriter out = new PrintWriter(rows);
            int exitCode = options.process()
                    .run(words, out, new PrintWriter(said), process -> stop.onStop(process::destroyForcibly));
            boolean isAnswered = exitCode == ExitCode.OK || exitCode == ExitCode.INCOMPLETE;
            if (rows.isCut) {
                return new Reply("", "The rows are larger than a page holds; ask for fewer columns.");
            }
            return new Reply(isAnswered ? rows.text.toString() : "", plain(said.toString()));
        } catch (UserError error) {
            return new Reply("", stop.reason().orElse(error.getMessage()));
        } catch (IOException cannotStart) {
            return new Reply("", "The SQL engine could not be started: " + cannotStart.getMessage());
        }
    }

    /** A page needs no name of the command before a message. */
    private static String plain(String said) {
        return said.strip().replaceFirst("^tidemark: ", "");
    }

    /** Keeps what comes first, and whether more came. */
    private static final class BoundedText extends Writer {
        final StringBuilder text = new StringBuilder();
        boolean isCut;

        @Override
        public void write(char[] letters, int from, int length) {
            isCut |= text.length() + length > MOST_CHARACTERS;
            if (!isCut) {
                text.append(letters, from, length);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
