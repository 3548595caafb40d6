package io.tidemark.recording.whatif;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A directory for files that are not kept. It is removed when it is closed. If the process ends before that, as by
 * Ctrl-C, the writer is asked to stop and has a moment to do so; then the rest is removed. One thread makes and closes
 * it; the end of the process is another.
 */
public final class ScratchDirectory implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 2000;
    private static final int ATTEMPTS = 3; // a writer that did not stop may add a file meanwhile

    private final Path path;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread onExit = Thread.ofPlatform().unstarted(() -> leave(PATIENCE_MILLIS));
    private volatile boolean isLeaving;

    private ScratchDirectory(Path path) {
        this.path = path;
    }

    /**
     * A new one where the system keeps such files.
     *
     * @throws CancellationException if the process ends already
     */
    public static ScratchDirectory create(String prefix) throws IOException {
        return create(prefix, Runtime.getRuntime()::addShutdownHook);
    }

    /** The same; {@code atExit} keeps a thread for the end of the process. */
    static ScratchDirectory create(String prefix, Consumer<Thread> atExit) throws IOException {
        ScratchDirectory made = new ScratchDirectory(Files.createTempDirectory(prefix));
        try {
            atExit.accept(made.onExit);
        } catch (IllegalStateException ending) {
            made.remove();
            throw new CancellationException("the process ends");
        }
        return made;
    }

    public Path path() {
        return path;
    }

    /** Whether the process ends: the files here are no longer needed. */
    public boolean isLeaving() {
        return isLeaving;
    }

    /** The process ends; waits so long for the owner to close it. */
    void leave(long patienceMillis) {
        isLeaving = true;
        try {
            if (closed.await(patienceMillis, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        for (int attempt = 0; attempt < ATTEMPTS && !isRemoved(); attempt++) {
            Thread.onSpinWait();
        }
    }

    private boolean isRemoved() {
        try {
            remove();
            return true;
        } catch (IOException | UncheckedIOException stillWritten) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            remove();
        } finally {
            closed.countDown();
            if (!isLeaving) {
                forgetExit();
            }
        }
    }

    private void forgetExit() {
        try {
            Runtime.getRuntime().removeShutdownHook(onExit);
        } catch (IllegalStateException ending) {
            return; // it has begun to end just now, and finds it closed
        }
    }

    private void remove() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(path)) {
            for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
