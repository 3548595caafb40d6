package io.tidemark.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.dispatch.DispatchArguments;
import io.tidemark.abi.dispatch.DumpPiece;
import io.tidemark.abi.dispatch.JournalHead;
import io.tidemark.chip.CoreArguments.Dumper;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.cuda.dump.DumperBlock;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How schedulers share the block that dumps for them; the test plays both. */
class DumperBlockTest {
    private static final Run RUN = new Run(100);

    private final MemorySegment arguments = PlayedRing.segment(DispatchArguments.SIZE_BYTES);
    private final PlayedRing played = new PlayedRing(0);
    private final DumperBlock block = new DumperBlock(arguments, played.ring, played.heads, played.headAt);
    private final Dumper first = block.dumper(0);
    private final Dumper second = block.dumper(3);

    @BeforeEach
    void start() {
        assertThat(first.isThere()).isFalse();
        DispatchPayloads payloads =
                new DispatchPayloads(PlayedRing.segment(DispatchPayloads.sizeBytes(3, true)), 3, true);
        payloads.dumpBy(played);
        block.start(payloads, played);
        assertThat(first.isThere()).isTrue();
    }

    @Test
    void whatIsAskedForIsTakenByWhoAsked() {
        assertThat(first.tryBegin(RUN, false)).isTrue();
        assertThat(DispatchArguments.SCALAR_COUNT.get(arguments, 0)).isEqualTo(1);
        assertThat(DispatchArguments.SCALARS.get(arguments, 0, 0)).isEqualTo(77);
        assertThat(asked()).isEqualTo(1 << 1);
        assertThat(first.step()).isEqualTo(Dumper.State.UNDER_WAY);
        played.stage(1, 0);
        assertThat(first.step()).isEqualTo(Dumper.State.OVER);
        assertThat(second.tryBegin(new Run(101), true)).isTrue();
        assertThat(asked()).isEqualTo(2 << 1 | 1);
        played.stage(2, 1);
        assertThat(second.step()).isEqualTo(Dumper.State.OVER);
        assertThat(played.told).containsExactly("0: 100 before", "0: end", "3: 101 after", "3: end");
        assertThat(played.isReleased()).isTrue();
    }

    @Test
    void aSchedulerWaitsUntilThatOfAnotherIsTaken() {
        assertThat(first.tryBegin(RUN, true)).isTrue();
        played.stage(1, 1);
        assertThat(second.tryBegin(RUN, false)).isFalse();
        played.hasRoom = false;
        assertThat(first.step()).isEqualTo(Dumper.State.UNDER_WAY);
        assertThat(second.tryBegin(RUN, false)).isFalse();
        played.hasRoom = true;
        assertThat(first.step()).isEqualTo(Dumper.State.OVER);
        assertThat(second.tryBegin(RUN, false)).isTrue();
    }

    @Test
    void ofADeviceThatIsLostEverythingThatLandedIsTakenAndTheRestIsLeftOut() {
        assertThat(first.tryBegin(RUN, false)).isTrue();
        played.piece(1, DumpPiece.BEGIN, 0);
        block.lose();
        assertThat(first.step()).isEqualTo(Dumper.State.OVER);
        assertThat(played.told).containsExactly("0: 100 before", "0: left");
        assertThat(second.isThere()).isFalse();
    }

    @Test
    void aStageOfWhichNothingWasToldIsLost() {
        assertThat(first.tryBegin(RUN, false)).isTrue();
        JournalHead.FAILED_TOKEN.set(played.heads, 0, 1); // it has left
        assertThat(first.step()).isEqualTo(Dumper.State.LOST);
        assertThat(first.isThere()).isFalse();
        first.leave();
        assertThat(played.told).containsExactly("0: left");
    }

    @Test
    void nobodyHasItAfterASchedulerThatLeftInTheMiddle() {
        assertThat(first.tryBegin(RUN, false)).isTrue();
        first.leave();
        assertThat(second.isThere()).isFalse();
        second.leave();
        assertThat(played.told).containsExactly("0: left");
    }

    @Test
    void aSchedulerThatLeavesInOrderLeavesItToOthers() {
        assertThat(first.tryBegin(RUN, false)).isTrue();
        played.stage(1, 0);
        assertThat(first.step()).isEqualTo(Dumper.State.OVER);
        first.leave();
        assertThat(second.isThere()).isTrue();
        assertThat(second.tryBegin(RUN, true)).isTrue();
    }

    private long asked() {
        return JournalHead.DUMP_ASKED.getAcquire(played.heads, 0);
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
