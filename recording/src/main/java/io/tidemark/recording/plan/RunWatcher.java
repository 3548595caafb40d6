package io.tidemark.recording.plan;

import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.runtime.Worker;

/**
 * Watches a run from its start to its end. Called by the thread that runs it; what it is given may be read by any
 * thread until it is taken away.
 */
public interface RunWatcher {
    /** The device runs in this process, on this worker, which outlives the run. */
    void watch(Worker worker);

    /** A round begins; what was recorded of the one before is written. */
    void beginRound();

    /** The run is recorded here; the region stays open until {@link #forgetRegion}. */
    void watch(DeviceRegion region);

    /** The run is over, and what it recorded is being written. */
    void forgetRegion();
}
