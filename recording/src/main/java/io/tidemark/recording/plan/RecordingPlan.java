package io.tidemark.recording.plan;

import io.tidemark.abi.Channel;
import io.tidemark.abi.CoreType;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.OrchestrationSide;
import io.tidemark.abi.Platform;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.chip.ChipShape;
import io.tidemark.collector.ChannelPools;
import io.tidemark.collector.RunShape;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.recording.ChannelRecorder;
import io.tidemark.runtime.recording.RunRecorders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What one run records and where it goes. Immutable. The {@code call} alone says what is recorded.
 *
 * @param caseTitle what the capture calls the program
 * @param call what is recorded, beside threads and rings
 * @param onFull what a lane does when the host does not keep up; empty for the default of each channel
 * @param kits every channel that may be recorded
 * @param pools room of channels in the region, where it differs from the room in their kits
 * @param config the runtime
 * @param chip what the program runs on
 * @param capture the capture directory, empty or not there yet
 * @param regionDirectory where the region goes; empty to choose a directory
 * @param export whether the capture gets the records file beside its tables
 */
public record RecordingPlan(
        String caseTitle,
        CallConfig call,
        Optional<OnFull> onFull,
        List<ChannelKit> kits,
        Map<Channel, ChannelPools> pools,
        RuntimeConfig config,
        ChipSource chip,
        Path capture,
        Optional<Path> regionDirectory,
        ExportChoice export) {
    public RecordingPlan {
        kits = List.copyOf(kits);
        pools = Map.copyOf(pools);
        requireKits(call.flags(), kits);
        requireEvent(call.pmuEvent(), chip.platform());
    }

    /** Refuses channels that would be asked for and not recorded. */
    private static void requireKits(DfxFlags flags, List<ChannelKit> kits) {
        long channels = DfxFlags.PRIVATE;
        for (Channel channel : ChannelCatalog.all()) {
            channels |= channel.flag();
        }
        long unknown = flags.bits() & channels;
        for (ChannelKit kit : kits) {
            unknown &= ~kit.channel().flag();
        }
        if (unknown != 0) {
            throw new IllegalArgumentException(
                    "flags=%s ask for bits 0x%x, which no channel of the plan records".formatted(flags, unknown));
        }
    }

    /** Refuses counters that the platform does not have; 0 counts nothing. */
    private static void requireEvent(int pmuEvent, Platform platform) {
        if (pmuEvent != 0
                && PmuEvent.ofCode(pmuEvent)
                        .filter(event -> event.isOn(platform))
                        .isEmpty()) {
            throw new IllegalArgumentException("pmuEvent=%d is no event group of %s; that of bare --pmu is %d"
                    .formatted(
                            pmuEvent,
                            platform.label(),
                            PmuEvent.defaultOf(platform).code()));
        }
    }

    public DfxFlags flags() {
        return call.flags();
    }

    /** How much of the arguments is dumped; 0 for nothing. */
    public int argsLevel() {
        return call.dumpArgsLevel();
    }

    /** Code of the event group that is counted; 0 for nothing. */
    public int pmuEvent() {
        return call.pmuEvent();
    }

    /** Orchestrator and schedulers together. */
    public int aicpuThreads() {
        return call.aicpuThreads() == 0 ? chip.shape().controlThreads() : call.aicpuThreads();
    }

    /** Schedulers that own cores. */
    public int schedulers() {
        return config.runtime().schedulers(aicpuThreads());
    }

    /** The side that builds the graph. */
    public OrchestrationSide side() {
        return config.runtime().side();
    }

    /** What the run has that writes records. */
    public RunShape shape() {
        ChipShape cores = chip.shape();
        List<CoreType> types =
                IntStream.range(0, cores.coreCount()).mapToObj(cores::type).toList();
        return new RunShape(
                types,
                Arrays.stream(RunRecorders.coreToScheduler(cores, schedulers()))
                        .boxed()
                        .toList(),
                config.runtime().actors(aicpuThreads()),
                cores.controlThreads(),
                side());
    }

    /** The room of each channel that is recorded, by its code. */
    public List<ChannelPools> recordedPools() {
        return recordedKits()
                .map(kit -> pools.getOrDefault(kit.channel(), kit.pools()))
                .sorted(Comparator.comparingInt(room -> room.channel().code()))
                .toList();
    }

    /** What each channel that is recorded asks for in the region. */
    public List<ChannelLayout> layouts() {
        RunShape shape = shape();
        return recordedPools().stream()
                .map(room ->
                        room.layout(flags(), shape, onFull.orElse(room.channel().onFull())))
                .toList();
    }

    /** The device half of each channel that is recorded. */
    public List<ChannelRecorder> deviceHalves() {
        return recordedKits().map(ChannelKit::device).toList();
    }

    private Stream<ChannelKit> recordedKits() {
        return kits.stream().filter(kit -> flags().records(kit.channel()));
    }

    /** A plan for a capture in this directory. */
    public static Builder into(Path capture) {
        return new Builder(capture);
    }

    /** Builds a {@link RecordingPlan}; what is not given has the command's default. */
    public static final class Builder {
        private final Path capture;
        private String title = "program";
        private RuntimeConfig config;
        private ChipSource chip;
        private CallConfig call = CallConfig.defaults();
        private Optional<OnFull> onFull = Optional.empty();
        private final List<ChannelKit> kits = new ArrayList<>(ChannelKits.STANDARD);
        private final Map<Channel, ChannelPools> pools = new HashMap<>();
        private Optional<Path> regionDirectory = Optional.empty();
        private ExportChoice export = ExportChoice.AUTO;

        private Builder(Path capture) {
            this.capture = Objects.requireNonNull(capture, "capture");
        }

        /** What the capture calls the program. */
        public Builder title(String value) {
            title = Objects.requireNonNull(value, "title");
            return this;
        }

        /** The runtime, and the simulated chip unless there is another; the command's default. */
        public Builder config(RuntimeConfig value) {
            config = value;
            return this;
        }

        /** The chip; the simulated one that the config describes if it is not given. */
        public Builder chip(ChipSource value) {
            chip = value;
            return this;
        }

        /** What is recorded, beside threads and rings of the call. */
        public Builder call(CallConfig value) {
            call = value;
            return this;
        }

        /** For all channels; what each does by itself if it is not given. */
        public Builder onFull(OnFull value) {
            onFull = Optional.of(value);
            return this;
        }

        /** Room of one channel; that of its kit if it is not given. */
        public Builder pools(ChannelPools value) {
            pools.put(value.channel(), value);
            return this;
        }

        /** A channel beside the standard ones; recorded when the flags of the call have its bit. */
        public Builder channel(ChannelKit kit) {
            if (kits.stream().anyMatch(other -> other.channel().equals(kit.channel()))) {
                throw new IllegalArgumentException(
                        "code=" + kit.channel().code() + " is a channel of the plan already");
            }
            kits.add(kit);
            return this;
        }

        public Builder regionDirectory(Path value) {
            regionDirectory = Optional.of(value);
            return this;
        }

        /** Whether the capture gets the records file beside its tables; by size if not given. */
        public Builder export(ExportChoice value) {
            export = Objects.requireNonNull(value, "export");
            return this;
        }

        public RecordingPlan build() {
            RuntimeConfig runtime = config == null ? RuntimeConfig.builder().build() : config;
            return new RecordingPlan(
                    title,
                    call,
                    onFull,
                    kits,
                    pools,
                    runtime,
                    chip == null ? new SimulatedSource(runtime) : chip,
                    capture,
                    regionDirectory,
                    export);
        }
    }
}
