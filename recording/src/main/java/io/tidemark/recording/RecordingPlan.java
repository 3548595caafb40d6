package io.tidemark.recording;

import io.tidemark.abi.DfxFlags;
import io.tidemark.memory.region.OnFull;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RuntimeConfig;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What one run records and where it goes. Immutable. What is recorded the call says, and nobody
 * beside it.
 *
 * @param caseTitle what the capture calls the program
 * @param call what is recorded, beside threads and rings
 * @param onFull what a lane does when the host does not keep up
 * @param pools how much of the region each channel has
 * @param config the chip that the program runs on
 * @param capture the capture directory, empty or not there yet
 * @param regionDirectory where the region goes; empty to choose by what is there
 */
public record RecordingPlan(
        String caseTitle,
        CallConfig call,
        OnFull onFull,
        ChannelPools pools,
        RuntimeConfig config,
        Path capture,
        Optional<Path> regionDirectory) {
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
        return call.aicpuThreads() == 0 ? config.platform().maxAicpuThreads() : call.aicpuThreads();
    }

    /** Schedulers that own cores. */
    public int schedulers() {
        return config.runtime().schedulers(aicpuThreads());
    }

    /** Whether the host builds the graph. */
    public boolean isOnHost() {
        return config.runtime().buildsOnHost();
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
        private CallConfig call = CallConfig.defaults();
        private OnFull onFull = OnFull.BLOCK;
        private ChannelPools pools = ChannelPools.DEFAULT;
        private Optional<Path> regionDirectory = Optional.empty();

        private Builder(Path capture) {
            this.capture = Objects.requireNonNull(capture, "capture");
        }

        /** What the capture calls the program. */
        public Builder title(String value) {
            title = Objects.requireNonNull(value, "title");
            return this;
        }

        /** The chip; the simulated one of the command's default if it is not given. */
        public Builder config(RuntimeConfig value) {
            config = value;
            return this;
        }

        /** What is recorded, beside threads and rings of the call. */
        public Builder call(CallConfig value) {
            call = value;
            return this;
        }

        public Builder onFull(OnFull value) {
            onFull = value;
            return this;
        }

        public Builder pools(ChannelPools value) {
            pools = value;
            return this;
        }

        public Builder regionDirectory(Path value) {
            regionDirectory = Optional.of(value);
            return this;
        }

        public RecordingPlan build() {
            return new RecordingPlan(
                    title,
                    call,
                    onFull,
                    pools,
                    config == null ? RuntimeConfig.builder().build() : config,
                    capture,
                    regionDirectory);
        }
    }
}
