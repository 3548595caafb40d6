package io.tidemark.recording.run;

import io.tidemark.abi.ClockAnchor;
import io.tidemark.abi.OrchestrationSide;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.chip.Chip;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.simulated.ModelClock;
import io.tidemark.collector.ChannelPools;
import io.tidemark.collector.CollectorPlan;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.RunShape;
import io.tidemark.collector.SteppedCollector;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.memory.region.RunMark;
import io.tidemark.probe.HostWaits;
import io.tidemark.recording.plan.ChipSource;
import io.tidemark.recording.plan.CoreClock;
import io.tidemark.recording.plan.Recorded;
import io.tidemark.recording.plan.RecordingHooks;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.profile.KernelTimes;
import io.tidemark.recording.profile.VirtualModel;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.runtime.recording.OrchestrationLog;
import io.tidemark.runtime.recording.RunRecorders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Both halves of the diagnostics of one run, wired: the host collects from the region that the
 * device's probes write to. For the thread that runs the case. After {@link #finish} the records
 * are in the capture; region and spool stay until {@link #discard}, for a recovery if the program
 * dies before the certificate is written.
 */
public final class Recording implements AutoCloseable {
    private static final long PICOS_PER_SECOND = 1_000_000_000_000L;

    private final RecordingPlan plan;
    private final DeviceClock clock;
    private final CollectorSession session;
    private final ChannelExports exports;
    private final AnchorRecorder anchors; // null unless the host builds the graph
    private final RecordingHooks hooks;
    private Conditions conditions; // with the share of the CPUs once the run is over
    private RunFacts facts; // null until then
    private ClockWatch watch; // null until the run starts
    private Optional<ClockWatch.Passed> deviceClocks = Optional.empty();
    private RunSetup setup; // of a device in this process; else null
    private Optional<CoreClock> coreClock = Optional.empty();
    private KernelTimes times; // null unless time is modelled
    private OrchestrationLog calls; // likewise
    private boolean finished;

    private Recording(
            RecordingPlan plan,
            DeviceClock clock,
            CollectorSession session,
            AnchorRecorder anchors,
            RecordingHooks hooks,
            Conditions conditions) {
        this.conditions = conditions;
        this.anchors = anchors;
        this.plan = plan;
        this.clock = clock;
        this.session = session;
        this.hooks = hooks;
        exports = new ChannelExports(session, plan.kits(), plan.export());
    }

    public static Recording open(RecordingPlan plan) throws IOException {
        return open(plan, RecordingHooks.NONE);
    }

    public static Recording open(RecordingPlan plan, RecordingHooks hooks) throws IOException {
        return open(plan, hooks, HostConditions.of(plan, 0, 0));
    }

    /**
     * @param conditions under which the run is measured
     */
    public static Recording open(RecordingPlan plan, RecordingHooks hooks, Conditions conditions) throws IOException {
        DeviceClock clock = clock(plan, hooks);
        return new Recording(
                plan,
                clock,
                openSession(plan, hooks, clock, conditions),
                plan.side() == OrchestrationSide.HOST ? new AnchorRecorder(clock) : null,
                hooks,
                conditions);
    }

    /** The host half alone, for a device that the caller plays itself. The caller closes it. */
    public static CollectorSession openSession(RecordingPlan plan, RecordingHooks hooks) throws IOException {
        Conditions conditions = HostConditions.of(plan, 0, 0);
        return openSession(plan, hooks, clock(plan, hooks), conditions);
    }

    private static DeviceClock clock(RecordingPlan plan, RecordingHooks hooks) {
        return hooks.clock().apply(plan.chip().clock());
    }

    private static CollectorSession openSession(
            RecordingPlan plan, RecordingHooks hooks, DeviceClock clock, Conditions conditions) throws IOException {
        ChipSource chip = plan.chip();
        RegionSettings settings = new RegionSettings(
                chip.platform(),
                chip.isSimulated(),
                plan.flags(),
                plan.argsLevel(),
                plan.pmuEvent(),
                chip.shape().coreCount(),
                plan.aicpuThreads(),
                chip.clock().hertz(),
                ClockAnchor.NONE,
                RecoveredFacts.text(plan, conditions),
                RunMark.NONE); // the session gives it its own
        CollectorPlan collectorPlan =
                CollectorPlan.of(plan.capture(), settings, plan.layouts(), !chip.sharesMemory(), clock::ticks);
        CollectorSession session = CollectorSession.open(hooks.host()
                .apply(plan.regionDirectory()
                        .map(collectorPlan::withRegionDirectory)
                        .orElse(collectorPlan)));
        RunShape shape = plan.shape();
        Path spool = plan.capture().resolve(CaptureDirectory.SPOOL);
        try {
            for (ChannelPools room : plan.recordedPools()) {
                room.prepare(session.region(), shape);
                room.describe(spool, session.region(), shape);
            }
            return session;
        } catch (IOException | RuntimeException e) {
            session.discard();
            throw e;
        }
    }

    /**
     * The device half: probes on the region, for a run in this process or in another.
     *
     * @param chip that the run is on
     */
    public static RunSetup deviceSetup(RecordingPlan plan, Chip chip, DeviceRegion region, DeviceClock clock) {
        return deviceSetup(plan, chip, region, clock, RecordingHooks.NONE);
    }

    private static RunSetup deviceSetup(
            RecordingPlan plan, Chip chip, DeviceRegion region, DeviceClock clock, RecordingHooks hooks) {
        return recorded(
                plan, chip, region, RunSetup.unrecorded(plan.chip().driver(chip, clock)), hooks, System::nanoTime);
    }

    private static RunSetup recorded(
            RecordingPlan plan,
            Chip chip,
            DeviceRegion region,
            RunSetup unrecorded,
            RecordingHooks hooks,
            LongSupplier waitClock) {
        return RunRecorders.on(
                region,
                plan.deviceHalves(),
                unrecorded,
                chip.shape(),
                plan.config().runtime(),
                plan.aicpuThreads(),
                new HostWaits(hooks.longestWait().toNanos(), waitClock));
    }

    public DeviceRegion region() {
        return session.region();
    }

    /** The host half, for a caller that closes the books of a channel itself. */
    public CollectorSession session() {
        return session;
    }

    /** Starts the host; then run a worker on this chip with the setup. */
    public RunSetup start(Chip chip) {
        if (clock instanceof ModelClock modelled) {
            return startModelled(chip, modelled);
        }
        startHost();
        setup = deviceSetup(plan, chip, session.region(), clock, hooks);
        return setup;
    }

    /**
     * In modelled time the host has no thread: the run gives it its turns, and a lane that waits
     * for it lets it work.
     */
    private RunSetup startModelled(Chip chip, ModelClock modelled) {
        SteppedCollector host = session.startStepped();
        if (anchors != null) {
            anchors.before();
        }
        times = new KernelTimes();
        RunSetup made = recorded(
                plan, chip, session.region(), RunSetup.modelled(plan.config(), modelled, host::collect), hooks, () -> {
                    host.collect();
                    return modelled.nanos();
                });
        calls = new OrchestrationLog();
        return calls.around(made.withProbes(
                core -> {
                    CoreProbe probe = made.coreProbes().apply(core);
                    return probe == null ? null : new TimedCore(probe, core, times);
                },
                made.schedulerProbes(),
                made.orchestratorProbe()));
    }

    /** Starts the host; then another process runs the device. */
    public void startHost() {
        watch = new ClockWatch(clock);
        exports.begin();
        session.start();
        if (anchors != null) {
            anchors.before();
        }
    }

    /** What the device says of its clock, when it was in another process. Before the finish. */
    public void deviceClocks(ClockWatch.Passed passed) {
        deviceClocks = Optional.of(passed);
    }

    /** What the device says of the clock of its cores, likewise. */
    public void coreClock(CoreClock told) {
        coreClock = Optional.of(told);
    }

    /** Collects what is left, closes the books and exports. */
    public Recorded finish(RunResult result) throws IOException {
        collect(result);
        return export();
    }

    /** The first half of {@link #finish}: collects what is left. When the device is at rest. */
    public void collect(RunResult result) throws IOException {
        if (anchors != null) {
            anchors.after();
        }
        facts = RunFacts.of(result, clock.ticks());
        conditions = conditions.withCpuPercent(result.cpuPercent());
        session.region().addFact(HostConditions.CPU_PERCENT, Integer.toString(result.cpuPercent()));
        session.region().addFact(RunFacts.NAME, facts.text()); // first: what follows may fail
        hooks.afterRun().accept(session.region());
        try {
            session.stop();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("the run was interrupted while its records were collected");
        }
    }

    /** The second half of {@link #finish}: closes the books and writes the artifacts. */
    public Recorded export() throws IOException {
        if (times != null) {
            writeModel();
        }
        Recorded judged = judged();
        Optional<CoreClock> told = setup == null ? coreClock : CoreClock.of(setup.driver());
        return told.or(() -> CoreClock.unknown(plan.chip().label()))
                .map(core -> judged.withCoreClock(
                        core, facts.areTakenByCores(plan.config().runtime())))
                .orElse(judged);
    }

    private void writeModel() throws IOException {
        RuntimeConfig config = plan.config();
        new VirtualModel(
                        config.clusters(),
                        plan.aicpuThreads(),
                        config.serial(),
                        plan.call().rings(),
                        config.modelled().orElseThrow().profile(),
                        times.byKernel(),
                        times.byCore(PICOS_PER_SECOND / clock.hertz()),
                        calls.asksChip(),
                        calls.calls())
                .write(plan.capture());
    }

    private Recorded judged() throws IOException {
        Recorded books = exports.write(
                        facts,
                        plan.config().runtime(),
                        Optional.ofNullable(anchors).map(AnchorRecorder::anchors))
                .under(Optional.of(conditions));
        return watch == null && deviceClocks.isEmpty()
                ? books // modelled time has one clock
                : deviceClocks.orElseGet(watch::passed).judge(books);
    }

    /** Removes region and spool; when the capture has its certificate. */
    public void discard() throws IOException {
        session.discard();
        finished = true;
    }

    /** Lets go of what {@link #discard} has not removed; the files stay for a recovery. */
    @Override
    public void close() throws IOException {
        if (!finished) {
            session.close();
        }
    }
}
