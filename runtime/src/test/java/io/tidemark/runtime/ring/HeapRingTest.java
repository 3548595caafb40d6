package io.tidemark.runtime.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.testkit.Seeds;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeapRingTest {
    private static final int UNIT = 64;
    private static final TaskWindow WINDOW = new TaskWindow(16);

    /** A heap ring beside a map of bytes (in units of 64) that knows exactly what is live. */
    private static final class Checked {
        final int units;
        final HeapRing ring;
        final BitSet live = new BitSet();
        final Deque<int[]> tasks = new ArrayDeque<>(); // {offset, length} in units, oldest first
        int next;
        int oldest;

        Checked(int units) {
            this.units = units;
            this.ring = new HeapRing((long) units * UNIT, WINDOW);
        }

        /** False if the window is full. */
        boolean allocate(int length) {
            if (!WINDOW.admits(next, oldest)) {
                return false;
            }
            long before = ring.allocatedBytes();
            boolean fits = ring.fits((long) length * UNIT);
            long offset = ring.allocate(next, (long) length * UNIT);
            assertThat(offset != HeapRing.FULL).isEqualTo(fits);
            if (offset == HeapRing.FULL) {
                assertThat(isRefusalJustified(length))
                        .as("%d of %d units, live %s", length, units, live)
                        .isTrue();
                assertThat(ring.allocatedBytes()).isEqualTo(before);
                return true;
            }
            int at = (int) (offset / UNIT);
            assertThat(offset % UNIT).isZero();
            assertThat(at + length).isLessThanOrEqualTo(units);
            assertThat(live.get(at, at + length).isEmpty())
                    .as("handed out twice: %d+%d", at, length)
                    .isTrue();
            live.set(at, at + length);
            tasks.add(new int[] {at, length});
            next++;
            check();
            return true;
        }

        void retire(int count) {
            for (int i = 0; i < count && !tasks.isEmpty(); i++) {
                int[] task = tasks.poll();
                live.clear(task[0], task[0] + task[1]);
                oldest++;
            }
            ring.retireBefore(oldest);
            check();
        }

        void check() {
            long usedBytes = ring.usedBytes();
            assertThat(usedBytes).isBetween((long) live.cardinality() * UNIT, ring.capacityBytes());
            if (live.isEmpty()) {
                assertThat(usedBytes).isZero();
            }
        }

        /**
         * A bump allocator may only refuse if neither the room behind the newest range nor, when
         * that does not reach the end, the room before the oldest one would hold the request with
         * one unit left between top and tail.
         */
        boolean isRefusalJustified(int length) {
            if (length > units) {
                return true;
            }
            if (live.isEmpty()) {
                return false; // an empty ring takes whatever fits it
            }
            int[] newest = null;
            int[] oldestRange = null;
            for (int[] task : tasks) {
                if (task[1] > 0) {
                    oldestRange = oldestRange == null ? task : oldestRange;
                    newest = task;
                }
            }
            int top = newest[0] + newest[1];
            // a live task without bytes may hold the tail at its own place
            return leavesNoRoom(top, oldestRange[0], length) || leavesNoRoom(top, tasks.peek()[0], length);
        }

        private boolean leavesNoRoom(int top, int bottom, int length) {
            return top <= bottom ? bottom - top <= length : units - top < length && bottom <= length;
        }
    }

    @Test
    void everySequenceOfFewRequestsAndRetirementsKeepsLiveRangesApart() {
        // digits: 0..3 allocate 0, 1, 2 or all units; 4 retire one; 5 retire all. 16 units: the
        // smallest ring
        int[] lengths = {0, 3, 7, 16};
        int steps = 7;
        int sequences = (int) Math.pow(6, steps);
        for (int code = 0; code < sequences; code++) {
            Checked checked = new Checked(16);
            int rest = code;
            for (int step = 0; step < steps; step++, rest /= 6) {
                int digit = rest % 6;
                if (digit < 4) {
                    checked.allocate(lengths[digit]);
                } else {
                    checked.retire(digit == 4 ? 1 : Integer.MAX_VALUE);
                }
            }
        }
    }

    @Test
    void longRandomSequencesKeepLiveRangesApartAndCountersRising() {
        for (long seed = 1; seed <= 40; seed++) {
            Random random = new Random(seed);
            Checked checked = new Checked(16 + random.nextInt(40));
            int most = 1 + random.nextInt(checked.units);
            long allocated = 0;
            long reclaimed = 0;
            int handedOut = 0;
            for (int step = 0; step < 4_000; step++) {
                try {
                    if (random.nextInt(5) < 3) {
                        int before = checked.next;
                        checked.allocate(random.nextInt(4) == 0 ? 0 : random.nextInt(most + 1));
                        handedOut += checked.next - before;
                    } else {
                        checked.retire(1 + random.nextInt(3));
                    }
                    assertThat(checked.ring.allocatedBytes()).isGreaterThanOrEqualTo(allocated);
                    assertThat(checked.ring.reclaimedBytes()).isBetween(reclaimed, checked.ring.allocatedBytes());
                } catch (AssertionError e) {
                    throw new AssertionError("seed=" + seed + " step=" + step, e);
                }
                allocated = checked.ring.allocatedBytes();
                reclaimed = checked.ring.reclaimedBytes();
            }
            assertThat(handedOut).as("seed=%d", seed).isGreaterThan(500);
        }
    }

    @Test
    void anExactFitAtTheEndIsTakenAndAnExactFitBeforeTheTailIsNot() {
        HeapRing ring = new HeapRing(1024, WINDOW);
        assertThat(ring.allocate(0, 512)).isZero();
        assertThat(ring.allocate(1, 512)).isEqualTo(512);
        ring.retireBefore(1); // tail at 512
        assertThat(ring.fits(512)).isFalse();
        assertThat(ring.allocate(2, 448)).isZero();
        assertThat(ring.fits(1)).isFalse(); // 64 bytes are free, but top would meet tail
    }

    @Test
    void anEmptyRingStartsAnewAndOlderTasksDoNotPullItsTailBack() {
        HeapRing ring = new HeapRing(1024, WINDOW);
        ring.allocate(0, 640);
        ring.allocate(1, 0);
        ring.allocate(2, 0);
        ring.retireBefore(1); // all bytes free, two tasks without bytes still live
        assertThat(ring.allocate(3, 1024)).isZero(); // only possible by starting anew
        ring.retireBefore(3); // their recorded end, 640, belongs to the old layout
        assertThat(ring.tail()).isZero();
        assertThat(ring.fits(64)).isFalse();
        ring.retireBefore(4);
        assertThat(ring.usedBytes()).isZero();
        assertThat(ring.fits(1024)).isTrue();
    }

    @Test
    void sizesBeyondFourGibibytesAndImpossibleOnesAreToldApart() {
        HeapRing ring = new HeapRing(1L << 40, WINDOW);
        assertThat(ring.allocate(0, 5L << 30)).isZero();
        assertThat(ring.allocate(1, 5L << 30)).isEqualTo(5L << 30);
        assertThat(ring.canEverFit(1L << 40)).isTrue();
        assertThat(ring.canEverFit((1L << 40) + 1)).isFalse();
        assertThat(ring.canEverFit(Long.MAX_VALUE)).isFalse();
        assertThat(ring.canEverFit(-1)).isFalse();
        assertThat(ring.allocate(2, Long.MAX_VALUE)).isEqualTo(HeapRing.FULL);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HeapRing(1023, WINDOW))
                .withMessageContaining("1023");
    }

    @Test
    void whatFitsInPiecesFitsHoweverItIsCut() {
        Seeds.each(200, seed -> {
            Random random = Seeds.random(seed);
            HeapRing ring = new HeapRing(1 << 14, new TaskWindow(1 << 12));
            int local = 0;
            int alive = 0;
            for (int round = 0; round < 200; round++) {
                long total = 64L * random.nextInt(1 << 8);
                if (ring.fitsInPieces(total)) {
                    for (long left = total; left > 0; ) {
                        long piece = Math.min(left, 64L * (1 + random.nextInt(40)));
                        assertThat(ring.allocate(local++, piece))
                                .as("%d of %d bytes", piece, total)
                                .isNotEqualTo(HeapRing.FULL);
                        left -= piece;
                    }
                }
                alive += random.nextInt(local - alive + 1);
                ring.retireBefore(alive);
            }
        });
    }
}
