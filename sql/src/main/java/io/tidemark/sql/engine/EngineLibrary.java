package io.tidemark.sql.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import org.duckdb.DuckDBConnection;

/**
 * The part of the engine's C interface that table functions need. The driver's own table functions
 * attach the engine's thread to the JVM for every 2,048 rows and detach it again, which costs more
 * than the rows. A thread that enters through an upcall stays attached. The library is the one that
 * the driver has loaded. Every call passes four words and returns one, whatever the function needs.
 * Words are passed in registers, and a function ignores registers that it does not use. The JVM
 * then needs to create only one shape of call at the start (25 ms each). Stateless; any thread.
 */
@SuppressWarnings("restricted") // the engine is C
final class EngineLibrary {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final FunctionDescriptor FOUR_WORDS = FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final FunctionDescriptor CALLBACK =
            FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodHandle CALL = LINKER.downcallHandle(FOUR_WORDS);

    private static final MemorySegment CREATE_TABLE_FUNCTION = find("create_table_function");
    private static final MemorySegment DESTROY_TABLE_FUNCTION = find("destroy_table_function");
    private static final MemorySegment SET_NAME = find("table_function_set_name");
    private static final MemorySegment SET_EXTRA_INFO = find("table_function_set_extra_info");
    private static final MemorySegment SET_BIND = find("table_function_set_bind");
    private static final MemorySegment SET_INIT = find("table_function_set_init");
    private static final MemorySegment SET_LOCAL_INIT = find("table_function_set_local_init");
    private static final MemorySegment SET_FUNCTION = find("table_function_set_function");
    private static final MemorySegment SET_PROJECTION = find("table_function_supports_projection_pushdown");
    private static final MemorySegment CREATE_TYPE = find("create_logical_type");
    private static final MemorySegment CREATE_ENUM_TYPE = find("create_enum_type");
    private static final MemorySegment DESTROY_TYPE = find("destroy_logical_type");
    private static final MemorySegment BIND_EXTRA_INFO = find("bind_get_extra_info");
    private static final MemorySegment BIND_ADD_COLUMN = find("bind_add_result_column");
    private static final MemorySegment BIND_SET_ERROR = find("bind_set_error");
    private static final MemorySegment INIT_EXTRA_INFO = find("init_get_extra_info");
    private static final MemorySegment INIT_COLUMNS = find("init_get_column_count");
    private static final MemorySegment INIT_COLUMN = find("init_get_column_index");
    private static final MemorySegment INIT_SET_THREADS = find("init_set_max_threads");
    private static final MemorySegment INIT_SET_DATA = find("init_set_init_data");
    private static final MemorySegment INIT_SET_ERROR = find("init_set_error");
    private static final MemorySegment CALL_DATA = find("function_get_init_data");
    private static final MemorySegment CALL_LOCAL_DATA = find("function_get_local_init_data");
    private static final MemorySegment CALL_SET_ERROR = find("function_set_error");
    private static final MemorySegment CHUNK_VECTOR = find("data_chunk_get_vector");
    private static final MemorySegment CHUNK_SET_SIZE = find("data_chunk_set_size");
    private static final MemorySegment VECTOR_DATA = find("vector_get_data");
    private static final MemorySegment VECTOR_VALIDITY = find("vector_get_validity");
    private static final MemorySegment VECTOR_WRITABLE_VALIDITY = find("vector_ensure_validity_writable");
    private static final MemorySegment VECTOR_ASSIGN_TEXT = find("vector_assign_string_element_len");

    private EngineLibrary() {}

    private static MemorySegment find(String name) {
        try {
            Class.forName(Engine.LIBRARY);
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException("the SQL engine's driver is missing", missing);
        }
        return SymbolLookup.loaderLookup()
                .find("duckdb_" + name)
                .orElseThrow(() -> new IllegalStateException("the SQL engine has no function duckdb_" + name));
    }

    /** What the engine calls: a function of two words, of which it may use one. Never throws. */
    static MemorySegment callback(MethodHandle target, Arena arena) {
        return LINKER.upcallStub(target, CALLBACK, arena);
    }

    /**
     * Registers a table function with the engine; the arguments of the callbacks are its handles.
     */
    static void register(Connection connection, String name, long index, Callbacks callbacks) throws SQLException {
        try (Arena arena = Arena.ofConfined()) {
            long function = call(CREATE_TABLE_FUNCTION);
            call(SET_NAME, function, arena.allocateFrom(name).address());
            call(SET_EXTRA_INFO, function, index, 0);
            call(SET_BIND, function, callbacks.bind().address());
            call(SET_INIT, function, callbacks.init().address());
            call(SET_LOCAL_INIT, function, callbacks.localInit().address());
            call(SET_FUNCTION, function, callbacks.function().address());
            call(SET_PROJECTION, function, 1);
            boolean known = Driver.register(connection, function);
            call(DESTROY_TABLE_FUNCTION, pointerTo(arena, function));
            if (!known) {
                throw new SQLException("the SQL engine refuses the table function " + name);
            }
        }
    }

    /** The functions that the engine calls for every table. */
    record Callbacks(
            MemorySegment bind,
            MemorySegment init,
            MemorySegment localInit,
            MemorySegment function,
            MemorySegment destroy) {}

    /**
     * Private parts of the driver: they register a foreign table function for a connection of the
     * driver.
     */
    private static final class Driver {
        private static final MethodHandle CONNECTION;
        private static final MethodHandle REGISTER;

        static {
            try {
                CONNECTION = MethodHandles.privateLookupIn(DuckDBConnection.class, MethodHandles.lookup())
                        .findGetter(DuckDBConnection.class, "connRef", ByteBuffer.class);
                Class<?> bindings = Class.forName("org.duckdb.DuckDBBindings");
                REGISTER = MethodHandles.privateLookupIn(bindings, MethodHandles.lookup())
                        .findStatic(
                                bindings,
                                "duckdb_register_table_function",
                                java.lang.invoke.MethodType.methodType(int.class, ByteBuffer.class, ByteBuffer.class));
            } catch (ReflectiveOperationException otherDriver) {
                throw new IllegalStateException(
                        "the SQL engine's driver is not the one this version was made for", otherDriver);
            }
        }

        static boolean register(Connection connection, long function) throws SQLException {
            try {
                ByteBuffer handle = (ByteBuffer) CONNECTION.invoke(connection.unwrap(DuckDBConnection.class));
                ByteBuffer made = MemorySegment.ofAddress(function)
                        .reinterpret(Long.BYTES)
                        .asByteBuffer();
                return (int) REGISTER.invoke(handle, made) == 0;
            } catch (SQLException | RuntimeException | Error failure) {
                throw failure;
            } catch (Throwable other) {
                throw new IllegalStateException(other);
            }
        }
    }

    private static long pointerTo(Arena arena, long handle) {
        return arena.allocateFrom(ValueLayout.JAVA_LONG, handle).address();
    }

    static long createType(int code) {
        return call(CREATE_TYPE, code);
    }

    static long createEnumType(Iterable<String> texts, int count) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointers = arena.allocate(ValueLayout.JAVA_LONG, Math.max(1, count));
            int at = 0;
            for (String text : texts) {
                pointers.setAtIndex(
                        ValueLayout.JAVA_LONG, at++, arena.allocateFrom(text).address());
            }
            return call(CREATE_ENUM_TYPE, pointers.address(), count);
        }
    }

    static void destroyType(long type) {
        try (Arena arena = Arena.ofConfined()) {
            call(DESTROY_TYPE, pointerTo(arena, type));
        }
    }

    static int indexOfBind(long bind) {
        return (int) call(BIND_EXTRA_INFO, bind);
    }

    static void addColumn(long bind, String name, long type) {
        try (Arena arena = Arena.ofConfined()) {
            call(BIND_ADD_COLUMN, bind, arena.allocateFrom(name).address(), type);
        }
    }

    static int indexOfInit(long init) {
        return (int) call(INIT_EXTRA_INFO, init);
    }

    /** Columns that the query names, as indices of the table. */
    static long[] columns(long init) {
        long[] columns = new long[(int) call(INIT_COLUMNS, init)];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = call(INIT_COLUMN, init, i);
        }
        return columns;
    }

    static void setThreads(long init, int threads) {
        call(INIT_SET_THREADS, init, threads);
    }

    static void setData(long init, long data, MemorySegment destroy) {
        call(INIT_SET_DATA, init, data, destroy.address());
    }

    static long data(long call) {
        return call(CALL_DATA, call);
    }

    static long localData(long call) {
        return call(CALL_LOCAL_DATA, call);
    }

    static long vector(long chunk, int column) {
        return call(CHUNK_VECTOR, chunk, column);
    }

    static void setSize(long chunk, long rows) {
        call(CHUNK_SET_SIZE, chunk, rows);
    }

    /** The cells of a vector; valid until the callback returns. */
    static MemorySegment cells(long vector, long bytes) {
        return MemorySegment.ofAddress(call(VECTOR_DATA, vector)).reinterpret(bytes);
    }

    /** The bits of a vector that say which cells are present, to be written. */
    static MemorySegment validity(long vector, long bytes) {
        call(VECTOR_WRITABLE_VALIDITY, vector);
        return MemorySegment.ofAddress(call(VECTOR_VALIDITY, vector)).reinterpret(bytes);
    }

    static void assignText(long vector, long row, MemorySegment text, long bytes) {
        call(VECTOR_ASSIGN_TEXT, vector, row, text.address(), bytes);
    }

    /** Where a callback failed; says which of the engine's functions takes the message. */
    enum Stage {
        BIND(BIND_SET_ERROR),
        INIT(INIT_SET_ERROR),
        CALL(CALL_SET_ERROR);

        private final MemorySegment setError;

        Stage(MemorySegment setError) {
            this.setError = setError;
        }

        void fail(long info, String message) {
            try (Arena arena = Arena.ofConfined()) {
                call(setError, info, arena.allocateFrom(message).address());
            }
        }
    }

    private static long call(MemorySegment function) {
        return call(function, 0, 0, 0, 0);
    }

    private static long call(MemorySegment function, long one) {
        return call(function, one, 0, 0, 0);
    }

    private static long call(MemorySegment function, long one, long two) {
        return call(function, one, two, 0, 0);
    }

    private static long call(MemorySegment function, long one, long two, long three) {
        return call(function, one, two, three, 0);
    }

    private static long call(MemorySegment function, long one, long two, long three, long four) {
        try {
            return (long) CALL.invokeExact(function, one, two, three, four);
        } catch (Throwable failure) {
            throw impossible(failure);
        }
    }

    private static IllegalStateException impossible(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a C function throws nothing", failure);
    }
}
