package io.tidemark.recording.device;

import io.tidemark.chip.DeviceClock;
import io.tidemark.collector.UnfinishedRun;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.recording.plan.CoreClock;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.ClockWatch;
import io.tidemark.recording.run.HangFiles;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;

/**
 * What runs in the process of an isolated device: one round, recorded into the region that the host
 * made, its result and outputs put into the exchange. It ends at once when its standard input does,
 * which is when the host is gone.
 */
public final class DeviceProcess {
    /** Of the result: the doctor's sentence. */
    static final String DIAGNOSIS = "diagnosis";

    /** Of the result: how long the run was by the device clock and by the process. */
    static final String CLOCKS = "clocks";

    /** Of the result: the clock of the cores, where they have their own. */
    static final String CORE_CLOCK = "core_clock";

    private static final int ORPHANED = 70;
    private static final long BEAT_NANOS = 50_000_000;

    private final RecordingPlan plan;
    private final DeviceClock clock;
    private Optional<CoreClock> coreClock = Optional.empty();

    /**
     * @param plan its capture directory is the host's
     * @param clock what a recorded run is stamped with
     */
    public DeviceProcess(RecordingPlan plan, DeviceClock clock) {
        this.plan = plan;
        this.clock = clock;
    }

    /**
     * @param exchangeDirectory where the host waits for the result
     * @param regionFile what the run is recorded into; empty when nothing is recorded
     */
    public void run(Program program, Path exchangeDirectory, Optional<Path> regionFile) throws IOException {
        dieWithTheHost();
        InterruptSignal.take(() -> {}); // a terminal sends it to both; the host says when to stop
        try (DeviceExchange exchange = DeviceExchange.open(exchangeDirectory, program.tensors())) {
            ClockWatch watch = new ClockWatch(clock);
            try (ChipWorker worker =
                    ChipWorker.owning(plan.config(), plan.chip().open())) {
                Thread heart = beating(exchange, watch, worker);
                try {
                    runOnce(worker, program, exchange, watch, regionFile);
                } finally {
                    end(heart);
                }
            }
        }
    }

    private void runOnce(
            ChipWorker worker, Program program, DeviceExchange exchange, ClockWatch watch, Optional<Path> regionFile)
            throws IOException {
        RunResult result = regionFile.isPresent()
                ? recorded(worker, program, regionFile.get())
                : worker.run(
                        program.orchestration(), program.tensors(), plan.call().unrecorded());
        if (result.isOk()) {
            exchange.putOutputs(program.tensors());
        }
        Properties text = ResultText.of(result);
        text.setProperty(CLOCKS, watch.passed().text());
        coreClock.ifPresent(told -> text.setProperty(CORE_CLOCK, told.text()));
        HangFiles.write(plan.capture(), plan.config().runtime(), result, worker.lastHang())
                .ifPresent(sentence -> text.setProperty(DIAGNOSIS, sentence));
        exchange.putResult(text);
    }

    private RunResult recorded(ChipWorker worker, Program program, Path regionFile) throws IOException {
        Optional<UnfinishedRun> run = UnfinishedRun.in(plan.capture());
        if (run.isPresent()) {
            run.get().claimDevice();
        }
        DeviceRegion region = DeviceRegion.open(regionFile);
        region.claimDevice();
        if (run.isEmpty() || !run.get().isHostAlive()) { // asked after the claim: a recovery sees one of both
            Runtime.getRuntime().halt(ORPHANED);
        }
        RunSetup setup = Recording.deviceSetup(plan, worker.chip(), region, clock);
        RunResult result = worker.run(program.orchestration(), program.tensors(), plan.call(), setup);
        coreClock = CoreClock.of(setup.driver());
        if (result.abandonedThreads().isEmpty()) {
            region.close();
        } // else a kernel may still come back and write its record
        return result;
    }

    private static void dieWithTheHost() {
        Thread.ofPlatform().name("tidemark-host-watch").daemon().start(() -> {
            try {
                while (System.in.read() >= 0) {
                    Thread.onSpinWait(); // nothing is written; only the end matters
                }
            } catch (IOException broken) {
                // the same as its end
            }
            Runtime.getRuntime().halt(ORPHANED);
        });
    }

    private static Thread beating(DeviceExchange exchange, ClockWatch watch, ChipWorker worker) {
        return Thread.ofPlatform().name("tidemark-heart").daemon().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                exchange.beat(watch.passed());
                if (exchange.isStopRequested()) {
                    worker.interrupt();
                }
                LockSupport.parkNanos(BEAT_NANOS);
            }
        });
    }

    /** Ends the heartbeat thread, which must happen before the exchange is closed. */
    private static void end(Thread heart) {
        heart.interrupt();
        boolean interrupted = false;
        while (heart.isAlive()) {
            try {
                heart.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
