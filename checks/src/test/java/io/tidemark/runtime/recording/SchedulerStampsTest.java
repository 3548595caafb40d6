package io.tidemark.runtime.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.swimlane.AicpuTaskRecord;
import io.tidemark.abi.swimlane.SchedPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.simulated.SimulatedChip;
import io.tidemark.collector.CollectorSession;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.probe.HostWaits;
import io.tidemark.probe.swimlane.SwimlaneProbes;
import io.tidemark.recording.plan.RecordingHooks;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a scheduler reads the clock, and what each reading stands for. */
class SchedulerStampsTest {
    private static final int[] OWNERS = {0, 0, 0};

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    /** Moves by ten at every look, and by what the test says. */
    private static final class CountingClock implements DeviceClock {
        private long now;
        private int readings;

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public long ticks() {
            readings++;
            now += 10;
            return now;
        }

        @Override
        public long hertz() {
            return 50_000_000L;
        }
    }

    /** One scheduler's recorder on a region of its own. */
    private final class Rig implements AutoCloseable {
        final CountingClock clock = new CountingClock();
        final CollectorSession session;
        final Chip chip = new SimulatedChip("rig", ChipShape.of(Platform.A2A3, 1), 64, () -> null);
        final SchedulerRecorder recorder;

        Rig(int level) throws IOException {
            session = Recording.openSession(
                    RecordingPlan.into(directory.resolve("capture"))
                            .config(RuntimeConfig.builder().clusters(1).build())
                            .call(CallConfig.builder()
                                    .aicpuThreads(2)
                                    .chipSwimlaneLevel(level)
                                    .build())
                            .regionDirectory(directory)
                            .build(),
                    RecordingHooks.NONE.withClock(real -> clock));
            SwimlaneProbes probes =
                    SwimlaneProbes.open(session.region(), OWNERS, 1, new HostWaits(1_000_000, System::nanoTime));
            recorder = new SchedulerRecorder(probes.scheduler(0), null, null, null, null, clock);
            recorder.attach(chip);
            assertThat(recorder.hasRoom()).isTrue();
        }

        /** The records of a lane, as far as they are committed. */
        private List<Long> places(SwimlaneStream kind, int lane) {
            MemorySegment memory = session.region().memory();
            StreamPlace stream = session.region().stream(SwimlaneChannel.CHANNEL, kind.code())
                    .orElseThrow();
            long head = stream.activeHeadAt(lane);
            long first = StreamPlace.recordsAt(ActiveHead.CURRENT_BUFFER_AT.getOpaque(memory, head));
            List<Long> places = new ArrayList<>();
            for (long i = 0; i < ActiveHead.COMMITTED.getAcquire(memory, head); i++) {
                places.add(first + i * stream.recordBytes());
            }
            return places;
        }

        /** {@code kind start..end tasks} of each phase. */
        List<String> phases() {
            MemorySegment memory = session.region().memory();
            return places(SwimlaneStream.AICPU_SCHED_PHASE, 0).stream()
                    .map(at -> "%d %d..%d %d"
                            .formatted(
                                    SchedPhaseRecord.KIND.get(memory, at),
                                    SchedPhaseRecord.START_TICK.get(memory, at),
                                    SchedPhaseRecord.END_TICK.get(memory, at),
                                    SchedPhaseRecord.TASKS_PROCESSED.get(memory, at)))
                    .toList();
        }

        /** {@code dispatch..finish} of each task of a core. */
        List<String> tasks(int core) {
            MemorySegment memory = session.region().memory();
            return places(SwimlaneStream.AICPU_TASK, core).stream()
                    .map(at -> AicpuTaskRecord.DISPATCH_TICK.get(memory, at)
                            + ".."
                            + AicpuTaskRecord.FINISH_TICK.get(memory, at))
                    .toList();
        }

        @Override
        public void close() throws IOException {
            session.discard();
            chip.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4"})
    void aTurnThatFindsNothingReadsNoClock(int level) throws IOException {
        try (Rig rig = new Rig(level)) {
            rig.recorder.loopBegin(1);
            rig.recorder.observed(0, 7);
            rig.recorder.completePhaseEnd(0);
            rig.recorder.dispatchPhaseEnd(0, 0, 2);
            assertThat(rig.clock.readings).isZero();
        }
    }

    /** Readings of a turn that completes three tasks and dispatches three. */
    @ParameterizedTest
    @CsvSource({"1, 0", "2, 2", "3, 3", "4, 3"})
    void aTurnReadsTheClockOnceAPhaseHoweverManyTasksItMoves(int level, int readings) throws IOException {
        try (Rig rig = new Rig(level)) {
            rig.recorder.loopBegin(1);
            long[] dispatched = new long[3];
            for (int core = 0; core < 3; core++) {
                rig.recorder.complete(core, 1, null, 5);
            }
            rig.recorder.completePhaseEnd(3);
            for (int core = 0; core < 3; core++) {
                dispatched[core] = rig.recorder.dispatch(core, 2, null);
            }
            rig.recorder.dispatchPhaseEnd(3, 3, 0);
            assertThat(rig.clock.readings).isEqualTo(readings);
            if (level >= 2) {
                assertThat(dispatched).containsOnly(20);
                for (int core = 0; core < 3; core++) {
                    assertThat(rig.tasks(core)).containsExactly("5..10");
                }
            }
            if (level >= 3) {
                assertThat(rig.phases()).containsExactly("0 10..20 3", "1 20..30 3");
            }
        }
    }

    @Test
    void aPhaseWithoutWorkHasNoLengthAndLengthensNoOther() throws IOException {
        try (Rig rig = new Rig(3)) {
            rig.recorder.loopBegin(1);
            rig.clock.now = 1_000; // polling found nothing
            rig.recorder.completePhaseEnd(0);
            rig.clock.now = 2_000; // the queues were empty for so long
            rig.recorder.dispatch(0, 1, null);
            rig.recorder.dispatchPhaseEnd(1, 1, 0);
            rig.recorder.loopBegin(2);
            rig.recorder.completePhaseEnd(0);
            rig.clock.now = 3_000; // dispatching found nothing
            rig.recorder.dispatchPhaseEnd(0, 0, 1);
            rig.clock.now = 4_000;
            rig.recorder.phaseBegin();
            rig.recorder.releasePhaseEnd(9);
            assertThat(rig.phases()).containsExactly("1 2010..2020 1", "2 4010..4020 9");
        }
    }

    /** A tick is 20 ns; the phase begins with the walk when nothing else began it. */
    @Test
    void aWalkOfAMicrosecondIsToldInsideItsPhaseAndAShorterOneIsNot() throws IOException {
        try (Rig rig = new Rig(3)) {
            rig.recorder.loopBegin(1);
            rig.recorder.walkEnd(rig.recorder.walkBegin(), 9); // 10 to 20
            long begin = rig.recorder.walkBegin(); // 30
            rig.clock.now += 40;
            rig.recorder.walkEnd(begin, 20); // 80
            rig.recorder.completePhaseEnd(2);
            assertThat(rig.phases()).containsExactly("6 30..80 20", "0 10..90 2");
        }
    }

    @Test
    void aTurnTellsNoMoreWalksThanItHasRoomFor() throws IOException {
        try (Rig rig = new Rig(3)) {
            for (int turn = 1; turn <= 2; turn++) {
                rig.recorder.loopBegin(turn);
                for (int walk = 0; walk < 100; walk++) {
                    long begin = rig.recorder.walkBegin();
                    rig.clock.now += 1_000;
                    rig.recorder.walkEnd(begin, 50);
                }
                rig.recorder.completePhaseEnd(100);
            }
            int walks = 2 * OWNERS.length + 8;
            assertThat(rig.phases()).hasSize(2 * (walks + 1));
        }
    }

    @Test
    void aFinishIsNeverBeforeTheEndOfItsKernelOnAnotherThread() throws IOException {
        try (Rig rig = new Rig(2)) {
            rig.recorder.loopBegin(1);
            rig.chip.registers().endTickOpaque(0, 3);
            rig.recorder.complete(0, 1, null, 1); // read at 10
            rig.chip.registers().endTickOpaque(1, 17); // while the scheduler was about the first
            rig.recorder.complete(1, 1, null, 2);
            assertThat(rig.tasks(0)).containsExactly("1..10");
            assertThat(rig.tasks(1)).containsExactly("2..17");
        }
    }
}
