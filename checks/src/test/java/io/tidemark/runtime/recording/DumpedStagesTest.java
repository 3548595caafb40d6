package io.tidemark.runtime.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.args.ArgsStream;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.abi.region.ActiveHead;
import io.tidemark.chip.CoreArguments.Dumper;
import io.tidemark.chip.DispatchSource;
import io.tidemark.collector.CollectorSession;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.probe.HostWaits;
import io.tidemark.probe.args.ArgsProbes;
import io.tidemark.recording.plan.RecordingHooks;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** When a task of several runs goes on, and who dumps it; the test plays the chip. */
class DumpedStagesTest {
    private static final ArgumentStage BEFORE = ArgumentStage.BEFORE_DISPATCH;
    private static final ArgumentStage AFTER = ArgumentStage.AFTER_COMPLETION;
    private static final Kernel KERNEL = Kernel.aiv(1, "aiv", context -> {});

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private final PlayedDumper dumper = new PlayedDumper();
    private final TaskSlot task = task(7);
    private final TaskSlot other = task(8);
    private CollectorSession session;
    private DumpedStages stages;

    @BeforeEach
    void open() throws IOException {
        session = Recording.openSession(
                RecordingPlan.into(directory.resolve("capture"))
                        .config(RuntimeConfig.builder().clusters(1).build())
                        .call(CallConfig.builder()
                                .aicpuThreads(2)
                                .dumpArgsLevel(2)
                                .build())
                        .regionDirectory(directory)
                        .build(),
                RecordingHooks.NONE);
        ArgsProbes probes = ArgsProbes.open(session.region(), 1, new HostWaits(1_000_000, System::nanoTime))
                .orElseThrow();
        stages = new DumpedStages(dumper, probes.scheduler(0));
        assertThat(records()).as("the test record").isEqualTo(1);
    }

    @AfterEach
    void close() throws IOException {
        session.close();
    }

    @Test
    void aTaskGoesOnWhenTheChipHasDumpedIt() {
        assertThat(stages.hasRoom()).isTrue();
        assertThat(stages.isDumped(task, BEFORE)).isFalse();
        assertThat(stages.hasRoom()).isFalse();
        assertThat(stages.isDumped(task, BEFORE)).isFalse();
        dumper.state = Dumper.State.OVER;
        assertThat(stages.hasRoom()).isTrue();
        assertThat(stages.isDumped(task, BEFORE)).isTrue();
        assertThat(dumper.begun).containsExactly("7 before");
        assertThat(records()).isEqualTo(1);
    }

    @Test
    void oneIsDumpedAfterTheOtherAndEachGoesOnOnce() {
        assertThat(stages.isDumped(task, BEFORE)).isFalse();
        assertThat(stages.isDumped(other, BEFORE)).isFalse();
        dumper.state = Dumper.State.OVER;
        assertThat(stages.hasRoom()).isTrue();
        assertThat(stages.isDumped(other, BEFORE)).isFalse();
        assertThat(stages.hasRoom()).isTrue();
        assertThat(stages.isDumped(task, BEFORE)).isTrue();
        assertThat(stages.isDumped(other, BEFORE)).isTrue();
        assertThat(dumper.begun).containsExactly("7 before", "8 before");
    }

    @Test
    void aTaskWaitsForTheStageOfAnotherSchedulerWithoutHoldingItsOwn() {
        dumper.isTaken = true;
        assertThat(stages.isDumped(task, BEFORE)).isFalse();
        assertThat(stages.hasRoom()).isTrue();
        dumper.isTaken = false;
        assertThat(stages.isDumped(task, BEFORE)).isFalse();
        assertThat(stages.hasRoom()).isFalse();
    }

    @Test
    void aStageThatHasNothingToDumpIsNotAskedFor() {
        assertThat(stages.isDumped(task, AFTER)).as("it has a scalar alone").isTrue();
        assertThat(dumper.begun).isEmpty();
    }

    @Test
    void theSchedulerDumpsItselfWhatTheChipCannot() {
        dumper.isThere = false;
        assertThat(stages.isDumped(task, BEFORE)).isTrue();
        assertThat(dumper.begun).isEmpty();
        assertThat(records()).isEqualTo(2);
    }

    @Test
    void theSchedulerDumpsItselfWhatTheChipHasLost() {
        assertThat(stages.isDumped(task, BEFORE)).isFalse();
        dumper.state = Dumper.State.LOST;
        dumper.isThere = false;
        assertThat(stages.hasRoom()).isTrue();
        assertThat(stages.isDumped(task, BEFORE)).isTrue();
        assertThat(records()).isEqualTo(2);
    }

    /** Of several runs, with one scalar. */
    private static TaskSlot task(long id) {
        TaskSlot slot = new TaskSlot(0, new int[1], 0);
        slot.begin(id, KERNEL, TaskShape.AIV, 2);
        slot.scalars(new long[] {5}, new byte[1], 1);
        return slot;
    }

    /** That the scheduler's own probe has written. */
    private long records() {
        StreamPlace stream = session.region().stream(ArgsChannel.CHANNEL, ArgsStream.ARGUMENT.code())
                .orElseThrow();
        return ActiveHead.COMMITTED.getAcquire(session.region().memory(), stream.activeHeadAt(0));
    }

    private static final class PlayedDumper implements Dumper {
        private final List<String> begun = new ArrayList<>();
        private State state = State.UNDER_WAY;
        private boolean isThere = true;
        private boolean isTaken;

        @Override
        public boolean isThere() {
            return isThere;
        }

        @Override
        public boolean tryBegin(DispatchSource task, boolean isAfter) {
            if (!isTaken) {
                begun.add(task.taskId() + (isAfter ? " after" : " before"));
            }
            return !isTaken;
        }

        @Override
        public State step() {
            return state;
        }

        @Override
        public void leave() {}
    }
}
