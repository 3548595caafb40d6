package io.tidemark.cli;

import io.tidemark.runtime.RunResult;
import io.tidemark.workloads.WorkloadCase;
import java.io.IOException;
import java.util.Optional;

/** Where the rounds of a case run. For the thread that runs the case. */
interface DeviceHalf extends AutoCloseable {
    /**
     * Runs the case once.
     *
     * @param recording what collects it, not started yet; null when nothing is recorded
     */
    RunResult run(WorkloadCase prepared, Recording recording) throws IOException;

    /** Whether all rounds run in one process, so that only the first of them is cold. */
    boolean staysWarm();

    /** Why the last run hung, as written to the capture; empty when it did not. */
    Optional<String> diagnosis();

    /** Lets a page watch; before the first run. */
    void showOn(LiveRun page);

    @Override
    void close() throws IOException;
}
