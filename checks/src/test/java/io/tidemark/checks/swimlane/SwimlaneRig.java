package io.tidemark.checks.swimlane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.OnFull;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.AicpuTaskRecord;
import io.tidemark.abi.swimlane.FaninRecord;
import io.tidemark.abi.swimlane.HostPhaseRecord;
import io.tidemark.abi.swimlane.MarkerRecord;
import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.abi.swimlane.SchedPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.chip.simulated.RealClock;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.CollectorPlan;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.collector.swimlane.SwimlaneTicks;
import io.tidemark.probe.HostWaits;
import io.tidemark.probe.swimlane.SwimlaneProbes;
import io.tidemark.recording.plan.RecordingHooks;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.recording.RunRecorders;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** Both halves of a swimlane on one region, with a fake device. One test thread. */
final class SwimlaneRig implements AutoCloseable {
    private static final long NANOS_PER_SECOND = 1_000_000_000L; // the fake device's ticks

    /** What a run looks like. */
    record Setup(
            int level,
            int clusters,
            int schedulers,
            int tasksPerCore,
            SwimlanePools pools,
            OnFull onFull,
            boolean shadow,
            long waitNanos,
            long seed) {
        static Setup random(Random random, boolean shadow) {
            int clusters = 1 + random.nextInt(4);
            int schedulers = 1 + random.nextInt(3);
            int records = 4 + random.nextInt(60);
            int phases = 24 + 2 * 3 * clusters + random.nextInt(100);
            SwimlanePools pools = new SwimlanePools(
                    new SwimlanePools.Pool(2 + random.nextInt(6), records),
                    new SwimlanePools.Pool(2 + random.nextInt(6), records),
                    new SwimlanePools.Pool(2 + random.nextInt(4), phases),
                    new SwimlanePools.Pool(2 + random.nextInt(4), records),
                    new SwimlanePools.Pool(2 + random.nextInt(2), 16 + random.nextInt(16)),
                    1 << random.nextInt(8),
                    1 << random.nextInt(4));
            return new Setup(
                    1 + random.nextInt(4),
                    clusters,
                    schedulers,
                    50 + random.nextInt(1500),
                    pools,
                    OnFull.BLOCK,
                    shadow,
                    60_000_000_000L,
                    random.nextLong());
        }
    }

    final Setup setup;
    final CollectorSession session;
    final SwimlaneProbes probes;
    final FakeDevice device;
    final LongSupplier clock = System::nanoTime;
    private final int[] coreToThread;

    SwimlaneRig(Setup setup, Path directory) throws IOException {
        this(setup, directory, plan -> plan);
    }

    SwimlaneRig(Setup setup, Path directory, UnaryOperator<CollectorPlan> faults) throws IOException {
        this.setup = setup;
        RecordingPlan plan = RecordingPlan.into(directory.resolve("capture"))
                .config(RuntimeConfig.builder().clusters(setup.clusters).build())
                .call(CallConfig.builder()
                        .aicpuThreads(setup.schedulers + 1)
                        .chipSwimlaneLevel(setup.level)
                        .build())
                .pools(setup.pools)
                .onFull(setup.onFull)
                .regionDirectory(directory)
                .build();
        session = Recording.openSession(
                plan,
                RecordingHooks.NONE
                        .withHost(host -> faults.apply(host.withShadow(setup.shadow)))
                        .withClock(real -> new RealClock(NANOS_PER_SECOND)));
        coreToThread = RunRecorders.coreToScheduler(plan.config().shape(), setup.schedulers);
        probes = SwimlaneProbes.open(
                session.region(), coreToThread, setup.schedulers, new HostWaits(setup.waitNanos, System::nanoTime));
        device = new FakeDevice(
                probes, coreToThread, setup.schedulers, setup.tasksPerCore, clock, new Random(setup.seed));
    }

    /** The whole run with the collector's own thread. */
    ChannelBooks run() throws Exception {
        session.start();
        device.start(2);
        assertThat(device.join(60_000)).as("the device ends").isTrue();
        session.stop();
        return books();
    }

    ChannelBooks books() throws IOException {
        return session.reconcile(SwimlaneChannel.CHANNEL, new SwimlaneTicks(), clock.getAsLong());
    }

    /** Compares every record that lies in the spool with what its producer remembers. */
    void assertEveryRecordIsThere() throws IOException {
        try (SpoolReader reader = session.reader(SwimlaneChannel.CHANNEL)) {
            for (FakeCore core : device.cores) {
                assertThat(prints(reader, SwimlaneStream.AICORE_TASK, core.index))
                        .as("core %d", core.index)
                        .containsExactly(core.records.toArray());
            }
            for (FakeScheduler scheduler : device.schedulers) {
                for (FakeCore core : device.cores) {
                    if (coreToThread[core.index] == scheduler.thread) {
                        assertThat(prints(reader, SwimlaneStream.AICPU_TASK, core.index))
                                .containsExactly(
                                        from(2, scheduler.finished(core).toArray()));
                    }
                }
                assertThat(prints(reader, SwimlaneStream.AICPU_SCHED_PHASE, scheduler.thread))
                        .containsExactly(from(3, scheduler.phases.toArray()));
                assertThat(prints(reader, SwimlaneStream.MARKER, scheduler.thread))
                        .containsExactly(from(3, scheduler.markers.toArray()));
            }
            assertThat(prints(reader, SwimlaneStream.FANIN, 0)).containsExactly(from(2, device.fanins.toArray()));
            assertThat(prints(reader, SwimlaneStream.AICPU_ORCH_PHASE, 0))
                    .containsExactly(from(4, device.submits.toArray()));
        }
    }

    private long[] from(int level, long[] written) {
        return setup.level >= level ? written : new long[0];
    }

    long[] prints(SpoolReader reader, SwimlaneStream kind, int lane) throws IOException {
        Written found = new Written();
        reader.eachRecord(kind.code(), lane, (bytes, at) -> found.add(print(kind, bytes, at)));
        return found.toArray();
    }

    private static long print(SwimlaneStream kind, MemorySegment bytes, long at) {
        return switch (kind) {
            case AICORE_TASK ->
                Written.print(
                        AicoreTaskRecord.TASK.get(bytes, at),
                        AicoreTaskRecord.REG_TASK_ID.get(bytes, at),
                        AicoreTaskRecord.RECEIVE_TO_START_TICKS.get(bytes, at),
                        AicoreTaskRecord.START_TICK.get(bytes, at),
                        AicoreTaskRecord.END_TICK.get(bytes, at));
            case AICPU_TASK ->
                Written.print(
                        AicpuTaskRecord.REG_TASK_ID.get(bytes, at),
                        AicpuTaskRecord.DISPATCH_TICK.get(bytes, at),
                        AicpuTaskRecord.FINISH_TICK.get(bytes, at));
            case AICPU_SCHED_PHASE ->
                Written.print(
                        SchedPhaseRecord.START_TICK.get(bytes, at),
                        SchedPhaseRecord.END_TICK.get(bytes, at),
                        SchedPhaseRecord.LOOP_ITERATION.get(bytes, at),
                        SchedPhaseRecord.KIND.get(bytes, at),
                        SchedPhaseRecord.TASKS_PROCESSED.get(bytes, at),
                        SchedPhaseRecord.POP_HIT.get(bytes, at),
                        SchedPhaseRecord.POP_MISS.get(bytes, at));
            case AICPU_ORCH_PHASE ->
                Written.print(
                        OrchPhaseRecord.START_TICK.get(bytes, at),
                        OrchPhaseRecord.END_TICK.get(bytes, at),
                        OrchPhaseRecord.TASK_ID.get(bytes, at),
                        OrchPhaseRecord.SUBMIT_INDEX.get(bytes, at));
            case HOST_PHASE -> Written.print(HostPhaseRecord.INDEX.get(bytes, at));
            case FANIN -> Written.print(FaninRecord.HEAD.get(bytes, at), FaninRecord.PRODUCER_LOCALS.get(bytes, at, 0));
            case MARKER ->
                Written.print(
                        MarkerRecord.TICK.get(bytes, at),
                        MarkerRecord.TASK_ID.get(bytes, at),
                        MarkerRecord.KIND.get(bytes, at),
                        MarkerRecord.LOOP_ITERATION.get(bytes, at));
        };
    }

    /** Every buffer of the region is in exactly one place; only at rest. */
    void assertEachBufferIsInOnePlace() {
        List<Long> found = new ArrayList<>();
        probes.eachBuffer(found::add);
        session.collector(SwimlaneChannel.CHANNEL).eachFreeBuffer(found::add);
        List<Long> all = new ArrayList<>();
        session.region().streams().forEach(stream -> {
            for (int i = 0; i < stream.buffers(); i++) {
                all.add(stream.bufferAt(i));
            }
        });
        assertThat(found).containsExactlyInAnyOrderElementsOf(all);
    }

    @Override
    public void close() throws IOException {
        session.close();
    }
}
