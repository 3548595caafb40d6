package io.tidemark.collector.swimlane;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.abi.swimlane.BufferKind;
import io.tidemark.abi.swimlane.SwimlaneTopology;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.OnFull;
import io.tidemark.memory.region.StreamLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * How much room the swimlane gets in a region. Immutable. A level that is off gets none: then its
 * streams are not in the region, and the device half records nothing for it.
 *
 * @param readyCapacity entries of each ready queue
 * @param freeSlots free buffers a lane may have waiting, a power of two
 */
public record SwimlanePools(
        Pool aicpuTask,
        Pool aicoreTask,
        Pool schedPhase,
        Pool orchPhase,
        Pool marker,
        int readyCapacity,
        int freeSlots) {
    /** The pool of one buffer kind. */
    public record Pool(int buffersPerLane, int recordsPerBuffer) {
        public Pool {
            if (buffersPerLane < 2 || recordsPerBuffer < 1) {
                throw new IllegalArgumentException(
                        "buffersPerLane="
                                + buffersPerLane
                                + " recordsPerBuffer="
                                + recordsPerBuffer);
            }
        }
    }

    private static final int LEAST_TASK_RECORDS = 4; // what one step may add to a core's lane
    private static final int LEAST_PHASE_RECORDS = 256; // to a scheduler's, with 108 cores
    private static final int LEAST_MARKERS = 16;
    private static final int MOST_FREE_SLOTS = 4;

    /** What the chips' own runtime uses; pages that are never written take no memory. */
    public static final SwimlanePools DEFAULT =
            new SwimlanePools(
                    new Pool(8, 1000),
                    new Pool(4, 1024),
                    new Pool(6, 16_384),
                    new Pool(8, 16_384),
                    new Pool(4, 4_096),
                    1024,
                    4);

    /**
     * The smallest that still works: one spare buffer per lane. For tests of what happens when
     * full.
     */
    public static SwimlanePools tiny(int recordsPerBuffer, int phasesPerBuffer, int readyCapacity) {
        return new SwimlanePools(
                new Pool(2, recordsPerBuffer),
                new Pool(2, recordsPerBuffer),
                new Pool(2, phasesPerBuffer),
                new Pool(2, recordsPerBuffer),
                new Pool(2, phasesPerBuffer),
                readyCapacity,
                2);
    }

    /**
     * The same numbers for every kind, as far as one step of a scheduler allows.
     *
     * @throws IllegalArgumentException with {@code name=value}, for what cannot work
     */
    public static SwimlanePools of(int buffersPerLane, int recordsPerBuffer, int readyCapacity) {
        if (recordsPerBuffer < LEAST_TASK_RECORDS) {
            throw new IllegalArgumentException(
                    "records=" + recordsPerBuffer + " is below " + LEAST_TASK_RECORDS);
        }
        if (buffersPerLane < 2) {
            throw new IllegalArgumentException("buffers=" + buffersPerLane + " is below 2");
        }
        if (Integer.bitCount(readyCapacity) != 1 || readyCapacity < 0) {
            throw new IllegalArgumentException("ready=" + readyCapacity + " is no power of two");
        }
        Pool tasks = new Pool(buffersPerLane, recordsPerBuffer);
        return new SwimlanePools(
                tasks,
                tasks,
                new Pool(buffersPerLane, Math.max(recordsPerBuffer, LEAST_PHASE_RECORDS)),
                tasks,
                new Pool(buffersPerLane, Math.max(recordsPerBuffer, LEAST_MARKERS)),
                readyCapacity,
                Integer.highestOneBit(Math.min(buffersPerLane, MOST_FREE_SLOTS)));
    }

    /**
     * The channel's part of a region. Lanes of threads are strided by the platform's maximum, never
     * by this run's count.
     */
    public ChannelLayout layout(DfxFlags flags, Platform platform, int cores, OnFull onFull) {
        return layout(flags, platform, cores, onFull, false);
    }

    /**
     * As the other; a host that builds the graph has a stream for what it does besides submitting.
     */
    public ChannelLayout layout(
            DfxFlags flags, Platform platform, int cores, OnFull onFull, boolean onHost) {
        if (!flags.has(DfxFeature.CHIP_SWIMLANE_AICORE_TIMING)) {
            throw new IllegalArgumentException("flags=" + flags + " do not record the swimlane");
        }
        int threads = platform.maxAicpuThreads();
        List<StreamLayout> streams = new ArrayList<>();
        streams.add(stream(BufferKind.AICORE_TASK, cores, aicoreTask));
        if (flags.has(DfxFeature.CHIP_SWIMLANE_TASK_LIFECYCLE)) {
            streams.add(stream(BufferKind.AICPU_TASK, cores, aicpuTask));
            streams.add(stream(BufferKind.FANIN, 1, orchPhase));
        }
        if (flags.has(DfxFeature.CHIP_SWIMLANE_PHASE_BUFFERS)) {
            streams.add(stream(BufferKind.AICPU_SCHED_PHASE, threads, schedPhase));
            streams.add(stream(BufferKind.MARKER, threads, marker));
        }
        if (flags.has(DfxFeature.CHIP_SWIMLANE_ORCH_PHASES)) {
            streams.add(stream(BufferKind.AICPU_ORCH_PHASE, threads, orchPhase));
            if (onHost) {
                streams.add(stream(BufferKind.HOST_PHASE, 1, orchPhase));
            }
        }
        int queues = threads + 1; // the orchestrator's is the last, whatever the run's thread count
        return new ChannelLayout(
                Channel.SWIMLANE,
                queues,
                readyCapacity,
                onFull,
                SwimlaneTopology.LAYOUT.sizeBytes(),
                streams);
    }

    private StreamLayout stream(BufferKind kind, int lanes, Pool pool) {
        return new StreamLayout(
                kind.code(),
                kind.record(),
                lanes,
                pool.buffersPerLane,
                pool.recordsPerBuffer,
                freeSlots,
                0);
    }
}
