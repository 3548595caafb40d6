package io.tidemark.recording;

import io.tidemark.abi.Channel;
import io.tidemark.abi.Platform;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.swimlane.CoreType;
import io.tidemark.chip.CarrierPool;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.RealClock;
import io.tidemark.chip.Topology;
import io.tidemark.collector.CollectorPlan;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.collector.deps.DepsPools;
import io.tidemark.collector.pmu.PmuPools;
import io.tidemark.collector.scope.ScopePools;
import io.tidemark.collector.swimlane.SwimlaneShape;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RunSetup;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.recording.RunRecorders;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
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
    private final RecordingFaults faults;
    private final Conditions conditions;
    private ClockWatch watch; // null until the run starts
    private Optional<ClockWatch.Passed> deviceClocks = Optional.empty();
    private boolean finished;

    private Recording(
            RecordingPlan plan,
            DeviceClock clock,
            CollectorSession session,
            AnchorRecorder anchors,
            RecordingFaults faults,
            Conditions conditions) {
        this.conditions = conditions;
        this.anchors = anchors;
        this.plan = plan;
        this.clock = clock;
        this.session = session;
        this.faults = faults;
    }

    public static Recording open(RecordingPlan plan) throws IOException {
        return open(plan, RecordingFaults.NONE, 0);
    }

    /**
     * @param roundsBefore rounds the process that steps the cores has run already
     */
    public static Recording open(RecordingPlan plan, RecordingFaults faults, int roundsBefore)
            throws IOException {
        RuntimeConfig config = plan.config();
        Conditions conditions = HostConditions.of(config.clusters(), roundsBefore);
        Platform platform = config.platform();
        Topology topology = new Topology(config.clusters());
        DeviceClock clock = faults.clock().apply(new RealClock(platform.clockHz()));
        RegionSettings settings =
                RegionSettings.simulated(
                                platform, plan.flags(), topology.coreCount(), plan.aicpuThreads())
                        .withArgsLevel(plan.argsLevel())
                        .withPmuEvent(plan.pmuEvent())
                        .withFacts(RecoveredFacts.text(plan, conditions));
        CollectorPlan collectorPlan =
                CollectorPlan.of(
                        plan.capture(),
                        settings,
                        layouts(plan, topology),
                        platform == Platform.A5, // its host does not see the chip's memory
                        clock::ticks);
        CollectorSession session =
                CollectorSession.open(
                        faults.host()
                                .apply(
                                        plan.regionDirectory()
                                                .map(collectorPlan::withRegionDirectory)
                                                .orElse(collectorPlan)));
        if (plan.flags().records(Channel.SWIMLANE)) {
            shape(topology, plan).writeTo(session.region());
        }
        return new Recording(
                plan,
                clock,
                session,
                plan.isOnHost() ? new AnchorRecorder(clock) : null,
                faults,
                conditions);
    }

    /** The device half: probes on the region, for a run in this process or in another. */
    static RunSetup deviceSetup(RecordingPlan plan, DeviceRegion region, DeviceClock clock) {
        return deviceSetup(plan, region, clock, RecordingFaults.NONE.longestWait());
    }

    private static RunSetup deviceSetup(
            RecordingPlan plan, DeviceRegion region, DeviceClock clock, Duration longestWait) {
        RuntimeConfig config = plan.config();
        return RunRecorders.on(
                region,
                RunSetup.unrecorded(
                        clock,
                        new CarrierPool(config.carriers(), config.exitJoinTimeout().toNanos())),
                new Topology(config.clusters()),
                plan.schedulers(),
                longestWait.toNanos(),
                plan.isOnHost());
    }

    /** One per channel that the flags ask for. */
    private static List<ChannelLayout> layouts(RecordingPlan plan, Topology topology) {
        Platform platform = plan.config().platform();
        List<ChannelLayout> layouts = new ArrayList<>();
        if (plan.flags().records(Channel.SWIMLANE)) {
            layouts.add(
                    plan.swimlanePools()
                            .layout(
                                    plan.flags(),
                                    platform,
                                    topology.coreCount(),
                                    plan.onFull(),
                                    plan.isOnHost()));
        }
        if (plan.flags().records(Channel.ARGS)) {
            layouts.add(ArgsPools.DEFAULT.layout(platform, plan.onFull()));
        }
        if (plan.flags().records(Channel.SCOPE)) {
            layouts.add(ScopePools.DEFAULT.layout(plan.onFull()));
        }
        if (plan.flags().records(Channel.DEPS)) {
            layouts.add(DepsPools.DEFAULT.layout(plan.onFull()));
        }
        if (plan.flags().records(Channel.PMU)) {
            layouts.add(PmuPools.DEFAULT.layout(platform, topology.coreCount(), plan.onFull()));
        }
        return layouts;
    }

    private static SwimlaneShape shape(Topology topology, RecordingPlan plan) {
        int[] owners = RunRecorders.coreToScheduler(topology, plan.schedulers());
        List<CoreType> types =
                IntStream.range(0, topology.coreCount())
                        .mapToObj(core -> CoreType.valueOf(topology.type(core).name()))
                        .toList();
        return new SwimlaneShape(
                types,
                Arrays.stream(owners).boxed().toList(),
                plan.isOnHost() ? plan.schedulers() + 1 : plan.schedulers(),
                plan.config().platform().maxAicpuThreads());
    }

    public DeviceRegion region() {
        return session.region();
    }

    /** Starts the host; then run a worker with this setup. */
    public RunSetup start() {
        startHost();
        return deviceSetup(plan, session.region(), clock, faults.longestWait());
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
        if (anchors != null) {
            anchors.after();
        }
        RunFacts facts = RunFacts.of(result, clock.ticks());
        session.region().addFact(HostConditions.CPU_PERCENT, Integer.toString(result.cpuPercent()));
        session.region().addFact(RunFacts.NAME, facts.text()); // first: what follows may fail
        faults.afterRun().accept(session.region());
        try {
            session.stop();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("the run was interrupted while its records were collected");
        }
        return deviceClocks
                .orElseGet(watch::passed)
                .judge(
                        new ChannelExports(
                                        session,
                                        facts,
                                        plan.isOnHost(),
                                        Optional.ofNullable(anchors).map(AnchorRecorder::anchors))
                                .write()
                                .under(
                                        Optional.of(
                                                conditions.withCpuPercent(result.cpuPercent()))));
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
