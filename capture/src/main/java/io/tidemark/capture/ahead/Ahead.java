package io.tidemark.capture.ahead;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * A value that a separate daemon thread computes while the caller does something else. Any thread
 * may ask for it and then waits. An exception of the computation is thrown to every caller that
 * asks.
 */
public final class Ahead<T> {
    private final FutureTask<T> work;

    private Ahead(FutureTask<T> work) {
        this.work = work;
    }

    /** Starts the work; {@code name} is that of its thread. */
    public static <T> Ahead<T> of(String name, Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread.ofPlatform().daemon().name(name).start(task);
        return new Ahead<>(task);
    }

    /** The value; an interrupt is kept for later. */
    public T get() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return work.get();
                } catch (InterruptedException again) {
                    interrupted = true;
                } catch (ExecutionException failure) {
                    throw rethrown(failure.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException rethrown(Throwable cause) {
        if (cause instanceof Error fatal) {
            throw fatal;
        }
        return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
    }
}
