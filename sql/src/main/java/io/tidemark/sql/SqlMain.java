package io.tidemark.sql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The process that holds the engine. Started by the command with checked arguments: the format, the
 * engine's memory, its threads, the query (empty for a shell) and the captures. Exit codes are
 * those of every command: 0 good, 1 failed, 2 usage, 3 answered but data is missing.
 */
public final class SqlMain {
    private static final int FIXED_ARGUMENTS = 4;
    private static final int INCOMPLETE = 3;

    private SqlMain() {}

    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exitCode = run(arguments, out, err);
        out.flush();
        System.exit(exitCode);
    }

    /** What {@link #main} does, without leaving the JVM. */
    static int run(String[] arguments, PrintWriter out, PrintWriter err) {
        AnswerFormat format = AnswerFormat.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        List<Path> paths = Arrays.stream(arguments).skip(FIXED_ARGUMENTS).map(Path::of).toList();
        try (SqlSession session =
                SqlSession.open(
                        CaptureList.of(paths),
                        Integer.parseInt(arguments[2]),
                        arguments[1],
                        true)) {
            String query = arguments[3];
            AnswerPrinter printer = new AnswerPrinter(format, out);
            if (query.isEmpty()) {
                new SqlShell(session, printer, out, err)
                        .run(
                                new BufferedReader(
                                        new InputStreamReader(System.in, StandardCharsets.UTF_8)));
            } else {
                session.ask(query, printer::print);
                PrintWriter notes = format == AnswerFormat.TABLE ? out : err;
                notes.println(session.losses().line());
                notes.flush();
            }
            return session.losses().isAnyMissing() ? INCOMPLETE : 0;
        } catch (SqlProblem problem) {
            out.flush();
            err.println("tidemark: " + problem.getMessage());
            return problem.exitCode();
        } catch (IOException | RuntimeException failure) {
            out.flush();
            err.println("tidemark: " + failure.getMessage());
            return SqlProblem.FAILED;
        } catch (OutOfMemoryError full) {
            err.println(
                    "tidemark: the captures need more heap than the engine's process has;"
                            + " ask fewer at a time, or raise --heap");
            return SqlProblem.FAILED;
        }
    }
}
