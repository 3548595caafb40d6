package io.tidemark.probe.scope;

import io.tidemark.abi.scope.ScopeCapacities;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.abi.scope.ScopePhase;
import io.tidemark.abi.scope.ScopeRecord;
import io.tidemark.abi.scope.ScopeSiteRecord;
import io.tidemark.abi.scope.ScopeStream;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.probe.BufferLane;
import io.tidemark.probe.HostWaits;
import io.tidemark.probe.LaneGroup;
import io.tidemark.probe.PatientLanes;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Device side of the scope channel: a sample at each end of each scope, and each source site once.
 * Orchestrator thread only. When the channel is full it waits up to the deadline; after that, or if
 * the channel drops, the sample is refused and counted. A site that is refused leaves its samples
 * without a name.
 */
public final class ScopeProbe {
    private static final int ORCHESTRATOR_QUEUE = 0; // the only writer of this channel
    private static final int LANE = 0;

    private final MemorySegment segment;
    private final long capacitiesAt;
    private final BufferLane samples;
    private final BufferLane sites;
    private final PatientLanes lanes;
    private int siteCount;

    private ScopeProbe(MemorySegment segment, StreamPlace sampleStream, StreamPlace siteStream, HostWaits waits) {
        this.segment = segment;
        capacitiesAt = sampleStream.extraAt();
        samples = new BufferLane(segment, sampleStream, LANE, 1);
        sites = new BufferLane(segment, siteStream, LANE, 1);
        lanes = new PatientLanes(
                LaneGroup.open(segment, sampleStream, ORCHESTRATOR_QUEUE, List.of(samples, sites), waits));
    }

    /** The probe of a region; empty if it has no scope channel. */
    public static Optional<ScopeProbe> open(DeviceRegion region, HostWaits waits) {
        Optional<StreamPlace> samples = region.stream(ScopeChannel.CHANNEL, ScopeStream.SAMPLE.code());
        Optional<StreamPlace> sites = region.stream(ScopeChannel.CHANNEL, ScopeStream.SITE.code());
        return samples.isEmpty() || sites.isEmpty()
                ? Optional.empty()
                : Optional.of(new ScopeProbe(region.memory(), samples.get(), sites.get(), waits));
    }

    /** What a ring has. Before the first sample. */
    public void capacity(int ring, int taskWindow, long heapBytes, int dependencyPool) {
        ScopeCapacities.TASK_WINDOW.set(segment, capacitiesAt, ring, taskWindow);
        ScopeCapacities.HEAP_BYTES.set(segment, capacitiesAt, ring, heapBytes);
        ScopeCapacities.DEP_POOL.set(segment, capacitiesAt, ring, dependencyPool);
    }

    /** What the tensor map has. Before the first sample. */
    public void capacity(int tensorMapEntries) {
        ScopeCapacities.TENSOR_MAP.set(segment, capacitiesAt, tensorMapEntries);
    }

    /** Makes a place in the source known; returns its number. Rare, so it may allocate. */
    public int site(String file, int line) {
        int number = ++siteCount;
        byte[] name = cut(file);
        lanes.awaitRoom();
        long at = sites.reserve();
        if (at != BufferLane.NO_SLOT) {
            ScopeSiteRecord.SITE.set(segment, at, number);
            ScopeSiteRecord.LINE.set(segment, at, Math.max(0, line));
            ScopeSiteRecord.FILE_BYTES.set(segment, at, name.length);
            ScopeSiteRecord.FILE.setBytes(segment, at, name);
            sites.commit();
        }
        return number;
    }

    private static byte[] cut(String file) {
        String kept = file;
        byte[] bytes = kept.getBytes(StandardCharsets.UTF_8);
        while (bytes.length > ScopeSiteRecord.MAX_FILE_BYTES) {
            kept = kept.substring(0, kept.offsetByCodePoints(kept.length(), -1));
            bytes = kept.getBytes(StandardCharsets.UTF_8);
        }
        return bytes;
    }

    /**
     * One sample. Starts are the reclaim side, ends the allocation side; all only increase.
     *
     * @param site number of {@link #site}, or {@link ScopeSiteRecord#UNKNOWN}
     */
    public void sample(
            ScopePhase phase,
            int site,
            int depth,
            int ring,
            long tick,
            long taskStart,
            long taskEnd,
            long heapStartBytes,
            long heapEndBytes,
            long dependencyStart,
            long dependencyEnd,
            int tensorMapEntries) {
        lanes.awaitRoom();
        long at = samples.reserve();
        if (at == BufferLane.NO_SLOT) {
            return;
        }
        ScopeRecord.TICK.set(segment, at, tick);
        ScopeRecord.TASK_START.set(segment, at, taskStart);
        ScopeRecord.TASK_END.set(segment, at, taskEnd);
        ScopeRecord.HEAP_START.set(segment, at, heapStartBytes);
        ScopeRecord.HEAP_END.set(segment, at, heapEndBytes);
        ScopeRecord.DEP_POOL_START.set(segment, at, dependencyStart);
        ScopeRecord.DEP_POOL_END.set(segment, at, dependencyEnd);
        ScopeRecord.TENSOR_MAP.set(segment, at, tensorMapEntries);
        ScopeRecord.SITE.set(segment, at, site);
        ScopeRecord.DEPTH.set(segment, at, depth);
        ScopeRecord.RING.set(segment, at, ring);
        ScopeRecord.PHASE.set(segment, at, phase.code());
        samples.commit();
    }

    /** The run has failed: the file will say so. */
    public void latchFatal() {
        ScopeCapacities.FATAL.setRelease(segment, capacitiesAt, 1);
    }

    /** Hands over everything at the end of a run; waits for room up to the deadline. */
    public void flush() {
        lanes.flush();
    }
}
