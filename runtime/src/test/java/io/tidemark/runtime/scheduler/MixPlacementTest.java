package io.tidemark.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.QuietProbe;
import io.tidemark.runtime.scheduler.DispatchRig.State;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.SchedulerProbe;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where mixed tasks go, over every state that the three cores of a cluster can be in. */
class MixPlacementTest {
    private static final int[] MIXED = {0b011, 0b101, 0b110, 0b111};
    private static final int CLUSTERS = 36;

    /** Cluster 21 begins the second word of a mask. */
    @ParameterizedTest
    @ValueSource(ints = {0, 20, 21, 22, 35})
    void onlyTheUsedCoresOfTheClusterDecide(int cluster) {
        for (int positions : MIXED) {
            for (int states = 0; states < 64; states++) {
                for (int flags = 0; flags < 4; flags++) {
                    check(cluster, positions, states, (flags & 1) != 0, (flags & 2) != 0);
                }
            }
        }
    }

    private static void check(int cluster, int positions, int states, boolean single, boolean otherIdle) {
        DispatchRig rig = new DispatchRig(CLUSTERS, null, single);
        State[] of = new State[3];
        for (int index = 0; index < 3 * CLUSTERS; index++) {
            boolean mine = index / 3 == cluster;
            State state = mine ? State.values()[states >> 2 * (index % 3) & 3] : State.SENT;
            if (mine) {
                of[index % 3] = state;
            }
            rig.set(rig.number(index / 3, index % 3), state);
        }
        if (otherIdle) {
            rig.board.idleMask(1, 0, positions);
        }
        TaskSlot task = rig.ready(rig.submitMixed(positions, 1));
        int sent = rig.dispatcher.dispatch();

        State[] used = IntStream.range(0, 3)
                .filter(p -> (positions >>> p & 1) != 0)
                .mapToObj(p -> of[p])
                .toArray(State[]::new);
        boolean refused = Arrays.stream(used).anyMatch(s -> s == State.SENT || s == State.FULL);
        boolean allIdle = Arrays.stream(used).allMatch(s -> s == State.IDLE);
        boolean placed = !refused && (allIdle || !single && !otherIdle);
        String what = "positions " + positions + " of " + Arrays.toString(of) + " single " + single;
        assertThat(sent).as(what).isEqualTo(placed ? used.length : 0);
        assertThat(rig.table.ready(TaskShape.MIX.code()).isEmpty()).as(what).isEqualTo(placed);
        for (int p = 0; p < 3; p++) {
            boolean isUsed = placed && (positions >>> p & 1) != 0;
            int index = rig.number(cluster, p);
            assertThat(rig.tracker.runningTask(index) == task).as(what).isEqualTo(isUsed && of[p] == State.IDLE);
            assertThat(rig.tracker.pendingTask(index) == task).as(what).isEqualTo(isUsed && of[p] == State.RUNNING);
        }
    }

    @Test
    void readinessIsNeverDecidedByCoresThatTheTaskDoesNotUse() {
        DispatchRig rig = new DispatchRig(1, null, false);
        rig.set(2, State.FULL);
        rig.ready(rig.submitMixed(0b011, 1));
        assertThat(rig.dispatcher.dispatch()).isEqualTo(2);
    }

    /** Between the look at the others' clusters and the sending they may tell of an idle one. */
    @Test
    void aTaskThatWasTakenIsSentAlthoughAnotherSchedulerGetsAnIdleCluster() {
        DispatchRig[] rig = new DispatchRig[1];
        SchedulerProbe othersGetIdle = new QuietProbe() {
            @Override
            public boolean mayDispatch(TaskSlot task) {
                rig[0].board.idleMask(1, 0, 0b111);
                return true;
            }
        };
        rig[0] = new DispatchRig(1, othersGetIdle, false);
        rig[0].set(0, State.RUNNING);
        TaskSlot task = rig[0].ready(rig[0].submitMixed(0b111, 1));
        int sent = rig[0].dispatcher.dispatch();
        assertThat(sent).as("kernel runs of the task that left the queue").isEqualTo(3);
        assertThat(rig[0].tracker.pendingTask(0)).isSameAs(task);
    }

    @Test
    void whileAMixedTaskIsLeftNothingElseIsSent() {
        DispatchRig rig = new DispatchRig(2, null, false);
        rig.set(0, State.SENT);
        rig.set(3, State.SENT);
        TaskSlot mixed = rig.ready(rig.submitMixed(0b011, 1));
        TaskSlot plain = rig.ready(rig.submit(DispatchRig.AIV, 1));
        assertThat(rig.dispatcher.dispatch()).as("vector cores are idle").isZero();
        rig.tracker.acknowledged(3);
        assertThat(rig.dispatcher.dispatch()).isEqualTo(2);
        assertThat(rig.tracker.pendingTask(3)).isSameAs(mixed);
        assertThat(rig.tracker.runningTask(4)).isSameAs(mixed);
        assertThat(rig.dispatcher.dispatch()).isEqualTo(1);
        assertThat(rig.tracker.runningTask(1)).isSameAs(plain);
    }

    @Test
    void aSmallTaskDoesNotOvertakeALargeOne() {
        DispatchRig rig = new DispatchRig(1, null, false);
        rig.set(0, State.SENT);
        TaskSlot large = rig.ready(rig.submitMixed(0b111, 1));
        rig.ready(rig.submitMixed(0b110, 1));
        assertThat(rig.dispatcher.dispatch()).as("the oldest does not fit").isZero();
        rig.tracker.acknowledged(0);
        assertThat(rig.dispatcher.dispatch()).isEqualTo(3);
        assertThat(rig.tracker.pendingTask(0)).isSameAs(large);
        assertThat(rig.tracker.runningTask(1)).isSameAs(large);
    }

    @Test
    void blocksThatFindNoClusterStayInTheQueueAndNoEmptyMaskIsSelectedFrom() {
        DispatchRig rig = new DispatchRig(8, null, true);
        TaskSlot first = rig.ready(rig.submitMixed(0b111, 48));
        TaskSlot second = rig.ready(rig.submitMixed(0b111, 48));
        assertThat(rig.dispatcher.dispatch()).isEqualTo(24);
        assertThat(rig.table.ready(TaskShape.MIX.code()).size()).isEqualTo(2);
        for (int index = 0; index < 24; index++) {
            assertThat(rig.tracker.runningTask(index)).isSameAs(first);
            int token = rig.tracker.runningToken(index);
            assertThat(rig.tracker.block(index, token)).isEqualTo(index / 3);
        }
        for (int index = 0; index < 24; index++) {
            rig.tracker.becomeIdle(index);
        }
        assertThat(rig.dispatcher.dispatch())
                .as("the rest went behind the second")
                .isEqualTo(24);
        assertThat(rig.tracker.runningTask(0)).isSameAs(second);
    }

    @Test
    void aBatchWhoseFirstTaskTakesEveryCoreIsPutBackWhole() {
        DispatchRig rig = new DispatchRig(2, null, false);
        TaskSlot wide = rig.ready(rig.submit(DispatchRig.AIV, 100));
        TaskSlot[] others = new TaskSlot[3];
        for (int i = 0; i < others.length; i++) {
            others[i] = rig.ready(rig.submit(DispatchRig.AIV, 1));
        }
        assertThat(rig.dispatcher.dispatch()).isEqualTo(4);
        assertThat(rig.dispatcher.popHits()).as("those put back were not taken").isEqualTo(1);
        assertThat(rig.table.ready(TaskShape.AIV.code()).size()).isEqualTo(4);
        for (int index = 0; index < 6; index++) {
            if (index % 3 != 0) {
                assertThat(rig.tracker.runningTask(index)).isSameAs(wide);
                rig.tracker.becomeIdle(index);
            }
        }
        assertThat(rig.dispatcher.dispatch()).isEqualTo(4);
        assertThat(rig.tracker.runningTask(1)).as("the rest went first").isSameAs(wide);
        assertThat(wide.isUntouched()).isFalse();
    }
}
