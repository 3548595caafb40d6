package io.tidemark.cli.capture;

import io.tidemark.abi.Channel;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.Capture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Gets the runs out of a capture, or says in one sentence why there is none. */
public final class Runs {
    /** The channels that commands on runs read. */
    public static final Set<Channel> CHANNELS = Set.of(SwimlaneChannel.CHANNEL, DepsChannel.CHANNEL);

    /** What a capture without them holds. */
    public static final String NO_SWIMLANE =
            "no swimlane records (chip_swimlane_records.json); record them with --chip-swimlane";

    private Runs() {}

    public static List<CaptureDirectory> find(CaptureArgument captures) throws IOException {
        return captures.find(directory -> directory.swimlane().isPresent(), NO_SWIMLANE);
    }

    /** The table of a capture in which at least one task ran on a core. */
    public static SwimlaneTable table(Capture capture) {
        SwimlaneTable table = readable(capture);
        if (table.aicore().size() == 0) {
            throw UserError.failed(capture.directory().swimlane().orElseThrow()
                    + " holds no run of a task on a core; the run failed or recorded nothing.");
        }
        return table;
    }

    /** The table of a capture, also when no task ran on a core. */
    public static SwimlaneTable readable(Capture capture) {
        return capture.swimlane()
                .orElseThrow(() -> UserError.failed(
                        capture.directory().swimlane().orElseThrow() + " cannot be used; the lines above say why."));
    }

    /** The model of a capture in which at least one task ran on a core, with both stamps. */
    public static CaptureModel model(Capture capture) {
        table(capture);
        if (capture.model().runs().timedCount() == 0) {
            throw UserError.failed(
                    capture.directory().swimlane().orElseThrow() + " holds no run of a task with a start and an end.");
        }
        return capture.model();
    }

    /** The same for a picture: phases and submits are drawn although no task ran on a core. */
    public static CaptureModel drawable(Capture capture) {
        SwimlaneTable table = readable(capture);
        List<HostPhasePass.Phase> host = table.isEmpty() ? hostPhases(capture) : List.of();
        if (!host.isEmpty()) {
            return CaptureModel.of(table.withHostPhases(host), capture.dependencies(), capture.names());
        }
        if (table.isEmpty() && capture.ending().openRuns().isEmpty()) {
            throw UserError.failed(capture.directory().swimlane().orElseThrow()
                    + " holds nothing to draw: no run, no phase and no submit.");
        }
        return capture.model();
    }

    private static List<HostPhasePass.Phase> hostPhases(Capture capture) {
        return capture.hostPhases().stream()
                .flatMap(pass -> pass.phases().stream())
                .filter(phase -> phase.startNanos() > 0 && phase.endNanos() >= phase.startNanos())
                .toList();
    }

    /**
     * A body whose failure is printed and counted, so that the captures after it are still read.
     */
    public static CaptureArgument.Body guarded(CaptureArgument captures, CaptureArgument.Body body) {
        return capture -> {
            try {
                return body.run(capture);
            } catch (UserError failure) {
                captures.out().flush();
                captures.err().println("tidemark: " + failure.getMessage());
                return failure.exitCode();
            }
        };
    }

    /** A body whose failure becomes the member {@code error} of the capture's object. */
    public static CaptureArgument.JsonBody guarded(CaptureArgument.JsonBody body) {
        return (capture, json) -> {
            try {
                return body.run(capture, json);
            } catch (UserError failure) {
                json.member("error", failure.getMessage());
                return failure.exitCode();
            }
        };
    }
}
