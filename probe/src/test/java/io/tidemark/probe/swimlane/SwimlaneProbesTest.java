package io.tidemark.probe.swimlane;

import static io.tidemark.abi.swimlane.SwimlaneStream.AICORE_TASK;
import static io.tidemark.abi.swimlane.SwimlaneStream.AICPU_ORCH_PHASE;
import static io.tidemark.abi.swimlane.SwimlaneStream.AICPU_SCHED_PHASE;
import static io.tidemark.abi.swimlane.SwimlaneStream.AICPU_TASK;
import static io.tidemark.abi.swimlane.SwimlaneStream.MARKER;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.abi.swimlane.SchedPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.queue.FreeQueueWriter;
import io.tidemark.memory.queue.ReadyQueueReader;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.probe.HostWaits;
import io.tidemark.testkit.FakeClock;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Levels, pop counts, deadlines, and that recording makes no garbage. */
class SwimlaneProbesTest {
    private static final SwimlaneStream[] LEVEL_1 = {AICORE_TASK};
    private static final SwimlaneStream[] LEVEL_2 = {AICORE_TASK, AICPU_TASK};
    private static final SwimlaneStream[] LEVEL_4 = {
        AICORE_TASK, AICPU_TASK, AICPU_SCHED_PHASE, MARKER, AICPU_ORCH_PHASE
    };

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private final FakeClock nanoClock = new FakeClock(1);

    private SwimlaneProbes open(ProbeRegion region) {
        return SwimlaneProbes.open(region.region, new int[] {0, 0, 0}, 1, new HostWaits(1_000, nanoClock));
    }

    @Test
    void aLevelThatIsOffHasNoStreamAndItsCallsDoNothing() throws IOException {
        try (ProbeRegion region = new ProbeRegion(directory, OnFull.BLOCK, 3, 8, LEVEL_1)) {
            region.offerAll();
            SwimlaneProbes probes = open(region);
            assertThat(probes.core(0).isRecording()).isTrue();
            assertThat(probes.scheduler(0).recordsTasks()).isFalse();
            assertThat(probes.scheduler(0).recordsPhases()).isFalse();
            assertThat(probes.orchestrator().recordsSubmits()).isFalse();
            probes.scheduler(0).taskFinished(0, 1, 1, 2);
            probes.scheduler(0).phase(SchedPhaseKind.COMPLETE, 1, 2, 1, 1);
            probes.scheduler(0).marker(SchedPhaseKind.DUMMY_TASK, 7, 1, 1);
            probes.orchestrator().submitted(1, 2, 3, 4);
            probes.orchestrator().flush();
            assertThat(probes.scheduler(0).flush(9)).isTrue();
            assertThat(region.ready(0).poll()).isFalse();
        }
    }

    @Test
    void withoutASwimlaneEveryProbeIsSilent() {
        SwimlaneProbes probes = SwimlaneProbes.off(3, 2);
        assertThat(probes.core(2).tryReserve()).isTrue();
        probes.core(2).commit(1, 0, 1, 1, 1, 1);
        SchedulerSwimlaneProbe scheduler = probes.scheduler(1);
        assertThat(scheduler.hasRoom()).isTrue();
        scheduler.beforeDispatch(0, 1);
        scheduler.observed(0, 1);
        scheduler.popped(1, 1);
        assertThat(scheduler.flush(1)).isTrue();
        assertThat(scheduler.thread()).isEqualTo(1);
    }

    @Test
    void popCountsOfAllDispatchRecordsAddUpToTheRunsOwn() throws IOException {
        try (ProbeRegion region = new ProbeRegion(directory, OnFull.BLOCK, 3, 8, LEVEL_4)) {
            region.offerAll();
            SchedulerSwimlaneProbe scheduler = open(region).scheduler(0);
            scheduler.popped(2, 1);
            scheduler.phase(SchedPhaseKind.DISPATCH, 10, 11, 1, 2);
            scheduler.popped(0, 5);
            scheduler.phase(SchedPhaseKind.DISPATCH, 12, 13, 2, 0); // no work, no record
            scheduler.phase(SchedPhaseKind.ASYNC_POLL, 13, 14, 2, 0);
            scheduler.popped(1, 0);
            scheduler.phase(SchedPhaseKind.DISPATCH, 14, 15, 3, 1);
            scheduler.popped(0, 3);
            assertThat(scheduler.flush(20)).isTrue();

            ReadyQueueReader host = region.ready(0);
            assertThat(host.poll()).isTrue();
            assertThat(host.kind()).isEqualTo(AICPU_SCHED_PHASE.code());
            assertThat(host.records()).isEqualTo(4);
            MemorySegment memory = region.region.memory();
            long at = StreamPlace.recordsAt(host.bufferAt());
            assertThat(pops(memory, at, 0)).isEqualTo("dispatch 10-11 2 tasks, 2 hits 1 misses");
            assertThat(pops(memory, at, 1)).isEqualTo("async_poll 13-14 0 tasks, 0 hits 0 misses");
            assertThat(pops(memory, at, 2)).isEqualTo("dispatch 14-15 1 tasks, 1 hits 5 misses");
            assertThat(pops(memory, at, 3)).isEqualTo("dispatch 20-20 0 tasks, 0 hits 3 misses");
        }
    }

    private static String pops(MemorySegment memory, long recordsAt, int record) {
        long at = recordsAt + (long) record * SchedPhaseRecord.LAYOUT.sizeBytes();
        return "%s %d-%d %d tasks, %d hits %d misses"
                .formatted(
                        SchedPhaseKind.labelOf(SchedPhaseRecord.KIND.get(memory, at)),
                        SchedPhaseRecord.START_TICK.get(memory, at),
                        SchedPhaseRecord.END_TICK.get(memory, at),
                        SchedPhaseRecord.TASKS_PROCESSED.get(memory, at),
                        SchedPhaseRecord.POP_HIT.get(memory, at),
                        SchedPhaseRecord.POP_MISS.get(memory, at));
    }

    @Test
    void committedRecordsAreNeverGivenUpForNewOnes() throws IOException {
        try (ProbeRegion region = new ProbeRegion(directory, OnFull.DROP, 3, 8, LEVEL_2)) {
            region.offerAll();
            SchedulerSwimlaneProbe scheduler = open(region).scheduler(0);
            int room = ProbeRegion.BUFFERS * 8;
            for (int token = 1; token <= room + 10; token++) {
                scheduler.hasRoom();
                scheduler.taskFinished(1, token, token, token);
            }
            assertThat(region.ledger(AICPU_TASK, 1).reserved()).isEqualTo(room + 10);
            assertThat(region.ledger(AICPU_TASK, 1).committed()).isEqualTo(room);
            assertThat(region.ledger(AICPU_TASK, 1).dropped()).isEqualTo(10);
            ReadyQueueReader host = region.ready(0);
            for (int sequence = 1; sequence <= ProbeRegion.BUFFERS; sequence++) {
                assertThat(host.poll()).isTrue();
                assertThat(host.sequence()).isEqualTo(sequence);
                assertThat(host.records()).isEqualTo(8);
            }
            assertThat(host.poll()).isFalse();
        }
    }

    @Test
    void theOrchestratorWaitsUpToItsDeadlineAndThenCounts() throws IOException {
        try (ProbeRegion region = new ProbeRegion(directory, OnFull.BLOCK, 3, 8, LEVEL_4)) {
            region.offer(AICORE_TASK, 0, 1);
            region.offer(AICPU_ORCH_PHASE, 0, 1);
            nanoClock.steppingBy(10); // every look at the clock takes time
            OrchestratorSwimlaneProbe orchestrator = open(region).orchestrator();
            for (int submit = 0; submit < 70; submit++) {
                orchestrator.submitted(submit, submit, submit, submit);
            }
            assertThat(nanoClock.getAsLong()).isGreaterThan(1_000);
            assertThat(region.ledger(AICPU_ORCH_PHASE, 0).committed()).isEqualTo(64);
            assertThat(region.ledger(AICPU_ORCH_PHASE, 0).droppedNoBuffer()).isEqualTo(6);
        }
    }

    @Test
    void recordingMakesNoGarbage() throws IOException {
        try (ProbeRegion region = new ProbeRegion(directory, OnFull.BLOCK, 3, 8, LEVEL_4)) {
            region.offerAll();
            SwimlaneProbes probes = open(region);
            ReadyQueueReader host = region.ready(0);
            FreeQueueWriter[] free = new FreeQueueWriter[5];
            for (SwimlaneStream kind : LEVEL_4) {
                free[kind.code()] = region.free(kind, 0);
            }
            record(probes, host, free, 0, 20_000);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            record(probes, host, free, 20_000, 100_000);
            long garbage = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(garbage).as("bytes for 400,000 records").isLessThan(40_000);
            assertThat(region.ledger(AICPU_TASK, 0).committed()).isEqualTo(120_000);
            assertThat(region.ledger(AICPU_TASK, 0).dropped()).isZero();
        }
    }

    private static void record(SwimlaneProbes probes, ReadyQueueReader host, FreeQueueWriter[] free, int from, int n) {
        SchedulerSwimlaneProbe scheduler = probes.scheduler(0);
        CoreSwimlaneProbe core = probes.core(0);
        for (int i = from; i < from + n; i++) {
            int token = i + 1;
            while (!scheduler.hasRoom()) {
                recycle(host, free);
            }
            scheduler.beforeDispatch(0, token);
            core.tryReserve();
            core.commit(token, 0, token, i, i, i);
            scheduler.observed(0, token);
            scheduler.taskFinished(0, token, i, i);
            scheduler.phase(SchedPhaseKind.COMPLETE, i, i, i, 1);
            scheduler.marker(SchedPhaseKind.DUMMY_TASK, i, i, i);
            recycle(host, free);
        }
    }

    private static void recycle(ReadyQueueReader host, FreeQueueWriter[] free) {
        while (host.poll()) {
            if (!free[host.kind()].offer(host.bufferAt())) { // an assertion would make garbage
                throw new AssertionError("more buffers than the free queue holds");
            }
        }
    }
}
