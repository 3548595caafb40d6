package io.tidemark.lab.fault;

import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamPlace;

/** A record that is reserved and never committed, as a scheduler leaves it that dies in between. */
public final class TornRecord {
    private TornRecord() {}

    /** Leaves one in the phases of the first scheduler. The device must be at rest. */
    public static void leaveIn(DeviceRegion region) {
        StreamPlace phases = region.stream(SwimlaneChannel.CHANNEL, SwimlaneStream.AICPU_SCHED_PHASE.code())
                .orElseThrow();
        long at = phases.activeHeadAt(0);
        long reserved = ActiveHead.RESERVED.get(region.memory(), at);
        ActiveHead.RESERVED.setRelease(region.memory(), at, reserved + 1);
    }
}
