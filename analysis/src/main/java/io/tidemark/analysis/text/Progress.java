package io.tidemark.analysis.text;

import java.io.PrintWriter;
import java.util.function.DoubleConsumer;

/**
 * A progress bar that several threads may move. It shows only on a terminal and only when the work
 * takes longer than two seconds. Close it to clear the line; it stays clear after that.
 */
public final class Progress implements DoubleConsumer, AutoCloseable {
    private static final long STEPS = 1000;

    private final ProgressBar bar;
    private double highest;
    private boolean isClosed;

    /** {@code terminal} is null when there is no terminal. */
    public Progress(PrintWriter terminal, String label) {
        bar = new ProgressBar(terminal, label, System::nanoTime);
    }

    /** Moves the bar to a share of one; it never goes back. */
    @Override
    public synchronized void accept(double share) {
        highest = Math.max(highest, share);
        if (!isClosed) {
            bar.update(Math.round(highest * STEPS), STEPS);
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        bar.close();
    }
}
