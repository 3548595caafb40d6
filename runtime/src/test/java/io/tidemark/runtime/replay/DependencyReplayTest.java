package io.tidemark.runtime.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.memory.deps.EdgeReason;
import io.tidemark.memory.deps.EdgeVisitor;
import io.tidemark.memory.deps.FoundEdges;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.deps.RecordedSubmit.Argument;
import io.tidemark.memory.deps.RecordedSubmit.Dependency;
import io.tidemark.memory.deps.RecordedSubmit.Kernels;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.tensormap.ArgumentTag;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DependencyReplayTest {
    private static final int WAIT = 1;
    private static final int RETAIN = 2;

    private DependencyReplay replay = new DependencyReplay();
    private final Tensor whole = Tensor.of(0x4000, DType.FLOAT32, 8, 8);
    private long number;

    @Test
    void aWriterThatIsGoneStaysInTheGraphThoughTheRuntimeNoLongerFindsIt() throws IOException {
        submit(0, 0, arg(ArgumentTag.OUTPUT_EXISTING, whole));
        assertThat(told(submit(1, 0, arg(ArgumentTag.INPUT, whole.slice(0, 2, 1)))))
                .containsExactly("0 OVERLAPPING_WRITER arg 0 flags 1");
        Replayed later = submit(2, 1, arg(ArgumentTag.INPUT, whole.slice(0, 3, 1)));
        assertThat(told(later)).containsExactly("0 OVERLAPPING_WRITER arg 0 flags 1");
        assertThat(later.found.edges()).isZero();
    }

    @Test
    void anInoutCoversWritersThatAreGoneToo() throws IOException {
        submit(0, 0, arg(ArgumentTag.OUTPUT_EXISTING, whole.slice(0, 0, 2)));
        submit(1, 1, arg(ArgumentTag.INOUT, whole));
        assertThat(told(submit(2, 1, arg(ArgumentTag.INPUT, whole)))).containsExactly("1 COVERED_WRITER arg 0 flags 1");
    }

    @Test
    void heapMemoryUsedAgainIsAnotherBuffer() throws IOException {
        Tensor first = whole.ownedBy(0);
        submit(0, 0, new Argument(ArgumentTag.OUTPUT.code(), null));
        submit(1, 0, arg(ArgumentTag.INOUT, first));
        submit(2, 2, new Argument(ArgumentTag.OUTPUT.code(), null));
        Tensor second = whole.ownedBy(2);
        assertThat(told(submit(3, 2, arg(ArgumentTag.INPUT, second)))).containsExactly("2 CREATOR arg 0 flags 3");
    }

    @Test
    void aProducerIsNamedAgainOnlyForWhatWasNotSaidYet() throws IOException {
        submit(0, 0, new Argument(ArgumentTag.OUTPUT.code(), null));
        Tensor made = whole.ownedBy(0);
        RecordedSubmit submit = recorded(
                1,
                0,
                new Argument[] {arg(ArgumentTag.INPUT, made), arg(ArgumentTag.NO_DEP, made)},
                new Dependency(0, WAIT),
                new Dependency(0, WAIT));
        assertThat(told(run(submit))).containsExactly("0 EXPLICIT arg -1 flags 1", "0 CREATOR arg 0 flags 3");
    }

    @Test
    void aManualScopeTellsOnlyWhatTheCallerSaid() throws IOException {
        submit(0, 0, arg(ArgumentTag.INOUT, whole));
        RecordedSubmit manual = new RecordedSubmit(
                1,
                1,
                SubmitKind.KERNEL,
                true,
                false,
                new Kernels(-1, 0, -1, 1),
                new int[4],
                new Argument[] {arg(ArgumentTag.INOUT, whole.ownedBy(0))},
                new Dependency[] {new Dependency(0, WAIT | RETAIN)},
                Optional.empty());
        assertThat(told(run(manual))).containsExactly("0 EXPLICIT arg -1 flags 3");
        assertThat(told(submit(2, 0, arg(ArgumentTag.INPUT, whole)))).containsExactly("0 COVERED_WRITER arg 0 flags 1");
    }

    @Test
    void aBufferWrittenInManyPartsStaysCheap() throws IOException {
        int parts = 20_000;
        Tensor big = Tensor.of(0x10_0000, DType.FLOAT32, parts, 16);
        long edges = 0;
        for (int part = 0; part < parts; part++) {
            Tensor row = big.slice(0, part, 1);
            edges += submit(2 * part, 2 * part, arg(ArgumentTag.INOUT, row))
                    .lines
                    .size();
            edges += submit(2 * part + 1, 2 * part, arg(ArgumentTag.INPUT, row))
                    .lines
                    .size();
        }
        assertThat(edges).isEqualTo(parts);
    }

    /** No run writes such a header; damaged bytes may say it. */
    @Test
    void aSubmitThatCallsItselfGoneIsNoFailure() throws IOException {
        submit(0, 5, arg(ArgumentTag.INOUT, whole), arg(ArgumentTag.INOUT, whole));
        Replayed next = submit(1, 5, arg(ArgumentTag.INOUT, whole));
        assertThat(next.found.edges()).isZero();
        assertThat(submit(9, 5, arg(ArgumentTag.INPUT, whole)).found.edges()).isZero();
    }

    /** Damaged bytes again: there is no ring 9. */
    @Test
    void aTaskOrAnOwnerOfARingThatIsNoneIsADifferenceAndNoFailure() throws IOException {
        long damaged = 9L << 32;
        FoundEdges none = new FoundEdges(0, 0); // what the runtime finds for a first submit
        Argument[] writes = {arg(ArgumentTag.INOUT, whole)};
        Replayed task = run(recorded(damaged, 0, writes));
        assertThat(task.found).isNotEqualTo(none);
        assertThat(told(task)).isEmpty();
        submit(5, 1, arg(ArgumentTag.OUTPUT_EXISTING, whole));
        Replayed owner = submit(6, 1, arg(ArgumentTag.INOUT, whole.ownedBy(damaged)));
        assertThat(owner.found).isNotEqualTo(none);
        assertThat(told(owner)).isEmpty();
        assertThat(told(submit(7, 1, arg(ArgumentTag.INPUT, whole)))).containsExactly("5 COVERED_WRITER arg 0 flags 1");
    }

    @Test
    void aSubmitThatHadToWaitForRoomInTheMapIsFoundAgain() throws IOException {
        replay = new DependencyReplay(4, 4);
        for (int task = 0; task < 4; task++) {
            submit(task, 0, arg(ArgumentTag.OUTPUT_EXISTING, whole.slice(0, task, 1)));
        }
        Replayed waiting = submit(4, 0, arg(ArgumentTag.INOUT, whole.slice(0, 4, 1)));
        assertThat(waiting.found.edges()).isZero();
        Replayed next = submit(5, 1, arg(ArgumentTag.INPUT, whole.slice(0, 3, 2)));
        assertThat(told(next)).containsExactly("4 COVERED_WRITER arg 0 flags 1", "3 COVERED_WRITER arg 0 flags 1");
        assertThat(next.found.edges()).isEqualTo(2);
    }

    @Test
    void aTaskThatWasGoneBeforeTheNextSubmitIsGoneInTheMapToo() throws IOException {
        replay = new DependencyReplay(2, 4);
        submit(0, 0, arg(ArgumentTag.OUTPUT_EXISTING, whole.slice(0, 0, 1)));
        submit(1, 0, arg(ArgumentTag.OUTPUT_EXISTING, whole.slice(0, 1, 1)));
        submit(2, 0, arg(ArgumentTag.OUTPUT_EXISTING, whole.slice(0, 2, 1)));
        Replayed next = submit(3, 3, arg(ArgumentTag.INPUT, whole));
        assertThat(next.found.edges()).isZero();
        assertThat(told(next)).hasSize(3);
    }

    @Test
    void aMapThatNeverHadRoomIsADifferenceFromTheNextSubmitOn() throws IOException {
        replay = new DependencyReplay(2, 4);
        for (int task = 0; task < 3; task++) {
            Argument row = arg(ArgumentTag.OUTPUT_EXISTING, whole.slice(0, task, 1));
            assertThat(submit(task, 0, row).found.edges()).isZero();
        }
        assertThat(submit(3, 0, arg(ArgumentTag.INPUT, whole)).found.edges()).isNegative();
    }

    private record Replayed(FoundEdges found, List<String> lines) {}

    private Replayed submit(int local, int oldestAlive, Argument... arguments) throws IOException {
        return run(recorded(TaskId.of(0, local), oldestAlive, arguments));
    }

    private Replayed run(RecordedSubmit submit) throws IOException {
        List<String> lines = new ArrayList<>();
        EdgeVisitor visitor = (long producer, EdgeReason reason, int argument, int flags, Tensor written) ->
                lines.add("%d %s arg %d flags %d".formatted(producer, reason, argument, flags));
        return new Replayed(replay.replay(submit, visitor), lines);
    }

    private RecordedSubmit recorded(long taskId, int oldestAlive, Argument[] arguments, Dependency... dependencies) {
        return new RecordedSubmit(
                number++,
                taskId,
                SubmitKind.KERNEL,
                false,
                false,
                new Kernels(-1, 0, -1, 1),
                new int[] {oldestAlive, 0, 0, 0},
                arguments,
                dependencies,
                Optional.empty());
    }

    private static Argument arg(ArgumentTag tag, Tensor tensor) {
        return new Argument(tag.code(), tensor);
    }

    private static List<String> told(Replayed replayed) {
        return replayed.lines;
    }
}
