package io.tidemark.cli.run;

import io.tidemark.abi.Platform;
import io.tidemark.chip.ChipProfile;
import io.tidemark.cli.text.UserError;
import io.tidemark.recording.profile.ChipProfiles;
import io.tidemark.recording.profile.ProfileRefusedException;
import io.tidemark.runtime.ModelledTime;
import io.tidemark.runtime.RuntimeConfig;
import picocli.CommandLine.Option;

/** Real time or virtual time, and what virtual time models. */
final class TimeOptions {
    private enum Kind {
        REAL,
        VIRTUAL
    }

    @Option(
            names = "--time",
            paramLabel = "real|virtual",
            defaultValue = "real",
            description = "real: cores share this host's CPUs, and times are its times. virtual: kernels,"
                    + " schedulers and submits take the time that a chip profile says, and"
                    + " equal runs give equal files on any machine (default:"
                    + " ${DEFAULT-VALUE}).")
    private String time;

    @Option(
            names = "--chip-profile",
            paramLabel = "FILE|NAME",
            description = "What virtual time models: a2a3, a5, ideal or a JSON file (default: that of the"
                    + " platform). docs/chip-profiles.md has the format.")
    private String profile;

    @Option(
            names = "--free-profiler",
            description = "In virtual time, recording costs nothing: the run as if nobody looked.")
    private boolean freeProfiler;

    @Option(
            names = "--no-compute",
            description = "In virtual time, skip what kernels compute. Results are then not verified.")
    private boolean noCompute;

    boolean isVirtual() {
        return kind() == Kind.VIRTUAL;
    }

    /** Whether results mean anything. */
    boolean computes() {
        return !noCompute;
    }

    RuntimeConfig.Builder apply(RuntimeConfig.Builder builder, Platform platform) {
        if (!isVirtual()) {
            refuse(profile != null, "--chip-profile");
            refuse(freeProfiler, "--free-profiler");
            refuse(noCompute, "--no-compute");
            return builder;
        }
        try {
            ChipProfile chip = ChipProfiles.find(profile == null ? platform.label() : profile);
            return builder.modelled(new ModelledTime(freeProfiler ? chip.withFreeProfiler() : chip, !noCompute));
        } catch (ProfileRefusedException wrong) {
            throw UserError.usage("--chip-profile: " + wrong.getMessage());
        }
    }

    private static void refuse(boolean given, String flag) {
        if (given) {
            throw UserError.usage(flag + " needs --time virtual.");
        }
    }

    private Kind kind() {
        return switch (time) {
            case "real" -> Kind.REAL;
            case "virtual" -> Kind.VIRTUAL;
            default -> throw UserError.usage("--time " + time + " is not known; there are real and virtual.");
        };
    }
}
