package io.tidemark.memory;

import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.Platform;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.args.ArgsStream;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.memory.region.StreamLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Small regions for tests: a swimlane of two kinds, and an args channel with arenas and extra
 * bytes.
 */
public final class RegionFixture {
    public static final int LANES = 3;
    public static final int BUFFERS_PER_LANE = 4;
    public static final int RECORDS_PER_BUFFER = 16;
    public static final int FREE_SLOTS = 4;
    public static final int READY_CAPACITY = 8;

    private RegionFixture() {}

    public static RegionSettings settings() {
        return RegionSettings.simulated(Platform.A2A3, DfxFlags.ofSwimlaneLevel(3), 24, 4)
                .withFacts("case=fixture\ncapture=somewhere\n");
    }

    public static List<ChannelLayout> channels() {
        return List.of(
                new ChannelLayout(
                        SwimlaneChannel.CHANNEL,
                        2,
                        READY_CAPACITY,
                        OnFull.BLOCK,
                        0,
                        List.of(stream(SwimlaneStream.AICORE_TASK), stream(SwimlaneStream.AICPU_SCHED_PHASE))),
                new ChannelLayout(
                        ArgsChannel.CHANNEL,
                        1,
                        5, // becomes 8
                        OnFull.DROP,
                        100,
                        List.of(new StreamLayout(ArgsStream.ARGUMENT, 2, 1, 3, 1, 5000))));
    }

    public static DeviceRegion create(Path directory) throws IOException {
        return DeviceRegion.create(directory.resolve("run.region"), settings(), channels());
    }

    private static StreamLayout stream(SwimlaneStream kind) {
        return new StreamLayout(kind, LANES, BUFFERS_PER_LANE, RECORDS_PER_BUFFER, FREE_SLOTS, 0);
    }
}
