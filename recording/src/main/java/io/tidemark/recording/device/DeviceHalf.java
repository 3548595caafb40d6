package io.tidemark.recording.device;

import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RunWatcher;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.RunResult;
import java.io.IOException;
import java.util.Optional;

/** Where a program runs. For the thread that records it. */
public interface DeviceHalf extends AutoCloseable {
    /**
     * Runs the program once.
     *
     * @param recording what collects it, not started yet; null when nothing is recorded
     */
    RunResult run(Program program, Recording recording) throws IOException;

    /** Whether all runs share one process, so that only the first of them is cold. */
    boolean staysWarm();

    /** Ends the current run, and every later run when it begins, in order. Any thread. */
    void interrupt();

    /** Why the last run hung, as written to the capture; empty when it did not. */
    Optional<String> diagnosis();

    /** Sets the watcher; call it before the first run. */
    void showOn(RunWatcher watcher);

    @Override
    void close() throws IOException;
}
