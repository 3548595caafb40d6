package io.tidemark.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.dispatch.DumpPiece;
import io.tidemark.abi.dispatch.JournalHead;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.DispatchSource;
import io.tidemark.cuda.dump.DispatchedArguments;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a start or a finish of a dispatched run may be told; the test plays the core that dumps. */
class DispatchedArgumentsTest {
    private static final int CORE = 1;
    private static final int TOKEN = 6;
    private static final ChipShape SHAPE =
            new ChipShape(List.of(CoreType.AIC, CoreType.AIV, CoreType.AIV), 1, 2);

    private final List<String> taken = new ArrayList<>();
    private final MemorySegment ring = segment(1 << 16);
    private final MemorySegment heads = segment(3L * JournalHead.LAYOUT.sizeBytes());
    private final long headAt = (long) CORE * JournalHead.LAYOUT.sizeBytes();
    private final DispatchPayloads payloads =
            new DispatchPayloads(segment(DispatchPayloads.sizeBytes(3, true)), 3, true);
    private final Dumped dumped = new Dumped();
    private DispatchedArguments arguments;
    private boolean hasRoom = true;
    private long written;

    @BeforeEach
    void open() {
        payloads.reset(SHAPE);
        payloads.dumpBy(dumped);
        arguments = new DispatchedArguments(CORE, payloads, ring, heads, headAt, dumped);
    }

    @Test
    void aFinishIsToldWhenWhatWasDumpedBeforeItIsTaken() {
        sends(TOKEN, new Run(100, true));
        stage(TOKEN, 0);
        assertThat(arguments.mayTell(TOKEN, false)).isTrue();
        assertThat(arguments.mayTell(TOKEN, true)).isFalse();
        hasRoom = false;
        stage(TOKEN, 1);
        assertThat(arguments.mayTell(TOKEN, true)).isFalse();
        hasRoom = true;
        assertThat(arguments.mayTell(TOKEN, true)).isTrue();
        assertThat(taken).containsExactly("100 before", "end", "100 after", "end");
    }

    @Test
    void aStartThatFollowsIsToldAfterIt() {
        sends(TOKEN, new Run(100, true));
        sends(TOKEN + 1, new Run(101, true));
        stage(TOKEN, 0);
        assertThat(arguments.mayTell(TOKEN, false)).isTrue();
        assertThat(arguments.mayTell(TOKEN + 1, false)).isFalse();
        stage(TOKEN, 1);
        assertThat(arguments.mayTell(TOKEN + 1, false)).isTrue();
        assertThat(arguments.mayTell(TOKEN + 1, true)).isFalse();
    }

    /** Else a core whose ring is smaller than a tensor would wait for ever before its start. */
    @Test
    void whatIsDumpedBeforeTheStartIsTakenBeforeIt() {
        sends(TOKEN, new Run(100, true));
        stage(TOKEN, 0);
        assertThat(arguments.take()).isTrue();
        assertThat(taken).containsExactly("100 before", "end");
        assertThat(JournalHead.DUMP_RELEASED.getAcquire(heads, headAt)).isEqualTo(written);
    }

    @Test
    void aRunOfSeveralCoresIsNotDumpedByOne() {
        sends(TOKEN, new Run(100, false));
        assertThat(arguments.mayTell(TOKEN, false)).isTrue();
        assertThat(arguments.mayTell(TOKEN, true)).isTrue();
        assertThat(dumped.takers).isZero();
        arguments.leave();
        assertThat(taken).isEmpty();
    }

    @Test
    void whatARunThatWasCutShortHasDumpedIsTakenBeforeTheCoreLeaves() {
        sends(TOKEN, new Run(100, true));
        stage(TOKEN, 0);
        assertThat(arguments.isEmpty()).isFalse();
        arguments.take();
        assertThat(arguments.isEmpty()).isTrue();
        arguments.leave();
        assertThat(taken).containsExactly("100 before", "end", "left");
    }

    private void sends(int token, Run run) {
        payloads.fill(CORE, token, run, SHAPE.position(CORE), 0, false);
        arguments.sends(token);
    }

    /** A stage without tensors. */
    private void stage(int token, int stage) {
        piece(token, DumpPiece.BEGIN, stage);
        piece(token, DumpPiece.END, stage);
        JournalHead.DUMP_WRITTEN.setRelease(heads, headAt, written);
    }

    private void piece(int token, int argument, int stage) {
        DumpPiece.TASK.set(ring, written, token);
        DumpPiece.ARGUMENT.set(ring, written, argument);
        DumpPiece.STAGE.set(ring, written, stage);
        DumpPiece.SIZE.set(ring, written, 0);
        DumpPiece.POSITION.set(ring, written, written);
        written += DumpPiece.LAYOUT.sizeBytes();
    }

    private static MemorySegment segment(long bytes) {
        return Arena.ofAuto().allocate(bytes, 64);
    }

    private final class Dumped implements CoreArguments {
        private int takers;

        @Override
        public CoreArguments.Taker taker(int core) {
            takers++;
            return new Taken();
        }

        @Override
        public boolean isDumped(DispatchSource task, boolean isAfter) {
            return true;
        }

        @Override
        public boolean isDumped(DispatchSource task, int tensor, boolean isAfter) {
            return false;
        }
    }

    private final class Taken implements CoreArguments.Taker {
        @Override
        public boolean tryBegin(long taskId, boolean isAfter, boolean isPartial) {
            if (hasRoom) {
                taken.add(taskId + (isAfter ? " after" : " before"));
            }
            return hasRoom;
        }

        @Override
        public boolean tryTake(
                int argument,
                MemorySegment bytes,
                long position,
                long size,
                long digest,
                boolean isLast,
                boolean isChanged) {
            throw new AssertionError("no tensors here");
        }

        @Override
        public void end() {
            taken.add("end");
        }

        @Override
        public void leave() {
            taken.add("left");
        }
    }

    private record Run(long taskId, boolean isOneRun) implements BareSource {}
}
