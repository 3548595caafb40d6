package io.tidemark.sql.engine;

import java.lang.invoke.MethodHandles;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** Starts the engine. Stateless. */
public final class Engine {
    /** The class of the driver that loads the library. */
    static final String LIBRARY = "org.duckdb.DuckDBNative";

    private Engine() {}

    /**
     * Loads the engine's library on a separate thread. That takes a tenth of a second, in which the
     * caller can open its captures. An error here occurs again when the engine is used.
     */
    public static void load() {
        Thread.ofPlatform().daemon().name("engine-load").start(() -> {
            try {
                Class.forName(LIBRARY);
            } catch (ClassNotFoundException | LinkageError saidLater) {
                return;
            }
        });
    }

    /**
     * Creates a separate, empty engine.
     *
     * @param streams whether rows are made while they are read
     */
    public static Connection connect(boolean streams) throws SQLException {
        skipEvents();
        Properties properties = new Properties();
        properties.setProperty("jdbc_stream_results", Boolean.toString(streams));
        return DriverManager.getConnection("jdbc:duckdb:", properties);
    }

    /**
     * With its first connection the driver tells Java's flight recorder of an event, for which the
     * JVM makes classes: a tenth of a second, for a recording that the engine's process does not
     * make. A driver without the event has nothing to skip.
     */
    private static void skipEvents() {
        try {
            Class<?> monitor = Class.forName("org.duckdb.DuckDBMemoryMonitor");
            MethodHandles.privateLookupIn(monitor, MethodHandles.lookup())
                    .findStaticVarHandle(monitor, "initialized", boolean.class)
                    .set(true);
        } catch (ReflectiveOperationException otherDriver) {
            return;
        }
    }
}
