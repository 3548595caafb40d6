package io.tidemark.cli.run;

import io.tidemark.collector.UnfinishedRun;
import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * Informs a user who ended a run by a signal or a key how to finish its capture. Active from
 * construction until {@link #close}. A shutdown hook prints the message.
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
