package io.tidemark.sql;

import io.tidemark.analysis.text.Progress;
import io.tidemark.sql.engine.Engine;
import io.tidemark.sql.standard.StandardQuery;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.tables.CaptureTables;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;

/**
 * The process that holds the engine. The command starts it with checked arguments. The first is the
 * action (ask, page, standard, list or export). Then follow the format, the engine's memory, and
 * its threads. The next one is the query (empty for a shell), the name of a standard query, or the
 * directory to write to. The captures follow. A page gets the first rows of an answer and a note
 * that there are more. Exit codes are those of every command: 0 good, 1 failed, 2 usage, 3 answered
 * but data is missing.
 */
public final class SqlMain {
    /** Set by the command: what to print before the exit code when the answer is out. */
    private static final String END_PROPERTY = "tidemark.sql.end";

    /** Set by the command: the terminal on which a bar may be drawn. */
    private static final String TERMINAL_PROPERTY = "tidemark.sql.terminal";

    private static final int FIXED_ARGUMENTS = 5;
    private static final int INCOMPLETE = 3;
    private static final int PAGE_ROWS = 10_000;

    private final String action;
    private final String format;
    private final String memory;
    private final int threads;
    private final String subject;
    private final List<Path> captures;
    private final PrintWriter out;
    private final PrintWriter err;
    private final IntConsumer answered;

    /**
     * @param answered gets the exit code once the answer is out, before anything is let go of
     */
    private SqlMain(String[] arguments, PrintWriter out, PrintWriter err, IntConsumer answered) {
        this.answered = answered;
        action = arguments[0];
        format = arguments[1].toUpperCase(Locale.ROOT);
        memory = arguments[2];
        threads = Integer.parseInt(arguments[3]);
        subject = arguments[4];
        captures = Arrays.stream(arguments).skip(FIXED_ARGUMENTS).map(Path::of).toList();
        this.out = out;
        this.err = err;
    }

    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exitCode = run(arguments, out, err, code -> leave(code, out));
        out.flush();
        System.exit(exitCode);
    }

    /**
     * Signals the end of the output to the command and exits at once. The engine has no state to
     * save. The command need not wait until the engine and the mappings are closed.
     */
    private static void leave(int exitCode, PrintWriter out) {
        String end = System.getProperty(END_PROPERTY, "");
        if (!end.isEmpty()) {
            out.flush();
            System.out.close();
            System.err.println(end + exitCode);
            System.err.close();
            Runtime.getRuntime().halt(exitCode);
        }
    }

    /** What {@link #main} does, without leaving the JVM. */
    public static int run(String[] arguments, PrintWriter out, PrintWriter err) {
        return run(arguments, out, err, code -> {});
    }

    private static int run(String[] arguments, PrintWriter out, PrintWriter err, IntConsumer answered) {
        try {
            return new SqlMain(arguments, out, err, answered).run();
        } catch (SqlProblem problem) {
            out.flush();
            err.println("tidemark: " + problem.getMessage());
            return problem.exitCode();
        } catch (IOException | RuntimeException failure) {
            out.flush();
            err.println("tidemark: " + failure.getMessage());
            return SqlProblem.FAILED;
        } catch (OutOfMemoryError full) {
            err.println("tidemark: " + SqlSession.NO_HEAP);
            return SqlProblem.FAILED;
        }
    }

    private int run() throws SqlProblem, IOException {
        if (action.equals("list")) {
            StandardQuery.all().forEach(query -> out.println("%-24s %s".formatted(query.name(), query.meaning())));
            return 0;
        }
        String query = action.equals("standard") ? standardQuery() : subject;
        Engine.load();
        List<SqlCapture> found = CaptureList.of(captures);
        if (action.equals("export")) {
            return export(found);
        }
        if (found.size() == 1) { // many are opened by all threads of the engine
            lookAt(found.getFirst(), query);
        }
        try (PrintWriter terminal = terminal();
                Progress progress = new Progress(terminal, "reading");
                SqlSession session = SqlSession.open(found, threads, memory, true, action.equals("page"), progress)) {
            ask(session, query, AnswerFormat.valueOf(format), progress);
            answered.accept(exitCode(session.losses()));
            return exitCode(session.losses());
        }
    }

    private int export(List<SqlCapture> found) throws SqlProblem, IOException {
        TableExport export = new TableExport(Path.of(subject), TableExport.Format.valueOf(format));
        try (PrintWriter terminal = terminal();
                Progress progress = new Progress(terminal, "exporting")) {
            for (int i = 0; i < found.size(); i++) {
                double before = i;
                try (SqlSession session = SqlSession.open(List.of(found.get(i)), threads, memory, false)) {
                    export.add(session, share -> progress.accept((before + share) / found.size()));
                }
                found.get(i).forgetRows();
            }
        }
        export.print(out);
        Losses losses = new Losses(found);
        out.println(losses.line());
        return exitCode(losses);
    }

    private static int exitCode(Losses losses) {
        return losses.isAnyMissing() ? INCOMPLETE : 0;
    }

    /** Reads the index of the files that a query needs, while the engine is loaded. */
    private static void lookAt(SqlCapture capture, String query) {
        try {
            for (String table : Relations.tablesIn(query)) {
                capture.mapped(CaptureTables.named(table));
            }
        } catch (RuntimeException saidByTheQuery) {
            return;
        }
    }

    private String standardQuery() throws SqlProblem {
        return StandardQuery.named(subject)
                .orElseThrow(() -> new SqlProblem(
                        SqlProblem.USAGE,
                        "there is no standard query '%s'; 'tidemark sql --list' names them".formatted(subject),
                        null))
                .sql();
    }

    /** Null without a terminal. */
    private static PrintWriter terminal() {
        String place = System.getProperty(TERMINAL_PROPERTY, "");
        try {
            return place.isEmpty()
                    ? null
                    : new PrintWriter(Files.newBufferedWriter(Path.of(place), StandardOpenOption.WRITE));
        } catch (IOException notThere) {
            return null;
        }
    }

    private void ask(SqlSession session, String query, AnswerFormat answer, Progress progress)
            throws SqlProblem, IOException {
        boolean isPage = action.equals("page");
        AnswerPrinter printer = new AnswerPrinter(answer, out, isPage ? PAGE_ROWS : Long.MAX_VALUE);
        if (query.isEmpty() && !isPage) {
            new SqlShell(session, printer, out, err)
                    .run(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
            return;
        }
        List<String> statements = isPage ? List.of(query) : Statements.of(query);
        if (statements.isEmpty()) {
            throw new SqlProblem(SqlProblem.USAGE, "there is no statement in the query", null);
        }
        for (String statement : statements) {
            session.ask(statement, rows -> {
                progress.close(); // what follows may go to the same terminal
                printer.print(rows);
            });
        }
        progress.close();
        if (printer.isCut()) {
            err.println(String.format(
                    Locale.ROOT, "The answer has more rows than the page shows: these are the first %,d.", PAGE_ROWS));
        }
        PrintWriter notes = answer == AnswerFormat.TABLE ? out : err; // an answer for programs is whole
        notes.println(session.losses().line());
        notes.flush();
    }
}
