package io.tidemark.cli.run;

import io.tidemark.cli.text.ExitCode;
import io.tidemark.recording.device.InterruptSignal;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;

/**
 * Ctrl-C during a run. The first ends the run in order, so that its capture is finished; the second
 * ends the process at once and leaves what {@code recover} can finish. From construction until
 * {@link #close}; separate threads handle the signal.
 */
final class Interruption implements AutoCloseable {
    private final PrintWriter err;
    private final InterruptSignal signal; // null where signals cannot be taken
    private final CountDownLatch requested = new CountDownLatch(1);
    private Runnable stop = () -> {};
    private boolean isOver;

    Interruption(PrintWriter err) {
        this.err = err;
        this.signal = InterruptSignal.take(this::request);
    }

    /** What the first Ctrl-C does; at once if there was one. */
    synchronized void stopWith(Runnable newStop) {
        stop = newStop;
        if (isRequested()) {
            stop.run();
        }
    }

    /** The capture is finished: from here on Ctrl-C only ends the waiting. */
    synchronized void runIsOver() {
        isOver = true;
    }

    boolean isRequested() {
        return requested.getCount() == 0;
    }

    /** Waits until Ctrl-C. */
    void await() throws InterruptedException {
        requested.await();
    }

    private void request() {
        boolean isFirst;
        synchronized (this) {
            isFirst = !isRequested();
            requested.countDown();
            if (isFirst && !isOver) {
                err.println("tidemark: interrupted; the run is stopped and its capture finished. Ctrl-C"
                        + " again ends at once.");
                err.flush();
                stop.run();
            }
        }
        if (!isFirst) {
            System.exit(ExitCode.INTERRUPTED); // a hook says how to finish the capture
        }
    }

    @Override
    public void close() {
        if (signal != null) {
            signal.close();
        }
    }
}
