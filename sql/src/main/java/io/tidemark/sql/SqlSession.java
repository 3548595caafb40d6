package io.tidemark.sql;

import io.tidemark.sql.engine.TableFunctions;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.tables.CaptureTables;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/**
 * The engine with the tables of some captures. It sees no file and no network, and its settings
 * cannot be changed by a query, so that nothing a person asks can change a capture. One thread.
 */
public final class SqlSession implements AutoCloseable {
    /** Said where captures do not fit the heap, wherever that shows. */
    static final String NO_HEAP =
            "the captures need more heap than the engine's process has; ask fewer at a time or"
                    + " fewer columns, or raise --heap";

    private static final int MOST_SUGGESTED = 2_000; // characters of an engine's message

    private final Connection connection;
    private final Losses losses;

    private SqlSession(Connection connection, Losses losses) {
        this.connection = connection;
        this.losses = losses;
    }

    /**
     * @param memory how much the engine may take beside the heap, as in 2GB
     */
    static SqlSession open(List<SqlCapture> captures, int threads, String memory, boolean locked)
            throws SqlProblem {
        return open(captures, threads, memory, locked, false);
    }

    /**
     * @param memory how much the engine may take beside the heap, as in 2GB
     * @param streams whether rows are made while they are read, for who reads only the first ones;
     *     a query may then fail after some of its rows
     */
    static SqlSession open(
            List<SqlCapture> captures, int threads, String memory, boolean locked, boolean streams)
            throws SqlProblem {
        try {
            Properties properties = new Properties();
            properties.setProperty("jdbc_stream_results", Boolean.toString(streams));
            Connection connection = DriverManager.getConnection("jdbc:duckdb:", properties);
            try (Statement statement = connection.createStatement()) {
                statement.execute("set threads = " + threads);
                statement.execute("set memory_limit = '" + memory + "'");
                statement.execute("set temp_directory = ''");
                statement.execute("set autoinstall_known_extensions = false");
                statement.execute("set autoload_known_extensions = false");
                statement.execute("set enable_progress_bar = false");
                TableFunctions.register(connection, CaptureTables.all(), captures, threads);
                defineViews(statement);
                if (locked) {
                    statement.execute("set enable_external_access = false");
                    statement.execute("set lock_configuration = true");
                }
            }
            return new SqlSession(connection, new Losses(captures));
        } catch (SQLException failure) {
            throw problem(failure);
        }
    }

    private static void defineViews(Statement statement) throws SQLException {
        for (TableDefinition<?> table : CaptureTables.all()) {
            statement.execute(
                    "create view %s as select * from %s%s()"
                            .formatted(table.name(), TableFunctions.PREFIX, table.name()));
        }
        for (SqlView view : SqlView.all()) {
            statement.execute("create view " + view.name() + " as " + view.query());
        }
    }

    /** What a query does with its rows. */
    @FunctionalInterface
    interface Rows {
        void take(ResultSet rows) throws SQLException;
    }

    /** Runs the statements of a text, one after the other; each with a result is handed over. */
    void ask(String text, Rows answer) throws SqlProblem {
        try (Statement statement = connection.createStatement()) {
            if (statement.execute(text)) {
                try (ResultSet rows = statement.getResultSet()) {
                    answer.take(rows);
                }
            }
        } catch (SQLException failure) {
            throw problem(failure);
        }
    }

    /** Runs a statement that writes; the answer is how many rows it wrote. */
    long write(String text) throws SqlProblem {
        try (Statement statement = connection.createStatement()) {
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
                    "the query needs more memory than the engine may take; ask for less, or raise"
                            + " --memory",
                    failure);
        }
        String cut = message.substring(0, Math.min(message.length(), MOST_SUGGESTED));
        String first =
                cut.replaceAll("(?s)\\s*\\n\\s*LINE \\d+:.*", "")
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
