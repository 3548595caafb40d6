package io.tidemark.sql;

import io.tidemark.sql.engine.Engine;
import io.tidemark.sql.engine.TableFunctions;
import io.tidemark.sql.table.SqlCapture;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleConsumer;

/**
 * The engine with the tables of some captures. It sees no file and no network, and its settings
 * cannot be changed by a query, so that nothing a person asks can change a capture. One thread.
 */
public final class SqlSession implements AutoCloseable {
    /** Said where captures do not fit the heap, wherever that shows. */
    static final String NO_HEAP = "one of the captures needs more heap than this machine can give; ask for fewer"
            + " columns: those that the cores recorded need none";

    /** How the engine begins where a name is unknown, before it has looked at a row. */
    private static final String NOT_THERE = "Catalog Error";

    private static final int MOST_SUGGESTED = 2_000; // characters of an engine's message

    private final Connection connection;
    private final Relations relations;
    private final Losses losses;

    private SqlSession(Connection connection, Relations relations, Losses losses) {
        this.connection = connection;
        this.relations = relations;
        this.losses = losses;
    }

    /**
     * @param memory how much the engine may take beside the heap, as in 2GB
     */
    static SqlSession open(List<SqlCapture> captures, int threads, String memory, boolean locked) throws SqlProblem {
        return open(captures, threads, memory, locked, false, share -> {});
    }

    /**
     * @param memory how much the engine may take beside the heap, as in 2GB
     * @param streams whether rows are made while they are read, for who reads only the first ones;
     *     a query may then fail after some of its rows
     * @param progress gets the share of the captures that a table was read of, from any thread
     */
    static SqlSession open(
            List<SqlCapture> captures,
            int threads,
            String memory,
            boolean locked,
            boolean streams,
            DoubleConsumer progress)
            throws SqlProblem {
        try {
            Connection connection = Engine.connect(streams);
            try (Statement statement = connection.createStatement()) {
                statement.execute("set threads = " + threads);
                statement.execute("set memory_limit = '" + memory + "'");
                statement.execute("set temp_directory = ''");
                statement.execute("set autoinstall_known_extensions = false");
                statement.execute("set autoload_known_extensions = false");
                statement.execute("set enable_progress_bar = false");
                if (locked) {
                    statement.execute("set enable_external_access = false");
                    statement.execute("set lock_configuration = true");
                }
            }
            Relations relations = new Relations(connection, new TableFunctions(captures, threads, progress));
            return new SqlSession(connection, relations, new Losses(captures));
        } catch (SQLException failure) {
            throw problem(failure);
        }
    }

    /** What a query does with its rows. */
    @FunctionalInterface
    interface Rows {
        void take(ResultSet rows) throws SQLException;
    }

    /**
     * Runs the statements of a text ({@link Statements} splits it). The caller gets the result of
     * the last statement, if it has one. A query with an unknown name is repeated after all tables
     * were created. The name may be another spelling of a table, and the engine's message can
     * suggest similar names.
     */
    void ask(String text, Rows answer) throws SqlProblem {
        try {
            boolean hasOthers = relations.makeFor(text);
            try {
                execute(text, answer);
            } catch (SQLException failure) {
                if (!hasOthers || !String.valueOf(failure.getMessage()).contains(NOT_THERE)) {
                    throw failure;
                }
                relations.makeAll();
                execute(text, answer);
            }
        } catch (SQLException failure) {
            throw problem(failure);
        }
    }

    private void execute(String text, Rows answer) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (statement.execute(text)) {
                try (ResultSet rows = statement.getResultSet()) {
                    answer.take(rows);
                }
            }
        }
    }

    /** Runs a statement that writes; the answer is how many rows it wrote. */
    long write(String text) throws SqlProblem {
        try (Statement statement = connection.createStatement()) {
            relations.makeAll();
            return statement.executeLargeUpdate(text);
        } catch (SQLException failure) {
            throw problem(failure);
        }
    }

    /** What is missing from the data behind every answer. */
    Losses losses() {
        return losses;
    }

    /** The engine's message in one sentence: without its stack, and with what helps. */
    static SqlProblem problem(SQLException failure) {
        String message = String.valueOf(failure.getMessage()).strip();
        String lower = message.toLowerCase(Locale.ROOT);
        if (message.contains(OutOfMemoryError.class.getName())) {
            return new SqlProblem(SqlProblem.FAILED, NO_HEAP, failure);
        }
        if (lower.contains("out of memory")) {
            return new SqlProblem(
                    SqlProblem.FAILED,
                    "the query needs more memory than the engine may take; ask for less, or raise" + " --memory",
                    failure);
        }
        String cut = message.substring(0, Math.min(message.length(), MOST_SUGGESTED));
        String first = cut.replaceAll("(?s)\\s*\\n\\s*LINE \\d+:.*", "")
                .replaceAll("(?s)\\s+at [\\w.$]+\\(.*", "") // of a reader behind a table
                .replaceAll("\\s+", " ");
        return new SqlProblem(SqlProblem.FAILED, first, failure);
    }

    @Override
    public void close() throws SqlProblem {
        try {
            connection.close();
        } catch (SQLException failure) {
            throw problem(failure);
        }
    }
}
