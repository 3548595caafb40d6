package io.tidemark.sql;

import io.tidemark.sql.engine.TableFunctions;
import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.tables.CaptureTables;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables and views of a session, each made when a statement first names it: to make one opens
 * the captures, which a query of another table need not wait for. One thread.
 */
final class Relations {
    private static final Pattern WORD = Pattern.compile("[a-z_][a-z_0-9]*");

    /** A statement that does nothing but read, and no list of what there is. */
    private static final Pattern PLAIN_QUERY = Pattern.compile("(?s)\\s*(select|from|with)\\b[^;]*;?\\s*");

    private static final Pattern CATALOG =
            Pattern.compile("information_schema|duckdb_|sqlite_|pg_|pragma|\\b(show|describe|summarize)\\b");

    private final Connection connection;
    private final TableFunctions functions;
    private final Map<String, String> queries = new LinkedHashMap<>(); // behind each name
    private final Set<String> made = new HashSet<>();

    Relations(Connection connection, TableFunctions functions) {
        this.connection = connection;
        this.functions = functions;
        for (TableDefinition<?> table : CaptureTables.all()) {
            queries.put(table.name(), "select * from %s%s()".formatted(TableFunctions.PREFIX, table.name()));
        }
        for (SqlView view : SqlView.all()) {
            queries.put(view.name(), view.query());
        }
    }

    /**
     * Makes what a text names, and everything for a text that may need more.
     *
     * @return whether there is something that was not made
     */
    boolean makeFor(String text) throws SQLException {
        String lower = text.toLowerCase(Locale.ROOT);
        if (!PLAIN_QUERY.matcher(lower).matches() || CATALOG.matcher(lower).find()) {
            makeAll();
        } else {
            makeNamed(lower);
        }
        return made.size() < queries.size();
    }

    void makeAll() throws SQLException {
        for (String name : List.copyOf(queries.keySet())) {
            make(name);
        }
    }

    /** The tables that a text names, itself or by views; a few more where it uses their words. */
    static Set<String> tablesIn(String text) {
        Set<String> named = new LinkedHashSet<>();
        addNamed(text, named);
        named.removeIf(name -> !CaptureTables.isTable(name));
        return named;
    }

    private static void addNamed(String text, Set<String> named) {
        Matcher words = WORD.matcher(text.toLowerCase(Locale.ROOT));
        while (words.find()) {
            if (named.add(words.group())) {
                SqlView.all().stream()
                        .filter(view -> view.name().equals(words.group()))
                        .forEach(view -> addNamed(view.query(), named));
            }
        }
    }

    private void makeNamed(String text) throws SQLException {
        Matcher words = WORD.matcher(text);
        while (words.find()) {
            if (queries.containsKey(words.group())) {
                make(words.group());
            }
        }
    }

    private void make(String name) throws SQLException {
        if (!made.add(name)) {
            return;
        }
        String query = queries.get(name);
        try (Statement statement = connection.createStatement()) {
            if (CaptureTables.isTable(name)) {
                functions.register(connection, CaptureTables.named(name));
            } else {
                makeNamed(query);
            }
            statement.execute("create view " + name + " as " + query);
        } catch (SQLException | RuntimeException failure) {
            made.remove(name);
            throw failure;
        }
    }
}
