package io.tidemark.runtime.cohort;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.cohort.DrainMember.Turn;
import io.tidemark.testkit.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DrainBoardTest {
    @Test
    void aLateAcknowledgementNeverCountsForTheNextAttempt() {
        DrainBoard board = new DrainBoard(3);
        assertThat(board.tryClaim()).isTrue();
        board.begin(7, 4, false);
        long first = board.attemptAcquire();
        board.acknowledgeRelease(1, first, 9);
        board.retryRelease(first);
        assertThat(board.isReadyAcquire(1, first + 1)).isFalse();
        board.acknowledgeRelease(2, first, 9); // later still
        assertThat(board.isReadyAcquire(2, first + 1)).isFalse();
        board.acknowledgeRelease(1, first + 1, 2);
        assertThat(board.isReadyAcquire(1, first + 1)).isTrue();
        assertThat(board.isReadyAcquire(1, first)).isFalse();
    }

    @Test
    void theCoordinatorDoesNotOpenABoardThatIsBeingClaimedAnew() {
        DrainCrew crew = new DrainCrew(1, 2);
        crew.begin(2);
        crew.step(0);
        crew.step(0); // staged; the next step opens
        crew.step(0);
        assertThat(crew.board.isPendingAcquire()).isFalse();
        assertThat(crew.board.tryClaim()).isTrue();
        assertThat(crew.members[0].turn()).as("the last drain stands there").isEqualTo(Turn.WAIT);
        assertThat(crew.board.isPendingAcquire()).isTrue();
        crew.board.begin(8, 5, true);
        assertThat(crew.members[0].turn()).isEqualTo(Turn.ACKNOWLEDGE);
        assertThat(crew.members[0].isGated()).isTrue();
        assertThat(crew.board.tryClaim()).as("one cohort at a time").isFalse();
    }

    @Test
    void everyOrderOfStepsStartsTheCohortOnceAndAsAWhole() {
        int length = 9;
        int orders = (int) Math.pow(3, length);
        for (int order = 0; order < orders; order++) {
            DrainCrew crew = new DrainCrew(3, 2);
            crew.busy(1, 2); // one of them must first see its cores finish
            crew.begin(5);
            int rest = order;
            for (int i = 0; i < length; i++) {
                crew.step(rest % 3);
                if (i == 3) {
                    crew.finish(1, 2);
                }
                rest /= 3;
            }
            crew.stepAllUntilOpen(order);
            crew.requireWhole(5, "order " + order);
        }
    }

    @Test
    void anyCrewAndAnyOrderStartCohortAfterCohort() {
        Random seeds = Seeds.random(0xD3A1);
        for (int round = 0; round < 2_000; round++) {
            long seed = seeds.nextLong();
            Random random = new Random(seed);
            int schedulers = 1 + random.nextInt(5);
            int cores = 1 + random.nextInt(4);
            DrainCrew crew = new DrainCrew(schedulers, cores);
            for (int cohort = 0; cohort < 3; cohort++) {
                int blocks = 1 + random.nextInt(schedulers * cores);
                for (int i = 0; i < schedulers; i++) {
                    crew.busy(i, random.nextInt(cores + 1));
                }
                crew.begin(blocks);
                int steps = 0;
                while (crew.board.isPendingAcquire()) {
                    assertThat(steps++).as("seed %d", seed).isLessThan(100_000);
                    crew.step(random.nextInt(schedulers));
                    if (random.nextInt(4) == 0) {
                        crew.finish(random.nextInt(schedulers), 1);
                    }
                }
                crew.requireWhole(blocks, "seed " + seed);
                crew.finishAll();
            }
            assertThat(crew.board.drains()).isEqualTo(3);
        }
    }

    /** Schedulers that only drain: cores are counts. */
    private static final class DrainCrew {
        final DrainBoard board;
        final DrainMember[] members;
        private final int cores;
        private final int[] idle;
        private int[] started;
        private int outOfOrder;

        DrainCrew(int schedulers, int cores) {
            this.board = new DrainBoard(schedulers);
            this.cores = cores;
            this.members = new DrainMember[schedulers];
            this.idle = new int[schedulers];
            for (int i = 0; i < schedulers; i++) {
                members[i] = new DrainMember(board, i);
                idle[i] = cores;
            }
        }

        void busy(int scheduler, int count) {
            idle[scheduler] = cores - count;
        }

        void finish(int scheduler, int count) {
            idle[scheduler] = Math.min(cores, idle[scheduler] + count);
        }

        void finishAll() {
            for (int i = 0; i < idle.length; i++) {
                idle[i] = cores;
            }
        }

        void begin(int blocks) {
            started = new int[blocks];
            assertThat(board.tryClaim()).isTrue();
            board.begin(7, blocks, false);
        }

        void step(int scheduler) {
            DrainMember member = members[scheduler];
            switch (member.turn()) {
                case ACKNOWLEDGE -> member.acknowledge(idle[scheduler]);
                case STAGE -> {
                    int first = member.firstBlock();
                    for (int i = 0; i < member.shareBlocks(); i++) {
                        started[first + i]++;
                        outOfOrder += --idle[scheduler] < 0 ? 1 : 0;
                    }
                    member.staged();
                }
                case WAIT, DISPATCH -> {}
            }
        }

        void stepAllUntilOpen(int order) {
            for (int i = 0; board.isPendingAcquire(); i++) {
                assertThat(i).as("order %d", order).isLessThan(1_000);
                step(i % members.length);
            }
        }

        void requireWhole(int blocks, String what) {
            assertThat(started).as(what).hasSize(blocks).containsOnly(1);
            assertThat(outOfOrder).as("%s: blocks without a core", what).isZero();
            assertThat(board.isPendingAcquire()).as(what).isFalse();
        }
    }
}
