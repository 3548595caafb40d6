package io.tidemark.cli.tools;

import io.tidemark.abi.OnFull;
import io.tidemark.abi.Platform;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.finding.Findings;
import io.tidemark.cli.run.CaseRunner;
import io.tidemark.cli.run.RunOutcome;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.lab.fault.ChaosFault;
import io.tidemark.lab.fault.HostFaults;
import io.tidemark.lab.fault.SteppingClock;
import io.tidemark.lab.fault.TornRecord;
import io.tidemark.recording.DeviceCommand;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.Recovery;
import io.tidemark.recording.device.IsolatedDevice;
import io.tidemark.recording.device.ThreadedDevice;
import io.tidemark.recording.plan.RecordingHooks;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a small graph with one fault and comes back with what its certificate says. One thread; the
 * seed decides about moments and sizes.
 */
final class ChaosRun {
    private static final int TASKS = 4_000;
    private static final int CLUSTERS = 2;
    private static final SwimlanePools TINY = SwimlanePools.tiny(32, 128, 4);
    private static final Duration SHORT_WAIT = Duration.ofMillis(30);

    private final Class<?> program;
    private final ChaosFault fault;
    private final Path capture;
    private final Random random;

    /**
     * @param program what the process of an isolated device runs
     */
    ChaosRun(Class<?> program, ChaosFault fault, Path capture, long seed) {
        this.program = program;
        this.fault = fault;
        this.capture = capture;
        this.random = new Random(seed + fault.ordinal());
    }

    Certificate run() throws IOException {
        Files.createDirectories(capture);
        if (fault == ChaosFault.KILLED_DEVICE) {
            killDevice();
        } else if (fault == ChaosFault.ISOLATED_CLOCK_STEP) {
            isolate(noop(TASKS), TASKS, "--device-clock-step=" + readings(), null);
        } else {
            RecordingPlan plan = plan(noop(TASKS));
            try (CaseRunner runner = new CaseRunner(
                    noop(TASKS), plan, new Recorder(plan, new ThreadedDevice(plan), faults()), 1, true)) {
                seal(plan, runner);
            } catch (IOException stopped) {
                if (fault != ChaosFault.KILLED_COLLECTOR) {
                    throw stopped;
                }
                recover();
            }
        }
        Findings findings = new Findings();
        return CertificateReader.read(capture.resolve(CertificateWriter.FILE_NAME), findings)
                .orElseThrow(() -> new IOException("the capture has no certificate"));
    }

    private static void seal(RecordingPlan plan, CaseRunner runner) throws IOException {
        List<RunOutcome.Round> done = runner.run(1);
        RunOutcome outcome = new RunOutcome(
                plan.caseTitle(),
                plan.config().platform().simulatorLabel(),
                plan.config().runtime(),
                CLUSTERS,
                plan.chip().shape().coreCount(),
                plan.aicpuThreads(),
                1,
                done,
                1,
                runner.recorded(),
                Optional.empty(),
                plan.capture());
        runner.seal(outcome);
    }

    /** As a person would with {@code tidemark recover}. */
    private void recover() throws IOException {
        Recovery.finish(capture).orElseThrow(() -> new IOException("nothing was left to recover"));
    }

    private static WorkloadCase noop(int tasks) {
        return WorkloadCatalog.load().find("noop").build(List.of("tasks=" + tasks), 1);
    }

    private RecordingPlan plan(WorkloadCase prepared) {
        Platform platform = fault.platform();
        RuntimeConfig config = RuntimeConfig.builder()
                .platform(platform)
                .clusters(CLUSTERS)
                .memoryBytes(prepared.memoryBytes())
                .build();
        boolean roomy =
                switch (fault) {
                    case NONE, CLOCK_STEP, ISOLATED_CLOCK_STEP -> true;
                    default -> false;
                };
        return RecordingPlan.into(capture)
                .title(prepared.title())
                .call(CallConfig.builder().chipSwimlaneLevel(true).build())
                .onFull(fault == ChaosFault.EXHAUSTED_POOL ? OnFull.DROP : OnFull.BLOCK)
                .pools(roomy ? SwimlanePools.DEFAULT : TINY)
                .config(config)
                .build();
    }

    private RecordingHooks faults() {
        RecordingHooks none = RecordingHooks.NONE;
        return switch (fault) {
            case NONE, KILLED_DEVICE, ISOLATED_CLOCK_STEP -> none;
            case SLOW_HOST, EXHAUSTED_POOL -> none.withHost(HostFaults.slowWrites(ChaosFault.SLOW_WRITE_MILLIS));
            case LOST_ACKNOWLEDGEMENT -> outage();
            case TORN_RECORD -> none.withAfterRun(TornRecord::leaveIn);
            case CLOCK_STEP -> none.withClock(clock -> new SteppingClock(clock, readings()));
            case KILLED_COLLECTOR -> none.withHost(HostFaults.deathAtWrite(2 + random.nextInt(6)));
        };
    }

    /** Ends with the run at the latest: what is reconciled afterwards has to reach the host. */
    private RecordingHooks outage() {
        HostFaults.Outage outage = new HostFaults.Outage(50 + random.nextInt(200), ChaosFault.OUTAGE_MILLIS);
        return RecordingHooks.NONE.withHost(outage).withLongestWait(SHORT_WAIT).withAfterRun(region -> outage.end());
    }

    private void killDevice() throws IOException {
        int tasks = 50_000_000; // it would take minutes
        long wanted = 1_000 + random.nextInt(20_000);
        isolate(noop(tasks), tasks, "--rounds=1", (process, region) -> {
            while (process.isAlive()
                    && region.board().map(b -> b.completed() < wanted).orElse(false)) {
                LockSupport.parkNanos(1_000_000);
            }
            process.destroyForcibly();
        });
    }

    private int readings() {
        return 1_000 + random.nextInt(1_000);
    }

    /**
     * Runs with the device in a separate process.
     *
     * @param option one more for that process
     * @param companion looks at it, or null
     */
    private void isolate(WorkloadCase prepared, int tasks, String option, IsolatedDevice.Companion companion)
            throws IOException {
        RecordingPlan plan = plan(prepared);
        List<String> words =
                List.of("run", "noop", "--tasks=" + tasks, "--clusters=" + CLUSTERS, "--chip-swimlane=4", option);
        IsolatedDevice device =
                new IsolatedDevice(plan, DeviceCommand.again(program, words).launcher());
        device.watchWith(companion);
        try (CaseRunner runner =
                new CaseRunner(prepared, plan, new Recorder(plan, device, RecordingHooks.NONE), 1, true)) {
            seal(plan, runner);
        }
    }
}
