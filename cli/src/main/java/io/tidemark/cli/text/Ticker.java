package io.tidemark.cli.text;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * A line on a terminal that repeatedly shows the progress of some work, from its second second on.
 * A separate thread writes it until it is closed, which clears the line. Nothing happens without a
 * terminal.
 */
public final class Ticker implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final PrintWriter terminal;
    private final Supplier<String> text;
    private final Thread writer;

    /**
     * @param terminal null when there is none
     * @param text a short line; asked for by another thread
     */
    public Ticker(PrintWriter terminal, Supplier<String> text) {
        this.terminal = terminal;
        this.text = text;
        this.writer = Thread.ofPlatform().daemon().name("tidemark-ticker").unstarted(this::write);
        if (terminal != null) {
            writer.start();
        }
    }

    /** Says what is done, and for how many seconds. */
    public static Ticker elapsed(PrintWriter terminal, String what) {
        long begin = System.nanoTime();
        return new Ticker(
                terminal,
                () -> "%s, %d s"
                        .formatted(
                                what,
                                Duration.ofNanos(System.nanoTime() - begin).toSeconds()));
    }

    /** Completed of known tasks, and how many a second. */
    public static String tasks(long done, long known, double seconds) {
        return String.format(Locale.ROOT, "running, %,d of %,d tasks, %,.0f a second", done, known, done / seconds);
    }

    private void write() {
        boolean drawn = false;
        try {
            Thread.sleep(PATIENCE);
            while (true) {
                terminal.print("\r" + text.get() + "\u001B[K");
                terminal.flush();
                drawn = true;
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException closed) {
            if (drawn) {
                terminal.print("\r\u001B[K");
                terminal.flush();
            }
        }
    }

    @Override
    public void close() {
        writer.interrupt();
        boolean interrupted = false;
        while (writer.isAlive()) {
            try {
                writer.join();
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
