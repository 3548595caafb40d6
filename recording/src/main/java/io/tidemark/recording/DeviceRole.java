package io.tidemark.recording;

import io.tidemark.recording.device.DeviceProcess;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The role of a process that is the isolated device of a run in another process, and the files that
 * both share. The host says so with two system properties, so that the arguments of the program
 * stay its own. Immutable.
 *
 * @param exchange the directory of the exchange
 * @param region the file of the region; empty when nothing is recorded
 */
public record DeviceRole(Path exchange, Optional<Path> region) {
    private static final String EXCHANGE = "tidemark.device.exchange";
    private static final String REGION = "tidemark.device.region";

    /** Empty in a process that a person started. */
    public static Optional<DeviceRole> ofThisProcess() {
        return Optional.ofNullable(System.getProperty(EXCHANGE))
                .map(exchange -> new DeviceRole(
                        Path.of(exchange),
                        Optional.ofNullable(System.getProperty(REGION)).map(Path::of)));
    }

    /** The capture of the host. */
    public Path capture() {
        return exchange.getParent();
    }

    /** Runs the program once, as the host's device, and hands over its result and outputs. */
    public void serve(RecordingPlan plan, Program program) throws IOException {
        new DeviceProcess(plan, plan.chip().clock()).run(program, exchange, region);
    }

    /** What a JVM is started with to have this role. */
    List<String> flags() {
        List<String> flags = new ArrayList<>();
        flags.add("-D" + EXCHANGE + "=" + exchange);
        region.ifPresent(file -> flags.add("-D" + REGION + "=" + file));
        return flags;
    }
}
