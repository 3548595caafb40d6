package io.tidemark.cli.run;

import io.tidemark.collector.UnfinishedRun;
import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * Tells the person who ends a run by a signal or a key what became of its records. From
 * construction until {@link #close}; what it says comes from a thread of its own, when the process
 * leaves.
 */
final class SignalNotice implements AutoCloseable {
    private final Thread hook;

    SignalNotice(Path capture, PrintWriter err) {
        hook = new Thread(
                () -> {
                    if (UnfinishedRun.in(capture).isPresent()) {
                        err.println("tidemark: the run was ended before its capture was"
                                + " finished; 'tidemark recover "
                                + capture
                                + "' finishes it.");
                        err.flush();
                    }
                },
                "tidemark-signal-notice");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException leaving) {
            return; // it speaks already
        }
    }
}
