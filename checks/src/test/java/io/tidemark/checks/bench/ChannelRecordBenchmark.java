package io.tidemark.checks.bench;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.DType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.Platform;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.abi.scope.ScopePhase;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.collector.RunShape;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.collector.deps.DepsPools;
import io.tidemark.collector.pmu.PmuPools;
import io.tidemark.collector.scope.ScopePools;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.probe.HostWaits;
import io.tidemark.probe.args.ArgsProbes;
import io.tidemark.probe.args.ArgumentSource;
import io.tidemark.probe.args.SchedulerArgsProbe;
import io.tidemark.probe.deps.DepsProbe;
import io.tidemark.probe.pmu.ArgumentTraffic;
import io.tidemark.probe.pmu.PmuProbe;
import io.tidemark.probe.scope.ScopeProbe;
import io.tidemark.probe.swimlane.SchedulerSwimlaneProbe;
import io.tidemark.probe.swimlane.SwimlaneProbes;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What one record of the other kinds costs, clock excluded; the bare store is in its neighbour. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ChannelRecordBenchmark {
    private static final long WAIT_NANOS = 1_000_000_000L;
    private static final int STEP_MASK = 63; // records between two questions for room
    private static final int[] OWNERS = {0, 0, 0};
    private static final RunShape SHAPE =
            RunShape.uniform(CoreType.AIV, OWNERS.length, Platform.A2A3.maxAicpuThreads());

    private static RecyclingHost host(DfxFlags flags, ChannelLayout channel) throws IOException {
        return new RecyclingHost(
                RegionSettings.simulated(Platform.A2A3, flags, OWNERS.length, 2).withPmuEvent(PmuEvent.DEFAULT.code()),
                channel);
    }

    /** A swimlane of level 4. */
    @State(Scope.Thread)
    public static class Swimlane {
        RecyclingHost host;
        SchedulerSwimlaneProbe scheduler;
        SwimlaneProbes probes;
        int count;

        @Setup
        public void open() throws IOException {
            DfxFlags flags = DfxFlags.ofSwimlaneLevel(4);
            host = host(flags, SwimlanePools.DEFAULT.layout(flags, SHAPE, OnFull.BLOCK));
            probes = SwimlaneProbes.open(host.region(), OWNERS, 1, new HostWaits(WAIT_NANOS, System::nanoTime));
            scheduler = probes.scheduler(0);
        }

        void step() {
            if ((++count & STEP_MASK) == 0) {
                scheduler.hasRoom();
                host.recycle();
                scheduler.hasRoom();
            }
        }

        @TearDown
        public void close() throws IOException {
            host.close();
        }
    }

    @Benchmark
    public void schedulerPhaseRecord(Swimlane lane) {
        lane.step();
        lane.scheduler.phase(SchedPhaseKind.COMPLETE, lane.count, lane.count, lane.count, 1);
    }

    @Benchmark
    public void markerRecord(Swimlane lane) {
        lane.step();
        lane.scheduler.marker(SchedPhaseKind.DUMMY_TASK, lane.count, lane.count, lane.count);
    }

    @Benchmark
    public void orchestratorPhaseRecord(Swimlane lane) {
        lane.step();
        lane.probes.orchestrator().submitted(lane.count, lane.count, lane.count, lane.count);
    }

    /** Every other channel, each with a region of its own. */
    @State(Scope.Thread)
    public static class Others {
        final Tensor[] tensors = {
            Tensor.of(0x10_0000, DType.FLOAT32, 16),
            Tensor.of(0x20_0000, DType.FLOAT32, 16),
            Tensor.of(0x30_0000, DType.FLOAT32, 16)
        };
        final ArgumentTraffic traffic = new ArgumentTraffic();
        RecyclingHost scopeHost;
        RecyclingHost depsHost;
        RecyclingHost pmuHost;
        ScopeProbe scope;
        DepsProbe deps;
        PmuProbe pmu;
        int count;

        @Setup
        public void open() throws IOException {
            DfxFlags none = DfxFlags.NONE;
            scopeHost = host(none.with(DfxFeature.SCOPE_STATS), ScopePools.DEFAULT.layout(none, SHAPE, OnFull.BLOCK));
            depsHost = host(none.with(DfxFeature.DEP_GEN), DepsPools.DEFAULT.layout(none, SHAPE, OnFull.BLOCK));
            pmuHost = host(none.with(DfxFeature.PMU), PmuPools.DEFAULT.layout(none, SHAPE, OnFull.BLOCK));
            scope = ScopeProbe.open(scopeHost.region(), new HostWaits(WAIT_NANOS, System::nanoTime))
                    .orElseThrow();
            deps = DepsProbe.open(depsHost.region(), new HostWaits(WAIT_NANOS, System::nanoTime))
                    .orElseThrow();
            pmu = PmuProbe.open(pmuHost.region(), OWNERS, 0, new HostWaits(WAIT_NANOS, System::nanoTime))
                    .orElseThrow();
        }

        void step(RecyclingHost host) {
            if ((++count & STEP_MASK) == 0) {
                host.recycle();
            }
        }

        @TearDown
        public void close() throws IOException {
            scopeHost.close();
            depsHost.close();
            pmuHost.close();
        }
    }

    @Benchmark
    public void scopeSample(Others others) {
        others.step(others.scopeHost);
        int now = others.count;
        others.scope.sample(ScopePhase.BEGIN, 1, 1, 1, now, 0, now, 0, now, 0, now, 7);
    }

    /** A submit of three tensors: five slots of 64 bytes. */
    @Benchmark
    public void depsRecordOfThreeTensors(Others others) {
        others.step(others.depsHost);
        int now = others.count;
        others.deps.begin(SubmitKind.KERNEL, 0, 1, now, -1, 0, -1, 1, 3, 0, 0x200, 0, now, now, now, now);
        for (int i = 0; i < others.tensors.length; i++) {
            others.deps.tensor(i, others.tensors[i]);
        }
        others.deps.end();
        others.deps.result(now, 3, now);
    }

    /** The argument dump of one scheduler, shapes only: payloads are timed by whole runs. */
    @State(Scope.Thread)
    public static class Arguments implements ArgumentSource {
        final Tensor input = Tensor.of(0x10_0000, DType.FLOAT32, 16);
        RecyclingHost host;
        SchedulerArgsProbe probe;
        int count;

        @Setup
        public void open() throws IOException {
            host = new RecyclingHost(
                    RegionSettings.simulated(Platform.A2A3, DfxFlags.of(DfxFeature.DUMP_ARGS_ENABLE), OWNERS.length, 2)
                            .withArgsLevel(3),
                    ArgsPools.DEFAULT.layout(DfxFlags.NONE, SHAPE, OnFull.BLOCK));
            probe = ArgsProbes.open(host.region(), 1, new HostWaits(WAIT_NANOS, System::nanoTime))
                    .orElseThrow()
                    .scheduler(0);
        }

        @Override
        public long taskId() {
            return count;
        }

        @Override
        public int functionCount() {
            return 1;
        }

        @Override
        public int functionId(int index) {
            return 0;
        }

        @Override
        public int tensorCount() {
            return 1;
        }

        @Override
        public Tensor tensor(int index) {
            return input;
        }

        @Override
        public int tagCode(int index) {
            return 0;
        }

        @Override
        public int scalarCount() {
            return 0;
        }

        @Override
        public long scalarBits(int index) {
            return 0;
        }

        @Override
        public int scalarTypeCode(int index) {
            return 0;
        }

        @Override
        public long dumpMask() {
            return 0;
        }

        @TearDown
        public void close() throws IOException {
            host.close();
        }
    }

    /** A task of one input: one record of 192 bytes without payload. */
    @Benchmark
    public boolean argumentRecord(Arguments task) {
        task.count++;
        task.probe.hasRoom();
        if ((task.count & STEP_MASK) == 0) {
            task.host.recycle();
        }
        return task.probe.mayDispatch(task) & task.probe.mayComplete(task);
    }

    @Benchmark
    public void pmuRecord(Others others) {
        if ((++others.count & 1) == 0) {
            others.pmu.hasRoom();
            others.pmuHost.recycle();
        }
        others.pmu.finished(0, 1, others.count, 0, 1, 2, 1, PmuProbe.UNCOUNTED, others.traffic);
    }
}
