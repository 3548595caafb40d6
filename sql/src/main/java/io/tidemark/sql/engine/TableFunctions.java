package io.tidemark.sql.engine;

import io.tidemark.sql.engine.EngineLibrary.Callbacks;
import io.tidemark.sql.engine.EngineLibrary.Stage;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleConsumer;

/**
 * The tables of some captures as functions of the engine, which calls them from as many threads as
 * it has. Objects of a query are kept here under a number, which the engine carries. Nothing that a
 * table throws gets past this class: the query fails with its message. Lives as long as the
 * process.
 */
public final class TableFunctions {
    /** What the function behind a table is called: this and the name of the table. */
    public static final String PREFIX = "tidemark_";

    private final List<SqlCapture> captures;
    private final int threads;
    private final DoubleConsumer progress;
    private final List<ScanFunction> functions = new CopyOnWriteArrayList<>();
    private final Map<Long, Object> kept = new ConcurrentHashMap<>();
    private final AtomicLong lastKey = new AtomicLong();
    private Callbacks callbacks; // null until there is a function

    /**
     * @param threads of the engine
     * @param progress gets the share of the captures that a table was read of, from any thread
     */
    public TableFunctions(List<SqlCapture> captures, int threads, DoubleConsumer progress) {
        this.captures = captures;
        this.threads = threads;
        this.progress = progress;
    }

    /** Makes a function of a table. No query runs meanwhile. */
    public void register(Connection connection, TableDefinition<?> table) throws SQLException {
        if (callbacks == null) {
            callbacks = callbacks();
        }
        functions.add(new ScanFunction(table, captures, threads, progress));
        EngineLibrary.register(connection, PREFIX + table.name(), functions.size() - 1L, callbacks);
    }

    private Callbacks callbacks() {
        return new Callbacks(
                callback("bind"), callback("init"), callback("localInit"), callback("fill"), callback("drop"));
    }

    private MemorySegment callback(String name) {
        try {
            MethodType type = MethodType.methodType(void.class, long.class, long.class);
            MethodHandle method = MethodHandles.lookup().findVirtual(TableFunctions.class, name, type);
            return EngineLibrary.callback(method.bindTo(this), Arena.global());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void bind(long info, long none) {
        guarded(
                Stage.BIND,
                info,
                () -> functions.get(EngineLibrary.indexOfBind(info)).bind(info));
    }

    private void init(long info, long none) {
        guarded(
                Stage.INIT,
                info,
                () -> keep(info, functions.get(EngineLibrary.indexOfInit(info)).init(info)));
    }

    private void localInit(long info, long none) {
        guarded(Stage.INIT, info, () -> keep(info, new ScanFunction.Stretch()));
    }

    private void keep(long info, Object data) {
        long key = lastKey.incrementAndGet();
        kept.put(key, data);
        EngineLibrary.setData(info, key, callbacks.destroy());
    }

    private void fill(long info, long chunk) {
        guarded(Stage.CALL, info, () -> {
            ScanFunction.Scan scan = (ScanFunction.Scan) kept.get(EngineLibrary.data(info));
            ScanFunction.Stretch stretch = (ScanFunction.Stretch) kept.get(EngineLibrary.localData(info));
            EngineLibrary.setSize(chunk, scan.fill(stretch, chunk));
        });
    }

    private void drop(long key, long none) {
        kept.remove(key);
    }

    /** An exception that left a callback would end the process. */
    private static void guarded(Stage stage, long info, Runnable work) {
        try {
            work.run();
        } catch (Throwable failure) {
            stage.fail(info, message(failure));
        }
    }

    private static String message(Throwable failure) {
        return failure instanceof VirtualMachineError || failure.getMessage() == null
                ? failure.toString()
                : failure.getMessage();
    }
}
