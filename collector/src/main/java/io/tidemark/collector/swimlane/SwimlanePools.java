package io.tidemark.collector.swimlane;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.OrchestrationSide;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.abi.swimlane.SwimlaneTopology;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.read.SwimlaneTables;
import io.tidemark.collector.ChannelPools;
import io.tidemark.collector.RunShape;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.memory.region.StreamLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How much room the swimlane gets in a region. Immutable. A level that is off gets none: then its
 * streams are not in the region, and the device half records nothing for it.
 *
 * @param readyCapacity entries of each ready queue
 * @param freeSlots free buffers a lane may have waiting, a power of two
 */
public record SwimlanePools(
        Pool aicpuTask, Pool aicoreTask, Pool schedPhase, Pool orchPhase, Pool marker, int readyCapacity, int freeSlots)
        implements ChannelPools {
    /** The pool of one buffer kind. */
    public record Pool(int buffersPerLane, int recordsPerBuffer) {
        public Pool {
            if (buffersPerLane < 2 || recordsPerBuffer < 1) {
                throw new IllegalArgumentException(
                        "buffersPerLane=" + buffersPerLane + " recordsPerBuffer=" + recordsPerBuffer);
            }
        }
    }

    private static final int LEAST_TASK_RECORDS = 4; // what one step may add to a core's lane
    private static final int LEAST_PHASE_RECORDS = 256; // to a scheduler's, with 108 cores
    private static final int LEAST_MARKERS = 16;
    private static final int MOST_FREE_SLOTS = 4;

    /** What the chips' own runtime uses; pages that are never written take no memory. */
    public static final SwimlanePools DEFAULT = new SwimlanePools(
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
            throw new IllegalArgumentException("records=" + recordsPerBuffer + " is below " + LEAST_TASK_RECORDS);
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

    @Override
    public Channel channel() {
        return SwimlaneChannel.CHANNEL;
    }

    /** A host that builds the graph has a stream for its operations besides submits. */
    @Override
    public ChannelLayout layout(DfxFlags flags, RunShape shape, OnFull onFull) {
        if (!flags.has(DfxFeature.CHIP_SWIMLANE_AICORE_TIMING)) {
            throw new IllegalArgumentException("flags=" + flags + " do not record the swimlane");
        }
        int threads = shape.maxThreads();
        List<StreamLayout> streams = new ArrayList<>();
        streams.add(stream(SwimlaneStream.AICORE_TASK, shape.cores(), aicoreTask));
        if (flags.has(DfxFeature.CHIP_SWIMLANE_TASK_LIFECYCLE)) {
            streams.add(stream(SwimlaneStream.AICPU_TASK, shape.cores(), aicpuTask));
            streams.add(stream(SwimlaneStream.FANIN, 1, orchPhase));
        }
        if (flags.has(DfxFeature.CHIP_SWIMLANE_PHASE_BUFFERS)) {
            streams.add(stream(SwimlaneStream.AICPU_SCHED_PHASE, threads, schedPhase));
            streams.add(stream(SwimlaneStream.MARKER, threads, marker));
        }
        if (flags.has(DfxFeature.CHIP_SWIMLANE_ORCH_PHASES)) {
            streams.add(stream(SwimlaneStream.AICPU_ORCH_PHASE, threads, orchPhase));
            if (shape.side() == OrchestrationSide.HOST) {
                streams.add(stream(SwimlaneStream.HOST_PHASE, 1, orchPhase));
            }
        }
        int queues = threads + 1; // the orchestrator's is the last, whatever the run's thread count
        return new ChannelLayout(
                SwimlaneChannel.CHANNEL,
                queues,
                readyCapacity,
                onFull,
                SwimlaneTopology.sizeBytes(shape.cores()),
                streams);
    }

    /** Keeps the shape in the region, so that a recovery knows it too. */
    @Override
    public void prepare(DeviceRegion region, RunShape shape) {
        SwimlaneShape.of(shape).writeTo(region);
    }

    /** The head of the records as far as it is known by now: the clocks are compared at the end. */
    @Override
    public void describe(Path spool, DeviceRegion region, RunShape shape) throws IOException {
        RegionSettings settings = region.settings();
        int level = settings.flags().swimlaneLevel();
        boolean onHost = shape.side() == OrchestrationSide.HOST;
        SwimlaneTables.writeHead(
                spool.resolve(SwimlaneTables.HEAD_NAME),
                level,
                new SwimlaneMetadata(
                        settings.clockHz(),
                        shape.cores(),
                        shape.coreTypes(),
                        level >= 3 ? shape.coreToThread() : List.of(),
                        onHost ? Optional.of(HostSide.timelineFrom(0)) : Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        ""),
                shape.maxThreads(),
                List.of());
    }

    private StreamLayout stream(SwimlaneStream kind, int lanes, Pool pool) {
        return new StreamLayout(kind, lanes, pool.buffersPerLane, pool.recordsPerBuffer, freeSlots, 0);
    }
}
