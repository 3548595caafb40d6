package io.tidemark.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.dispatch.DispatchArguments;
import io.tidemark.abi.dispatch.DumpPiece;
import io.tidemark.abi.dispatch.JournalHead;
import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.CoreArguments.Dumper;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.DispatchSource;
import io.tidemark.cuda.dump.DumperBlock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How schedulers share the block that dumps for them; the test plays both. */
class DumperBlockTest {
    private static final Run RUN = new Run(100);

    private final List<String> taken = new ArrayList<>();
    private final MemorySegment arguments = segment(DispatchArguments.SIZE_BYTES);
    private final MemorySegment ring = segment(1 << 16);
    private final MemorySegment head = segment(JournalHead.LAYOUT.sizeBytes());
    private final DumperBlock block = new DumperBlock(arguments, ring, head, 0);
    private final Dumper first = block.dumper(0);
    private final Dumper second = block.dumper(3);
    private boolean hasRoom = true;
    private long written;

    @BeforeEach
    void start() {
        assertThat(first.isThere()).isFalse();
        DispatchPayloads payloads =
                new DispatchPayloads(segment(DispatchPayloads.sizeBytes(3, true)), 3, true);
        payloads.dumpBy(new Dumped());
        block.start(payloads, new Dumped());
        assertThat(first.isThere()).isTrue();
    }

    @Test
    void whatIsAskedForIsTakenByWhoAsked() {
        assertThat(first.tryBegin(RUN, false)).isTrue();
        assertThat(DispatchArguments.SCALAR_COUNT.get(arguments, 0)).isEqualTo(1);
        assertThat(DispatchArguments.SCALARS.get(arguments, 0, 0)).isEqualTo(77);
        assertThat(asked()).isEqualTo(1 << 1);
        assertThat(first.step()).isEqualTo(Dumper.State.UNDER_WAY);
        stage(1, 0);
        assertThat(first.step()).isEqualTo(Dumper.State.OVER);
        assertThat(second.tryBegin(new Run(101), true)).isTrue();
        assertThat(asked()).isEqualTo(2 << 1 | 1);
        stage(2, 1);
        assertThat(second.step()).isEqualTo(Dumper.State.OVER);
        assertThat(taken).containsExactly("0: 100 before", "0: end", "3: 101 after", "3: end");
        assertThat(JournalHead.DUMP_RELEASED.getAcquire(head, 0)).isEqualTo(written);
    }

    @Test
    void aSchedulerWaitsUntilThatOfAnotherIsTaken() {
        assertThat(first.tryBegin(RUN, true)).isTrue();
        stage(1, 1);
        assertThat(second.tryBegin(RUN, false)).isFalse();
        hasRoom = false;
        assertThat(first.step()).isEqualTo(Dumper.State.UNDER_WAY);
        assertThat(second.tryBegin(RUN, false)).isFalse();
        hasRoom = true;
        assertThat(first.step()).isEqualTo(Dumper.State.OVER);
        assertThat(second.tryBegin(RUN, false)).isTrue();
    }

    @Test
    void ofADeviceThatIsLostEverythingThatLandedIsTakenAndTheRestIsLeftOut() {
        assertThat(first.tryBegin(RUN, false)).isTrue();
        piece(1, DumpPiece.BEGIN, 0);
        block.lose();
        assertThat(first.step()).isEqualTo(Dumper.State.OVER);
        assertThat(taken).containsExactly("0: 100 before", "0: left");
        assertThat(second.isThere()).isFalse();
    }

    @Test
    void aStageOfWhichNothingWasToldIsLost() {
        assertThat(first.tryBegin(RUN, false)).isTrue();
        JournalHead.FAILED_TOKEN.set(head, 0, 1); // it has left
        assertThat(first.step()).isEqualTo(Dumper.State.LOST);
        assertThat(first.isThere()).isFalse();
        first.leave();
        assertThat(taken).containsExactly("0: left");
    }

    @Test
    void nobodyHasItAfterASchedulerThatLeftInTheMiddle() {
        assertThat(first.tryBegin(RUN, false)).isTrue();
        first.leave();
        assertThat(second.isThere()).isFalse();
        second.leave();
        assertThat(taken).containsExactly("0: left");
    }

    @Test
    void aSchedulerThatLeavesInOrderLeavesItToOthers() {
        assertThat(first.tryBegin(RUN, false)).isTrue();
        stage(1, 0);
        assertThat(first.step()).isEqualTo(Dumper.State.OVER);
        first.leave();
        assertThat(second.isThere()).isTrue();
        assertThat(second.tryBegin(RUN, true)).isTrue();
    }

    private long asked() {
        return JournalHead.DUMP_ASKED.getAcquire(head, 0);
    }

    /** A stage without tensors. */
    private void stage(int number, int stage) {
        piece(number, DumpPiece.BEGIN, stage);
        piece(number, DumpPiece.END, stage);
    }

    private void piece(int number, int argument, int stage) {
        DumpPiece.TASK.set(ring, written, number);
        DumpPiece.ARGUMENT.set(ring, written, argument);
        DumpPiece.STAGE.set(ring, written, stage);
        DumpPiece.SIZE.set(ring, written, 0);
        DumpPiece.POSITION.set(ring, written, written);
        written += DumpPiece.LAYOUT.sizeBytes();
        JournalHead.DUMP_WRITTEN.setRelease(head, 0, written);
    }

    private static MemorySegment segment(long bytes) {
        return Arena.ofAuto().allocate(bytes, 64);
    }

    private final class Dumped implements CoreArguments {
        @Override
        public CoreArguments.Taker taker(int core) {
            return new Taken(core);
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
        private final int core;

        Taken(int core) {
            this.core = core;
        }

        @Override
        public boolean tryBegin(long taskId, boolean isAfter, boolean isPartial) {
            if (hasRoom) {
                told(taskId + (isAfter ? " after" : " before"));
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
            told("end");
        }

        @Override
        public void leave() {
            told("left");
        }

        private void told(String what) {
            taken.add(core + ": " + what);
        }
    }

    private record Run(long taskId) implements BareSource {
        @Override
        public int scalarCount() {
            return 1;
        }

        @Override
        public long scalarBits(int index) {
            return 77;
        }
    }
}
