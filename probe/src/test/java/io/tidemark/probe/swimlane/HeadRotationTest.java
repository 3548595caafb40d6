package io.tidemark.probe.swimlane;

import static io.tidemark.abi.swimlane.SwimlaneStream.AICORE_TASK;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.OnFull;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.queue.ReadyQueueReader;
import io.tidemark.probe.HostWaits;
import io.tidemark.testkit.FakeClock;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A core's buffers change hands only when the core cannot write to them any more. */
class HeadRotationTest {
    private static final int CAPACITY = 4;

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private final FakeClock nanoClock = new FakeClock(1);
    private ProbeRegion region;
    private SchedulerSwimlaneProbe scheduler;
    private CoreSwimlaneProbe core;
    private ReadyQueueReader host;

    @BeforeEach
    void open() throws IOException {
        open(OnFull.BLOCK, ProbeRegion.BUFFERS);
    }

    private void open(OnFull onFull, int buffers) throws IOException {
        if (region != null) {
            region.close();
            region.region.delete();
        }
        region = new ProbeRegion(directory, onFull, 1, CAPACITY, AICORE_TASK);
        region.offer(AICORE_TASK, 0, buffers);
        SwimlaneProbes probes = SwimlaneProbes.open(region.region, new int[] {0}, 1, new HostWaits(1_000, nanoClock));
        scheduler = probes.scheduler(0);
        core = probes.core(0);
        host = region.ready(0);
    }

    @AfterEach
    void close() {
        region.close();
    }

    private void runTask(int token) {
        assertThat(scheduler.hasRoom()).isTrue();
        scheduler.beforeDispatch(0, token);
        assertThat(core.tryReserve()).isTrue();
        scheduler.observed(0, token);
        core.commit(token, 0, token, 1, 2, 3);
        scheduler.hasRoom();
    }

    @Test
    void theOldBufferWaitsForTheTokenOfTheDispatchThatReplacedIt() {
        for (int token = 1; token < CAPACITY; token++) {
            runTask(token);
        }
        scheduler.hasRoom();
        scheduler.beforeDispatch(0, CAPACITY);
        core.tryReserve();
        scheduler.observed(0, CAPACITY);
        // FIN of task 4 is out, its record is not written, task 5 is dispatched
        scheduler.hasRoom();
        scheduler.beforeDispatch(0, CAPACITY + 1);
        assertThat(region.currentSequence(AICORE_TASK, 0)).isEqualTo(2);
        scheduler.observed(0, CAPACITY);
        scheduler.hasRoom();
        assertThat(host.poll()).as("the core may still write").isFalse();

        core.commit(CAPACITY, 0, CAPACITY, 1, 2, 3);
        scheduler.hasRoom();
        assertThat(host.poll()).as("nothing proves yet that it does not").isFalse();

        core.tryReserve();
        scheduler.observed(0, CAPACITY + 1);
        scheduler.hasRoom();
        assertThat(host.poll()).isTrue();
        assertThat(host.sequence()).isEqualTo(1);
        assertThat(host.records()).isEqualTo(CAPACITY);
        assertThat(host.poll()).isFalse();
    }

    @Test
    void flushWaitsForTheRecordThatComesAfterFin() {
        scheduler.beforeDispatch(0, 1);
        core.tryReserve();
        scheduler.observed(0, 1);
        assertThat(scheduler.flush(0)).as("FIN does not prove the record").isFalse();
        assertThat(host.poll()).isFalse();
        core.commit(1, 0, 1, 1, 2, 3);
        assertThat(scheduler.flush(0)).isTrue();
        assertThat(host.poll()).isTrue();
        assertThat(host.records()).isEqualTo(1);
        assertThat(scheduler.flush(0)).as("once is enough").isTrue();
        assertThat(host.poll()).isFalse();
    }

    @Test
    void flushGivesUpOnARecordThatNeverComes() {
        scheduler.beforeDispatch(0, 1);
        core.tryReserve();
        for (int look = 0; look < 4; look++) {
            assertThat(scheduler.flush(0)).isFalse();
            nanoClock.advance(250);
        }
        assertThat(scheduler.flush(0)).isTrue();
        assertThat(host.poll()).as("the open buffer stays for recovery").isFalse();
        assertThat(region.ledger(AICORE_TASK, 0).torn()).isEqualTo(1);
    }

    @Test
    void aBlockingChannelRefusesTheStepBeforeTheCoreRunsOut() throws IOException {
        open(OnFull.BLOCK, 1);
        for (int token = 1; token < CAPACITY; token++) {
            runTask(token);
        }
        assertThat(scheduler.hasRoom()).isFalse();
        assertThat(scheduler.isHeld()).isTrue();
        assertThat(region.freeContended()).isTrue();
        region.free(AICORE_TASK, 0).offer(region.stream(AICORE_TASK).bufferAt(1));
        assertThat(scheduler.hasRoom()).isTrue();
        assertThat(scheduler.isHeld()).isFalse();
    }

    @Test
    void aDroppingChannelCountsOnTheCoreAndTellsWhereTheGapLies() throws IOException {
        open(OnFull.DROP, 1);
        for (int token = 1; token <= CAPACITY + 3; token++) {
            runTask(token);
        }
        assertThat(region.ledger(AICORE_TASK, 0).reserved()).isEqualTo(CAPACITY + 3);
        assertThat(region.ledger(AICORE_TASK, 0).committed()).isEqualTo(CAPACITY);
        assertThat(region.ledger(AICORE_TASK, 0).droppedNoBuffer()).isEqualTo(3);
        long second = region.stream(AICORE_TASK).bufferAt(1);
        region.free(AICORE_TASK, 0).offer(second);
        runTask(CAPACITY + 4);
        assertThat(BufferHeader.DROPPED_BEFORE.get(region.region.memory(), second))
                .isEqualTo(3);
        assertThat(BufferHeader.FIRST_POSITION.get(region.region.memory(), second))
                .isEqualTo(CAPACITY);
        assertThat(host.poll()).as("the old one went when its token came back").isTrue();
    }

    @Test
    void coresStandStillInAFreezeAndOnlyOnceForADeadHost() {
        scheduler.beforeDispatch(0, 1);
        region.freeze(true);
        assertThat(core.tryReserve()).isFalse();
        assertThat(core.isHeld()).isTrue();
        assertThat(scheduler.hasRoom()).isFalse();
        assertThat(region.ledger(AICORE_TASK, 0).reserved()).isZero();
        region.freeze(false);
        assertThat(scheduler.hasRoom()).isTrue();
        assertThat(core.tryReserve()).isTrue();
        assertThat(core.isHeld()).isFalse();
        core.commit(1, 0, 1, 1, 2, 3);

        region.freeze(true);
        for (int look = 0; look < 4; look++) {
            assertThat(core.tryReserve()).isFalse();
            nanoClock.advance(250);
        }
        assertThat(core.tryReserve()).isTrue();
        core.commit(2, 0, 2, 1, 2, 3);
        assertThat(core.tryReserve())
                .as("no second wait behind the same freeze")
                .isTrue();
    }

    @Test
    void nobodyWaitsForAHostThatSaidItLeaves() {
        scheduler.beforeDispatch(0, 1);
        region.freeze(true);
        region.hostGone();
        assertThat(core.tryReserve()).isTrue();
        assertThat(scheduler.hasRoom()).isTrue();
    }
}
