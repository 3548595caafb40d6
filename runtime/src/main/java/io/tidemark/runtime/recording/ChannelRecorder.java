package io.tidemark.runtime.recording;

/**
 * The device half of one channel: gives its probes to the probe points of a run. Called by the
 * thread that starts the run, before it, and only when the run records the channel.
 */
@FunctionalInterface
public interface ChannelRecorder {
    void join(ProbePoints run);
}
