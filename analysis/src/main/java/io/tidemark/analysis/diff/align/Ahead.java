package io.tidemark.analysis.diff.align;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * A value that a thread of its own makes, while the one that asked for it does something else. The
 * thread that started it takes it.
 *
 * @param <T> the value
 */
public final class Ahead<T> {
    private final FutureTask<T> task;

    private Ahead(FutureTask<T> task) {
        this.task = task;
    }

    /** Starts to make a value. */
    public static <T> Ahead<T> of(String name, Supplier<T> source) {
        Ahead<T> ahead = new Ahead<>(new FutureTask<>(source::get));
        Thread.ofPlatform().daemon().name(name).start(ahead.task);
        return ahead;
    }

    /** The value, once it is there; throws what making it threw. */
    public T get() {
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException again) {
                    isInterrupted = true;
                } catch (ExecutionException failure) {
                    throw rethrown(failure.getCause());
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException rethrown(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
    }
}
