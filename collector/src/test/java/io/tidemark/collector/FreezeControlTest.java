package io.tidemark.collector;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.region.BackPressure;
import io.tidemark.memory.Cells;
import io.tidemark.memory.SegmentCells;
import io.tidemark.memory.Transport;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The host's gates over a link whose copies fail. */
class FreezeControlTest {
    private static final int TURNS = 1000;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 7, 11})
    void aRequestIsServedOnceHoweverRhythmicallyCopiesFail(int period) {
        LimpingLink link = new LimpingLink(period);
        FreezeControl gates = new FreezeControl(link, 0, System::nanoTime);
        link.device.set(ValueLayout.JAVA_INT_UNALIGNED, BackPressure.READY_CONTENDED.offset(), 1);
        int freezes = 0;
        for (int turn = 0; turn < TURNS; turn++) {
            gates.hear();
            if (gates.isFrozen() && gates.release().isPresent()) {
                freezes++;
            }
        }
        assertThat(freezes).as("one request, one freeze").isEqualTo(1);
        assertThat(gates.isFrozen()).isFalse();
        assertThat(BackPressure.GATES.get(link.device, 0)).as("both gates open").isZero();
        assertThat(BackPressure.READY_CONTENDED.get(link.device, 0)).isZero();
    }

    @Test
    void aRequestThatCannotBeClearedKeepsTheGatesClosed() {
        LimpingLink link = new LimpingLink(Integer.MAX_VALUE);
        FreezeControl gates = new FreezeControl(link, 0, System::nanoTime);
        link.device.set(ValueLayout.JAVA_INT_UNALIGNED, BackPressure.FREE_CONTENDED.offset(), 1);
        link.refusedAt = BackPressure.FREE_CONTENDED.offset();
        gates.hear();
        assertThat(gates.isFrozen()).isTrue();
        assertThat(gates.release()).isEmpty();
        link.refusedAt = -1;
        gates.hear();
        assertThat(gates.release()).isPresent();
    }

    /** A device and the host's copy of it; every n-th copy fails. */
    private static final class LimpingLink implements Transport {
        final MemorySegment device = Arena.ofAuto().allocate(BackPressure.LAYOUT.sizeBytes(), 64);
        final MemorySegment view = Arena.ofAuto().allocate(BackPressure.LAYOUT.sizeBytes(), 64);
        final int period;
        long refusedAt = -1;
        int copies;

        LimpingLink(int period) {
            this.period = period;
        }

        @Override
        public MemorySegment view() {
            return view;
        }

        @Override
        public Cells cells() {
            return new SegmentCells(view);
        }

        @Override
        public boolean refresh(long at, long sizeBytes) {
            return copies(device, view, at, sizeBytes);
        }

        @Override
        public boolean flush(long at, long sizeBytes) {
            return at != refusedAt && copies(view, device, at, sizeBytes);
        }

        private boolean copies(MemorySegment from, MemorySegment to, long at, long sizeBytes) {
            if (++copies % period == 0) {
                return false;
            }
            MemorySegment.copy(from, at, to, at, sizeBytes);
            return true;
        }
    }
}
