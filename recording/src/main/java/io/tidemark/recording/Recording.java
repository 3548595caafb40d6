package io.tidemark.recording;

import io.tidemark.abi.Channel;
import io.tidemark.abi.CoreType;
import io.tidemark.abi.Platform;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.simulated.RealClock;
import io.tidemark.collector.CollectorPlan;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.swimlane.SwimlaneShape;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RunSetup;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.recording.RunRecorders;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Both halves of the diagnostics of one run, wired: the host collects from the region that the
 * device's probes write to. For the thread that runs the case. After {@link #finish} the records
 * are in the capture; region and spool stay until {@link #discard}, for a recovery if the program
 * dies before the certificate is written.
 */
public final class Recording implements AutoCloseable {
    private final RecordingPlan plan;
    private final DeviceClock clock;
    private final CollectorSession session;
    private final AnchorRecorder anchors; // null unless the host builds the graph
    private final RecordingHooks hooks;
    private Conditions conditions; // with the share of the CPUs once the run is over
    private RunFacts facts; // null until then
    private ClockWatch watch; // null until the run starts
    private ChipDriver driver; // of a chip that is not simulated, once it runs; else null
    private Optional<ClockWatch.Passed> deviceClocks = Optional.empty();
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
    }

    public static Recording open(RecordingPlan plan) throws IOException {
        return open(plan, RecordingHooks.NONE, 0);
    }

    /**
     * @param roundsBefore rounds the process that steps the cores has run already
     */
    public static Recording open(RecordingPlan plan, RecordingHooks hooks, int roundsBefore)
            throws IOException {
        Conditions conditions = HostConditions.of(plan.config(), roundsBefore);
        DeviceClock clock = clock(plan, hooks);
        return new Recording(
                plan,
                clock,
                openSession(plan, hooks, clock, conditions),
                plan.isOnHost() ? new AnchorRecorder(clock) : null,
                hooks,
                conditions);
    }

    /** The host half alone, for a device that the caller plays itself. The caller closes it. */
    public static CollectorSession openSession(RecordingPlan plan, RecordingHooks hooks)
            throws IOException {
        Conditions conditions = HostConditions.of(plan.config(), 0);
        return openSession(plan, hooks, clock(plan, hooks), conditions);
    }

    private static DeviceClock clock(RecordingPlan plan, RecordingHooks hooks) {
        return hooks.clock().apply(new RealClock(plan.config().platform().clockHz()));
    }

    private static CollectorSession openSession(
            RecordingPlan plan, RecordingHooks hooks, DeviceClock clock, Conditions conditions)
            throws IOException {
        Platform platform = plan.config().platform();
        ChipShape shape = plan.config().shape();
        RegionSettings settings =
                RegionSettings.simulated(
                                platform, plan.flags(), shape.coreCount(), plan.aicpuThreads())
                        .withArgsLevel(plan.argsLevel())
                        .withPmuEvent(plan.pmuEvent())
                        .withFacts(RecoveredFacts.text(plan, conditions));
        CollectorPlan collectorPlan =
                CollectorPlan.of(
                        plan.capture(),
                        settings,
                        plan.pools().layouts(plan),
                        platform == Platform.A5, // its host does not see the chip's memory
                        clock::ticks);
        CollectorSession session =
                CollectorSession.open(
                        hooks.host()
                                .apply(
                                        plan.regionDirectory()
                                                .map(collectorPlan::withRegionDirectory)
                                                .orElse(collectorPlan)));
        if (plan.flags().records(Channel.SWIMLANE)) {
            shape(shape, plan).writeTo(session.region());
        }
        return session;
    }

    /** The device half: probes on the region, for a run in this process or in another. */
    static RunSetup deviceSetup(RecordingPlan plan, DeviceRegion region, DeviceClock clock) {
        return deviceSetup(plan, region, clock, RecordingHooks.NONE);
    }

    private static RunSetup deviceSetup(
            RecordingPlan plan, DeviceRegion region, DeviceClock clock, RecordingHooks hooks) {
        RuntimeConfig config = plan.config();
        return RunRecorders.on(
                region,
                RunSetup.unrecorded(clock, hooks.stepper().apply(config)),
                config.shape(),
                config.runtime(),
                plan.aicpuThreads(),
                hooks.longestWait().toNanos());
    }

    private static SwimlaneShape shape(ChipShape shape, RecordingPlan plan) {
        int[] owners = RunRecorders.coreToScheduler(shape, plan.schedulers());
        List<CoreType> types =
                IntStream.range(0, shape.coreCount()).mapToObj(core -> shape.type(core)).toList();
        return new SwimlaneShape(
                types,
                Arrays.stream(owners).boxed().toList(),
                plan.config().runtime().actors(plan.aicpuThreads()),
                plan.config().platform().maxAicpuThreads());
    }

    public DeviceRegion region() {
        return session.region();
    }

    /** The host half, for a caller that closes the books of a channel itself. */
    public CollectorSession session() {
        return session;
    }

    /** Starts the host; then run a worker with this setup. */
    public RunSetup start() {
        startHost();
        return deviceSetup(plan, session.region(), clock, hooks);
    }

    /** Starts the host; then run a worker on this chip with this setup. */
    RunSetup start(Chip chip) {
        if (plan.config().platform().isSimulated()) {
            return start();
        }
        startHost();
        driver = chip.driver();
        return RunRecorders.on(
                session.region(),
                RunSetup.unrecorded(driver),
                chip.shape(),
                plan.config().runtime(),
                plan.aicpuThreads(),
                hooks.longestWait().toNanos());
    }

    /** Starts the host; then another process runs the device. */
    void startHost() {
        watch = new ClockWatch(clock);
        session.start();
        if (anchors != null) {
            anchors.before();
        }
    }

    /** What the device says of its clock, when it was in another process. Before the finish. */
    void deviceClocks(ClockWatch.Passed passed) {
        deviceClocks = Optional.of(passed);
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
        Recorded judged = judged();
        return driver == null
                ? judged
                : judged.withCoreClock(
                        driver.coreClock().name(), driver.coreClockBoundNanos());
    }

    private Recorded judged() throws IOException {
        return deviceClocks
                .orElseGet(watch::passed)
                .judge(
                        new ChannelExports(
                                        session,
                                        facts,
                                        plan.isOnHost(),
                                        Optional.ofNullable(anchors).map(AnchorRecorder::anchors))
                                .write()
                                .under(Optional.of(conditions)));
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
