package io.tidemark.probe.swimlane;

import io.tidemark.abi.OnFull;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.memory.SegmentCells;
import io.tidemark.memory.queue.ReadyQueueWriter;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.probe.BackPressureGate;
import io.tidemark.probe.BufferLane;
import io.tidemark.probe.HandoverLane;
import io.tidemark.probe.HostWaits;
import io.tidemark.probe.LaneGroup;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * All swimlane probes of one run. Made by the thread that starts the device half, before any of it
 * runs; each probe then belongs to its actor. What is recorded follows from the region alone: a
 * level that is off has no stream there. Nothing outlives the run, so nothing leaks into the next
 * one.
 */
public final class SwimlaneProbes {
    /** Running and pending task of a core may both end in one step. */
    private static final int TASKS_PER_STEP = 4;

    /** Phases of one turn of a scheduler's loop, but for Resolve. */
    private static final int PHASES_PER_STEP = 16;

    /** A turn that completes more tasks than a batch of dummies and two to a core is rare. */
    private static final int WALKS_PER_STEP = 8;

    private static final int WALKS_PER_CORE = 2;

    /** A scheduler takes at most 8 dummy or skipped tasks a turn. */
    private static final int MARKERS_PER_STEP = 16;

    private final CoreSwimlaneProbe[] cores;
    private final SchedulerSwimlaneProbe[] schedulers;
    private final OrchestratorSwimlaneProbe orchestrator;

    private SwimlaneProbes(
            CoreSwimlaneProbe[] cores, SchedulerSwimlaneProbe[] schedulers, OrchestratorSwimlaneProbe orchestrator) {
        this.cores = cores;
        this.schedulers = schedulers;
        this.orchestrator = orchestrator;
    }

    /** Probes that record nothing. */
    public static SwimlaneProbes off(int cores, int schedulers) {
        CoreSwimlaneProbe[] silentCores = new CoreSwimlaneProbe[cores];
        SchedulerSwimlaneProbe[] silentSchedulers = new SchedulerSwimlaneProbe[schedulers];
        for (int core = 0; core < cores; core++) {
            silentCores[core] = CoreSwimlaneProbe.off();
        }
        for (int thread = 0; thread < schedulers; thread++) {
            silentSchedulers[thread] = SchedulerSwimlaneProbe.off(thread);
        }
        return new SwimlaneProbes(silentCores, silentSchedulers, OrchestratorSwimlaneProbe.off());
    }

    /**
     * Probes for a region; silent ones if it has no swimlane stream.
     *
     * @param coreToThread the scheduler of each core
     * @param schedulers how many schedulers this run has
     */
    public static SwimlaneProbes open(DeviceRegion region, int[] coreToThread, int schedulers, HostWaits waits) {
        if (stream(region, SwimlaneStream.AICORE_TASK).isEmpty()) {
            return off(coreToThread.length, schedulers);
        }
        return new Builder(region, coreToThread, schedulers, waits).build();
    }

    public CoreSwimlaneProbe core(int core) {
        return cores[core];
    }

    public SchedulerSwimlaneProbe scheduler(int thread) {
        return schedulers[thread];
    }

    public OrchestratorSwimlaneProbe orchestrator() {
        return orchestrator;
    }

    /** Names every buffer that the device half holds, for a census at rest. */
    public void eachBuffer(LongConsumer visitor) {
        for (SchedulerSwimlaneProbe scheduler : schedulers) {
            scheduler.eachBuffer(visitor);
        }
        orchestrator.eachBuffer(visitor);
    }

    private static Optional<StreamPlace> stream(DeviceRegion region, SwimlaneStream kind) {
        return region.stream(SwimlaneChannel.CHANNEL, kind.code());
    }

    /** Cuts the region into lanes and groups them by the thread that hands them over. */
    private static final class Builder {
        private final DeviceRegion region;
        private final MemorySegment segment;
        private final int[] coreToThread;
        private final int schedulers;
        private final HostWaits waits;
        private final StreamPlace aicore;
        private final BackPressureGate gate;

        Builder(DeviceRegion region, int[] coreToThread, int schedulers, HostWaits waits) {
            this.region = region;
            this.coreToThread = coreToThread.clone();
            this.schedulers = schedulers;
            this.waits = waits;
            segment = region.memory();
            aicore = stream(region, SwimlaneStream.AICORE_TASK).orElseThrow();
            if (coreToThread.length > aicore.lanes() || schedulers >= aicore.readyQueues()) {
                throw new IllegalArgumentException("cores=%d lanes=%d schedulers=%d readyQueues=%d"
                        .formatted(coreToThread.length, aicore.lanes(), schedulers, aicore.readyQueues()));
            }
            gate = new BackPressureGate(segment, aicore.backPressureAt(), aicore.onFull() == OnFull.BLOCK);
        }

        SwimlaneProbes build() {
            CoreSwimlaneProbe[] cores = new CoreSwimlaneProbe[coreToThread.length];
            for (int core = 0; core < cores.length; core++) {
                cores[core] = new CoreSwimlaneProbe(segment, aicore, core, gate, waits.budget());
            }
            SchedulerSwimlaneProbe[] probes = new SchedulerSwimlaneProbe[schedulers];
            for (int thread = 0; thread < schedulers; thread++) {
                probes[thread] = scheduler(thread);
            }
            return new SwimlaneProbes(cores, probes, orchestrator());
        }

        private SchedulerSwimlaneProbe scheduler(int thread) {
            Optional<StreamPlace> aicpu = stream(region, SwimlaneStream.AICPU_TASK);
            List<HandoverLane> lanes = new ArrayList<>();
            HeadRotation[] heads = new HeadRotation[coreToThread.length];
            BufferLane[] tasks = aicpu.isPresent() ? new BufferLane[coreToThread.length] : null;
            int owned = 0;
            for (int core = 0; core < coreToThread.length; core++) {
                if (coreToThread[core] != thread) {
                    continue;
                }
                owned++;
                heads[core] = new HeadRotation(segment, aicore, core);
                lanes.add(heads[core]);
                if (tasks != null) {
                    tasks[core] = new BufferLane(segment, aicpu.get(), core, TASKS_PER_STEP);
                    lanes.add(tasks[core]);
                }
            }
            int walksPerStep = WALKS_PER_STEP + WALKS_PER_CORE * owned;
            BufferLane phases = lane(SwimlaneStream.AICPU_SCHED_PHASE, thread, PHASES_PER_STEP + walksPerStep, lanes);
            BufferLane markers = lane(SwimlaneStream.MARKER, thread, MARKERS_PER_STEP, lanes);
            LaneGroup group = group(lanes, thread);
            return new SchedulerSwimlaneProbe(thread, segment, group, heads, tasks, phases, markers, walksPerStep);
        }

        private OrchestratorSwimlaneProbe orchestrator() {
            List<HandoverLane> lanes = new ArrayList<>();
            BufferLane fanin = lane(SwimlaneStream.FANIN, 0, 1, lanes);
            BufferLane lane = lane(SwimlaneStream.AICPU_ORCH_PHASE, 0, 1, lanes);
            if (lanes.isEmpty()) {
                return OrchestratorSwimlaneProbe.off();
            }
            BufferLane host = lane(SwimlaneStream.HOST_PHASE, 0, 1, lanes);
            int lastQueue = aicore.readyQueues() - 1; // behind those of the schedulers
            return new OrchestratorSwimlaneProbe(segment, group(lanes, lastQueue), fanin, lane, host);
        }

        private BufferLane lane(SwimlaneStream kind, int index, int recordsPerStep, List<HandoverLane> lanes) {
            Optional<StreamPlace> stream = stream(region, kind);
            if (stream.isEmpty()) {
                return null;
            }
            BufferLane lane = new BufferLane(segment, stream.get(), index, recordsPerStep);
            lanes.add(lane);
            return lane;
        }

        private LaneGroup group(List<HandoverLane> lanes, int queue) {
            ReadyQueueWriter ready =
                    new ReadyQueueWriter(new SegmentCells(segment), aicore.readyQueueAt(queue), aicore.readyCapacity());
            LaneGroup group = new LaneGroup(lanes.toArray(HandoverLane[]::new), ready, gate, waits.budget());
            group.start();
            return group;
        }
    }
}
