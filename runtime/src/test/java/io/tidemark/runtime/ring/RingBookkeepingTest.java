package io.tidemark.runtime.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.abi.TaskId;
import io.tidemark.runtime.ring.DeadlockDetector.Verdict;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RingBookkeepingTest {
    @Test
    void aWindowHoldsOneTaskLessThanItsSizeAlsoWhenIdsWrap() {
        TaskWindow window = new TaskWindow(4);
        for (int oldest : new int[] {0, 17, Integer.MAX_VALUE - 1, -2}) {
            assertThat(window.admits(oldest, oldest)).isTrue();
            assertThat(window.admits(oldest + 2, oldest)).isTrue();
            assertThat(window.admits(oldest + 3, oldest)).isFalse();
        }
        assertThat(window.slot(-1)).isEqualTo(3);
        assertThat(window.mostAlive()).isEqualTo(3);
        assertThatIllegalArgumentException().isThrownBy(() -> new TaskWindow(2)).withMessageContaining("size=2");
        assertThatIllegalArgumentException().isThrownBy(() -> new TaskWindow(12));
    }

    @Test
    void taskIdsCarryRingAndCounter() {
        assertThat(TaskId.of(3, -1)).isEqualTo(0x3_FFFF_FFFFL);
        assertThat(TaskId.ring(TaskId.of(2, 5))).isEqualTo(2);
        assertThat(TaskId.local(TaskId.of(2, -7))).isEqualTo(-7);
        assertThat(TaskId.isValid(TaskId.NONE)).isFalse();
        assertThat(TaskId.isValid(4L << 32)).isFalse();
        assertThat(TaskId.isBefore(Integer.MAX_VALUE, Integer.MIN_VALUE)).isTrue();
    }

    @Test
    void poolNodesStayUntouchedUntilTheirTaskIsRetired() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            TaskWindow window = new TaskWindow(16);
            DependencyPool pool = new DependencyPool(4 + random.nextInt(30), window);
            Deque<int[]> live = new ArrayDeque<>(); // per task: its nodes
            int next = 0;
            int oldest = 0;
            for (int step = 0; step < 3_000; step++) {
                int nodes = random.nextInt(6);
                boolean room = nodes
                        <= pool.capacity()
                                - live.stream().mapToInt(n -> n.length).sum();
                assertThat(pool.hasRoom(nodes))
                        .as("seed=%d step=%d", seed, step)
                        .isEqualTo(room);
                if (window.admits(next, oldest) && room && random.nextBoolean()) {
                    int[] taken = new int[nodes];
                    for (int i = 0; i < nodes; i++) {
                        taken[i] = pool.add(next, i);
                    }
                    pool.mark(next++);
                    live.add(taken);
                } else if (!live.isEmpty()) {
                    int freed = live.poll().length;
                    assertThat(pool.retireBefore(++oldest))
                            .as("seed=%d step=%d", seed, step)
                            .isEqualTo(freed);
                }
                int task = oldest;
                for (int[] taken : live) {
                    for (int i = 0; i < taken.length; i++) {
                        assertThat(pool.consumer(taken[i]))
                                .as("seed=%d step=%d", seed, step)
                                .isEqualTo(task);
                        assertThat(pool.next(taken[i])).isEqualTo(i);
                    }
                    task++;
                }
            }
            assertThat(pool.allocated() - pool.reclaimed()).isEqualTo(pool.used());
        }
    }

    /** Over the end of the window, too: retirement of each of them gives the same room back. */
    @Test
    void tasksThatAreBookedTogetherAreRetiredAsIfBookedOneByOne() {
        TaskWindow window = new TaskWindow(16);
        for (int first = 0; first < window.size(); first++) {
            for (int count = 0; count < window.mostAlive(); count++) {
                for (int oldest = first + 1; oldest <= first + count + 1; oldest++) {
                    assertThat(retired(window, first, count, oldest, true))
                            .as("first=%d count=%d oldest=%d", first, count, oldest)
                            .isEqualTo(retired(window, first, count, oldest, false));
                }
            }
        }
    }

    /** Room after tasks without needs, between two that have some, are gone up to the oldest. */
    private static List<Long> retired(TaskWindow window, int first, int count, int oldest, boolean isTogether) {
        DependencyPool pool = new DependencyPool(64, window);
        HeapRing heap = new HeapRing(4096, window);
        book(pool, heap, first);
        if (isTogether) {
            pool.mark(first + 1, count);
            heap.allocateNothing(first + 1, count);
        } else {
            for (int local = first + 1; local <= first + count; local++) {
                pool.mark(local);
                heap.allocate(local, 0);
            }
        }
        book(pool, heap, first + count + 1);
        pool.retireBefore(oldest);
        heap.retireBefore(oldest);
        return List.of(pool.reclaimed(), heap.reclaimedBytes(), heap.tail(), heap.top());
    }

    private static void book(DependencyPool pool, HeapRing heap, int local) {
        pool.add(local, DependencyPool.END);
        pool.mark(local);
        heap.allocate(local, 100);
    }

    /** Every sequence of five looks: two times, and advance, error, held, under way or none. */
    @Test
    void theDetectorAnswersAsItsRulesSayForEverySequence() {
        Others others = new Others();
        others.look();
        int looks = 5;
        for (int code = 0; code < 1 << (4 * looks); code++) {
            DeadlockDetector detector = new DeadlockDetector(500_000_000L, others);
            detector.reset(0);
            long now = Long.MAX_VALUE - 600_000_000L; // the clock's counter wraps within the test
            long progress = 0;
            long since = -1; // elapsed at the first fruitless look since the last advance
            long elapsed = 0;
            int quiet = 0; // looks since the time was over
            for (int look = 0; look < looks; look++) {
                int bits = code >> (4 * look);
                boolean advance = (bits & 3) == 1;
                boolean latched = (bits & 3) == 2;
                boolean held = (bits & 3) == 3;
                boolean underWay = (bits & 8) != 0;
                elapsed += (bits & 4) == 0 ? 249_999_999L : 500_000_000L;
                progress += advance ? 1 : 0;
                Verdict verdict = detector.check(now + elapsed, progress, latched, held, underWay);
                Verdict expected;
                if (advance) {
                    since = -1;
                    expected = Verdict.WAIT;
                } else if (latched) {
                    expected = Verdict.FAILED_ELSEWHERE;
                } else if (held) {
                    expected = Verdict.STRUCTURAL;
                } else {
                    boolean begins = since < 0 || underWay;
                    since = begins ? elapsed : since;
                    quiet = begins ? 0 : quiet > 0 || elapsed - since >= 500_000_000L ? quiet + 1 : 0;
                    expected = quiet >= 3 ? Verdict.TIMEOUT : Verdict.WAIT; // all asked, all have looked, and again
                }
                assertThat(verdict).as("code=%d look=%d", code, look).isEqualTo(expected);
            }
        }
    }

    /** A machine that has no time for a scheduler must not look like a graph that stands still. */
    @Test
    void whoCouldHelpIsAskedWhenTheTimeIsOverAndWhatHeDidCounts() {
        Others others = new Others();
        DeadlockDetector detector = new DeadlockDetector(500_000_000L, others);
        detector.reset(0);
        assertThat(detector.check(0, 0, false, false, false)).isEqualTo(Verdict.WAIT);
        assertThat(others.asked)
                .as("in the middle of a step it would say nothing")
                .isZero();
        assertThat(detector.check(9_000_000_000L, 0, false, false, false)).isEqualTo(Verdict.WAIT);
        assertThat(others.asked).isEqualTo(1);
        assertThat(detector.check(9_000_000_001L, 0, false, false, false)).isEqualTo(Verdict.WAIT);
        others.look();
        assertThat(detector.check(9_000_000_002L, 0, false, false, false)).isEqualTo(Verdict.WAIT);
        assertThat(detector.check(9_000_000_003L, 1, false, false, false))
                .as("a task was completed before the look")
                .isEqualTo(Verdict.WAIT);
        assertThat(detector.check(9_000_000_004L, 1, false, false, false)).isEqualTo(Verdict.WAIT);
        assertThat(detector.check(9_600_000_000L, 1, false, false, false)).isEqualTo(Verdict.WAIT);
        assertThat(others.asked).as("each wait asks anew").isEqualTo(2);
        assertThat(detector.check(9_600_000_001L, 1, false, false, false)).isEqualTo(Verdict.WAIT);
        assertThat(detector.check(9_600_000_002L, 1, false, false, false)).isEqualTo(Verdict.TIMEOUT);
    }

    private static final class Others implements DeadlockDetector.Others {
        private int asked;
        private boolean looked;

        void look() {
            looked = true;
        }

        @Override
        public void ask() {
            asked++;
        }

        @Override
        public boolean haveAllLooked() {
            return looked;
        }
    }

    @Test
    void scopesNestToSixtyFourAndRefuseTheNext() {
        ScopeStack scopes = new ScopeStack(TaskId.RINGS, window(4), window(4), window(4), window(4));
        for (int depth = 0; depth < 64; depth++) {
            assertThat(scopes.open(false)).isEqualTo(ScopeStack.OK);
            assertThat(scopes.depth()).isEqualTo(depth);
            assertThat(scopes.ring()).isEqualTo(Math.min(depth, 3));
        }
        assertThat(scopes.open(false)).isEqualTo(10);
        assertThat(scopes.openScopes()).isEqualTo(64);
    }

    @Test
    void inferenceCannotComeBackInsideAManualScope() {
        ScopeStack scopes = new ScopeStack(TaskId.RINGS, window(4), window(4), window(4), window(4));
        scopes.open(false);
        assertThat(scopes.open(true)).isEqualTo(ScopeStack.OK);
        assertThat(scopes.open(true)).isEqualTo(ScopeStack.OK);
        assertThat(scopes.open(false)).isEqualTo(5);
        scopes.close();
        scopes.close();
        assertThat(scopes.isManual()).isFalse();
        assertThat(scopes.open(false)).isEqualTo(ScopeStack.OK);
    }

    @Test
    void eachScopeHoldsItsOwnTasksAndTheOldestOfEachIsKnown() {
        ScopeStack scopes = new ScopeStack(TaskId.RINGS, window(4), window(4), window(4), window(4));
        scopes.open(false);
        scopes.add(TaskId.of(0, 7));
        scopes.open(false);
        scopes.add(TaskId.of(1, 3));
        scopes.add(TaskId.of(1, 4));
        assertThat(scopes.taskCount()).isEqualTo(2);
        assertThat(scopes.task(1)).isEqualTo(TaskId.of(1, 4));
        assertThat(scopes.isOldestHeld(TaskId.of(0, 7))).isTrue();
        assertThat(scopes.isOldestHeld(TaskId.of(1, 3))).isTrue();
        assertThat(scopes.isOldestHeld(TaskId.of(1, 4))).isFalse();
        scopes.close();
        assertThat(scopes.isOldestHeld(TaskId.of(1, 3))).isFalse();
        scopes.add(TaskId.of(0, 8));
        assertThat(scopes.taskCount()).isEqualTo(2);
        assertThat(scopes.task(0)).isEqualTo(TaskId.of(0, 7));
    }

    @Test
    void deepScopesShareTheLastRingAndAnyOfThemMayHoldItsHead() {
        ScopeStack scopes = new ScopeStack(TaskId.RINGS, window(4), window(4), window(4), window(4));
        for (int depth = 0; depth < 6; depth++) {
            scopes.open(false);
            if (depth == 4) {
                scopes.add(TaskId.of(3, 9));
            }
        }
        assertThat(scopes.isOldestHeld(TaskId.of(3, 9))).isTrue();
        assertThat(scopes.isOldestHeld(TaskId.of(3, 10))).isFalse();
    }

    @Test
    void moreTasksThanAllWindowsHoldAreRefused() {
        ScopeStack scopes = new ScopeStack(TaskId.RINGS, window(4), window(4), window(4), window(4));
        scopes.open(false);
        for (int local = 0; local < 16; local++) {
            assertThat(scopes.add(TaskId.of(0, local))).isEqualTo(ScopeStack.OK);
        }
        assertThat(scopes.add(TaskId.of(0, 16))).isEqualTo(10);
        assertThat(scopes.taskCount()).isEqualTo(16);
    }

    private static TaskWindow window(int size) {
        return new TaskWindow(size);
    }
}
