package io.tidemark.viewer.live;

import java.util.List;

/**
 * How far a run is at one moment. Immutable. Numbers that are not known are -1.
 *
 * @param title the case that runs
 * @param running false once the run has ended and its capture is whole
 * @param writing true from the end of the run until its capture is written
 * @param ending one sentence on how it ended, empty while it runs
 * @param elapsedNanos since the run began
 * @param submittedTasks tasks the orchestrator has submitted
 * @param completedTasks tasks that have finished
 * @param expectedTasks tasks that the graph will have, where its case knows it
 * @param banner what must be known before its times are believed, empty when nothing
 * @param lanes cores, schedulers and orchestrators with their progress
 * @param gauges rings, heaps and queues with their fill
 * @param channels records written, delivered and dropped
 * @param kernels what ran so far, as the tables on disk say it
 */
public record LiveSnapshot(
        String title,
        boolean running,
        boolean writing,
        String ending,
        long elapsedNanos,
        long submittedTasks,
        long completedTasks,
        long expectedTasks,
        String banner,
        List<LaneProgress> lanes,
        List<Gauge> gauges,
        List<ChannelProgress> channels,
        List<KernelProgress> kernels) {
    /**
     * One lane.
     *
     * @param group what kind of lane it is, e.g. "aic"
     * @param label what the page writes beside it, e.g. "aic 3"
     * @param records records written so far; the page shows how fast it grows
     * @param now what it is doing, empty when unknown
     */
    public record LaneProgress(String group, String label, long records, String now) {}

    /** How full something is: a ring, a heap, a ready queue. */
    public record Gauge(String group, String label, long used, long capacity) {}

    /** The books of one channel so far. */
    public record ChannelProgress(String channel, long reserved, long delivered, long dropped) {}

    /**
     * The runs of one kernel whose records are on disk.
     *
     * @param totalNanos of all of them
     */
    public record KernelProgress(String name, long runs, long totalNanos) {}

    public LiveSnapshot {
        lanes = List.copyOf(lanes);
        gauges = List.copyOf(gauges);
        channels = List.copyOf(channels);
        kernels = List.copyOf(kernels);
    }
}
