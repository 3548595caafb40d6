package io.tidemark.analysis.text;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * A bar on a terminal for work that lasts longer than two seconds; silent otherwise. Used by one
 * thread. Close it to clear the line.
 */
public final class ProgressBar implements AutoCloseable {
    private static final long PATIENCE_NANOS = 2_000_000_000L;
    private static final long REDRAW_NANOS = 100_000_000L;
    private static final int WIDTH = 30;

    private final PrintWriter terminal;
    private final String label;
    private final LongSupplier clockNanos;
    private long nextDrawNanos;
    private boolean drawn;

    /** {@code terminal} is null when there is no terminal. */
    public ProgressBar(PrintWriter terminal, String label, LongSupplier clockNanos) {
        this.terminal = terminal;
        this.label = label;
        this.clockNanos = clockNanos;
        nextDrawNanos = clockNanos.getAsLong() + PATIENCE_NANOS;
    }

    public void update(long done, long total) {
        if (terminal == null || clockNanos.getAsLong() - nextDrawNanos < 0) {
            return;
        }
        nextDrawNanos = clockNanos.getAsLong() + REDRAW_NANOS;
        int filled = total <= 0 ? 0 : (int) (WIDTH * Math.min(done, total) / total);
        terminal.print("\r"
                + label
                + " ["
                + "#".repeat(filled)
                + " ".repeat(WIDTH - filled)
                + "] "
                + Units.percent(total <= 0 ? 0 : (double) done / total)
                + " ");
        terminal.flush();
        drawn = true;
    }

    @Override
    public void close() {
        if (drawn) {
            terminal.print("\r\u001B[K");
            terminal.flush();
            drawn = false;
        }
    }
}
