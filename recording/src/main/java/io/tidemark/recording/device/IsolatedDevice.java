package io.tidemark.recording.device;

import io.tidemark.abi.ErrorCode;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.probe.WaitBudget;
import io.tidemark.recording.plan.CoreClock;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.plan.RunWatcher;
import io.tidemark.recording.run.ClockWatch;
import io.tidemark.recording.run.DeathScene;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RunResult.SchedulerCounters;
import io.tidemark.runtime.RuntimeConfig.RunBudgets;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * The device as a separate process, one for each round. It is given the region and the exchange. When it dies without a
 * result the run is lost, but its records are not. It dies with this process: its standard input ends.
 */
public final class IsolatedDevice implements DeviceHalf {
    private static final long LOOK_MILLIS = 20;
    private static final Duration START_ALLOWANCE = Duration.ofSeconds(20); // a JVM, a large case
    private static final Duration STOP_ALLOWANCE = Duration.ofSeconds(10); // for user code to leave
    private static final int SIGNALLED = 128; // exit codes above it name a signal

    private final Path capture;
    private final DeviceLauncher launcher;
    private final long silenceNanos;
    private Optional<String> diagnosis = Optional.empty();
    private Companion companion; // null when there is none
    private volatile boolean isInterrupted;

    public IsolatedDevice(RecordingPlan plan, DeviceLauncher launcher) {
        this.capture = plan.capture();
        this.launcher = launcher;
        this.silenceNanos = // it has its own limits, and speaks up within the margin
                plan.config().streamTimeout().plus(RunBudgets.STREAM_MARGIN).toNanos();
    }

    /** Watches the process while it runs. */
    @FunctionalInterface
    public interface Companion {
        void accompany(Process device, DeviceRegion region);
    }

    /** Before the first run, which must be recorded. */
    public void watchWith(Companion newCompanion) {
        companion = newCompanion;
    }

    @Override
    public RunResult run(Program program, Recording recording) throws IOException {
        try (DeviceExchange exchange = DeviceExchange.create(capture, program.tensors())) {
            Optional<Path> region = Optional.empty();
            if (recording != null) {
                recording.startHost();
                region = Optional.of(recording.region().file().toAbsolutePath());
            }
            Process device;
            try {
                device = new ProcessBuilder(launcher.line(exchange.directory().toAbsolutePath(), region))
                        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
            } catch (IOException refused) { // as well when it is killed on its way
                return lost("could not be started (" + refused.getMessage() + ")");
            }
            if (recording != null) { // until it says so itself: it may be stopped before that
                recording.region().expectDevice(device.toHandle());
            }
            Thread onExit = new Thread(device::destroyForcibly, "tidemark-device-end");
            Runtime.getRuntime().addShutdownHook(onExit);
            try {
                if (companion != null) {
                    DeviceRegion seen = recording.region();
                    Thread.ofPlatform()
                            .daemon()
                            .name("tidemark-device-companion")
                            .start(() -> companion.accompany(device, seen));
                }
                return outcome(await(device, exchange), exchange, program, recording);
            } finally {
                device.destroyForcibly(); // no effect when it has ended
                removeHook(onExit);
                device.getOutputStream().close();
            }
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException leaving) {
            hook.setDaemon(true); // it runs already
        }
    }

    /** How the process ended, in words; empty if as it should. */
    private Optional<String> await(Process device, DeviceExchange exchange) throws IOException {
        long beats = exchange.beats(); // none before it has started
        WaitBudget silence = new WaitBudget(silenceNanos, System::nanoTime);
        WaitBudget start = new WaitBudget(silenceNanos + START_ALLOWANCE.toNanos(), System::nanoTime);
        WaitBudget stop = new WaitBudget(STOP_ALLOWANCE.toNanos(), System::nanoTime);
        try {
            while (!device.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (isInterrupted) {
                    exchange.requestStop();
                    if (stop.isSpent()) {
                        device.destroyForcibly().waitFor();
                        return Optional.of("did not stop and was killed");
                    }
                }
                if (exchange.beats() != beats) {
                    beats = exchange.beats();
                    silence.end();
                } else if (beats == 0 ? start.isSpent() : silence.isSpent()) {
                    return Optional.of(silent(device, beats == 0));
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("the run was interrupted while its device was running");
        }
        int code = device.exitValue();
        if (code == 0) {
            return Optional.empty();
        }
        return Optional.of(
                code > SIGNALLED
                        ? "was ended by signal " + (code - SIGNALLED) + " before the run ended"
                        : "ended with exit code " + code + " before the run did");
    }

    private String silent(Process device, boolean inStart) throws InterruptedException {
        boolean stopped = StoppedProcess.isStopped(device.pid());
        device.destroyForcibly().waitFor();
        return "gave no sign of life for %d ms and was killed%s"
                .formatted(
                        (silenceNanos + (inStart ? START_ALLOWANCE.toNanos() : 0)) / 1_000_000L,
                        stopped ? ": it was stopped by a signal and not continued" : "");
    }

    private RunResult outcome(Optional<String> trouble, DeviceExchange exchange, Program program, Recording recording)
            throws IOException {
        Optional<Properties> told = exchange.result();
        if (told.isEmpty()) {
            if (recording != null) {
                exchange.lastClocks().ifPresent(recording::deviceClocks);
            }
            Optional<DeathScene> scene =
                    recording == null ? Optional.empty() : DeathScene.of(recording.region(), capture, program.title());
            diagnosis = scene.isPresent() ? scene.get().write(capture) : Optional.empty();
            return lost(trouble.orElse("ended without a result"), scene);
        }
        RunResult result = ResultText.parse(told.get());
        diagnosis = Optional.ofNullable(told.get().getProperty(DeviceProcess.DIAGNOSIS));
        if (recording != null) {
            ClockWatch.Passed.parse(told.get().getProperty(DeviceProcess.CLOCKS))
                    .ifPresent(recording::deviceClocks);
            CoreClock.parse(told.get().getProperty(DeviceProcess.CORE_CLOCK)).ifPresent(recording::coreClock);
        }
        if (result.isOk()) {
            exchange.takeOutputs(program.tensors());
        }
        return result;
    }

    private RunResult lost(String how) {
        diagnosis = Optional.empty();
        return lost(how, Optional.empty());
    }

    private RunResult lost(String how, Optional<DeathScene> scene) {
        ErrorCode code = isInterrupted ? ErrorCode.RUN_INTERRUPTED : ErrorCode.DEVICE_LOST;
        return new RunResult(
                code.number(),
                code.name(),
                "%s (%d): %sthe device process %s%s; %s."
                        .formatted(
                                code.name(),
                                code.number(),
                                isInterrupted ? "the run was interrupted by the user, and " : "",
                                how,
                                scene.flatMap(DeathScene::failureWords)
                                        .map(words -> ", but " + words + " before")
                                        .orElse(""),
                                code.hint()),
                null,
                scene.map(DeathScene::submitted).orElse(0L),
                scene.map(DeathScene::completed).orElse(0L),
                0,
                -1,
                0,
                scene.map(DeathScene::endMicros).orElse(0.0),
                scene.map(IsolatedDevice::counted).map(List::of).orElse(List.of()),
                List.of(),
                List.of(),
                -1,
                null,
                List.of());
    }

    /** All that the board counts, as if one scheduler had: who did what died with the device. */
    private static SchedulerCounters counted(DeathScene scene) {
        return new SchedulerCounters(0, 0, 0, 0, 0, scene.kernelRuns(), scene.completed(), 0, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public void interrupt() {
        isInterrupted = true;
    }

    @Override
    public boolean staysWarm() {
        return false; // a process for each round
    }

    @Override
    public Optional<String> diagnosis() {
        return diagnosis;
    }

    @Override
    public void showOn(RunWatcher watcher) {
        // the watcher sees the region; what the runtime counts is in the other process
    }

    @Override
    public void close() throws IOException {
        DeviceExchange.discard(capture);
    }
}
