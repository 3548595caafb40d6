package io.tidemark.probe.args;

import io.tidemark.abi.OnFull;
import io.tidemark.abi.args.ArgsChannel;
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
import java.util.Optional;

/**
 * The args probes of one run, one per scheduler. Made by the thread that starts the device half,
 * before any of it runs; each probe then belongs to its scheduler. Level, buffers and arenas follow
 * from the region alone. Nothing outlives the run, so nothing of it shows up in the next.
 */
public final class ArgsProbes {
    /** The one buffer kind of the channel. */
    public static final int KIND = 0;

    private final SchedulerArgsProbe[] schedulers;

    private ArgsProbes(SchedulerArgsProbe[] schedulers) {
        this.schedulers = schedulers;
    }

    /**
     * Probes for a region, each of which sends its test pattern first; empty if the region has no
     * args stream.
     *
     * @param schedulers how many schedulers this run has
     */
    public static Optional<ArgsProbes> open(DeviceRegion region, int schedulers, HostWaits waits) {
        Optional<StreamPlace> stream = region.stream(ArgsChannel.CHANNEL, KIND);
        if (stream.isEmpty()) {
            return Optional.empty();
        }
        StreamPlace place = stream.get();
        if (schedulers > place.lanes() || schedulers > place.readyQueues()) {
            throw new IllegalArgumentException(
                    "schedulers=" + schedulers + " lanes=" + place.lanes() + " readyQueues=" + place.readyQueues());
        }
        DumpSelection selection = new DumpSelection(region.settings().argsLevel());
        SchedulerArgsProbe[] probes = new SchedulerArgsProbe[schedulers];
        for (int thread = 0; thread < schedulers; thread++) {
            probes[thread] = probe(region.memory(), place, thread, selection, waits);
            probes[thread].test();
        }
        return Optional.of(new ArgsProbes(probes));
    }

    private static SchedulerArgsProbe probe(
            MemorySegment segment, StreamPlace place, int thread, DumpSelection selection, HostWaits waits) {
        BackPressureGate gate = new BackPressureGate(segment, place.backPressureAt(), place.onFull() == OnFull.BLOCK);
        ReadyQueueWriter ready =
                new ReadyQueueWriter(new SegmentCells(segment), place.readyQueueAt(thread), place.readyCapacity());
        BufferLane lane = new BufferLane(segment, place, thread, 1); // room is asked per record
        LaneGroup group = new LaneGroup(new HandoverLane[] {lane}, ready, gate, waits.budget());
        group.start();
        return new SchedulerArgsProbe(
                thread,
                selection,
                group,
                lane,
                gate,
                waits.budget(),
                new ArgumentWriter(segment),
                new PayloadArena(segment, place, thread));
    }

    public SchedulerArgsProbe scheduler(int thread) {
        return schedulers[thread];
    }
}
