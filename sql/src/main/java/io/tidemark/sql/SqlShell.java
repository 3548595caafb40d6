package io.tidemark.sql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * Reads statements up to a line that ends with a semicolon, and answers each of them until the
 * input ends or a line says quit. A statement that fails costs one line. One thread.
 */
final class SqlShell {
    private final SqlSession session;
    private final AnswerPrinter printer;
    private final PrintWriter out;
    private final PrintWriter err;

    SqlShell(SqlSession session, AnswerPrinter printer, PrintWriter out, PrintWriter err) {
        this.session = session;
        this.printer = printer;
        this.out = out;
        this.err = err;
    }

    void run(BufferedReader in) throws IOException {
        boolean interactive = System.console() != null && System.console().isTerminal();
        if (interactive) {
            out.println("Statements end with ';'. 'show tables;' lists the tables, 'quit' ends.");
        }
        StringBuilder statement = new StringBuilder();
        while (true) {
            if (interactive) {
                out.print(statement.isEmpty() ? "sql> " : "...> ");
            }
            out.flush();
            String line = in.readLine();
            String word = line == null ? "" : line.strip();
            if (line == null || statement.isEmpty() && isEnd(word)) {
                break;
            }
            statement.append(line).append('\n');
            if (word.endsWith(";")) {
                answerAll(statement.toString());
                statement.setLength(0);
            }
        }
        answerAll(statement.toString());
    }

    private static boolean isEnd(String word) {
        return word.equals("quit") || word.equals("exit") || word.equals("\\q");
    }

    private void answerAll(String text) {
        Statements.of(text).forEach(this::answer);
    }

    private void answer(String statement) {
        try {
            session.ask(statement, printer::print);
            out.println(session.losses().line());
        } catch (SqlProblem problem) {
            out.flush();
            err.println("tidemark: " + problem.getMessage());
        }
        out.flush();
    }
}
