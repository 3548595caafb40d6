package io.tidemark.runtime.async;

import static io.tidemark.runtime.async.CompletionMailbox.CONDITION;
import static io.tidemark.runtime.async.CompletionMailbox.NORMAL_DONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.CompletionEngine;
import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AsyncWaitListTest {
    private static final long COUNTER = Condition.head(Condition.COUNTER, 1, 8);

    private final AsyncWaitList list = new AsyncWaitList();
    private final List<Long> completed = new ArrayList<>();

    @Test
    void aTaskWaitsForItsAnnouncementAndForEveryCondition() {
        Set<Long> met = new HashSet<>();
        list.accept(CONDITION, 5, COUNTER, 100, 1);
        list.accept(CONDITION, 5, COUNTER, 200, 1);
        assertThat(poll(met)).isZero();
        met.add(100L);
        met.add(200L);
        assertThat(poll(met)).as("the kernel has not ended").isZero();
        list.accept(NORMAL_DONE, 5, 0, 0, 0);
        assertThat(poll(met)).isEqualTo(1);
        assertThat(completed).containsExactly(5L);
        assertThat(list.count()).isZero();
    }

    @Test
    void anyMixOfTasksCompletesExactlyWhenItsLastConditionIsMet() {
        Random seeds = Seeds.random(77);
        for (int round = 0; round < 200; round++) {
            long seed = seeds.nextLong();
            Random random = new Random(seed);
            Map<Long, Set<Long>> open = new HashMap<>();
            Set<Long> met = new HashSet<>();
            long nextTarget = 0;
            for (long task = 0; task < 1 + random.nextInt(AsyncWaitList.TASKS); task++) {
                Set<Long> targets = new HashSet<>();
                for (int c = random.nextInt(AsyncWaitList.CONDITIONS + 1); c > 0; c--) {
                    targets.add(nextTarget);
                    assertThat(list.accept(CONDITION, task, COUNTER, nextTarget++, 1))
                            .isZero();
                }
                assertThat(list.accept(NORMAL_DONE, task, 0, 0, 0)).isZero();
                open.put(task, targets);
            }
            while (!open.isEmpty()) {
                for (long target = 0; target < nextTarget; target++) {
                    if (random.nextInt(3) == 0) {
                        met.add(target);
                    }
                }
                completed.clear();
                poll(met);
                Set<Long> due = new HashSet<>();
                open.forEach((task, targets) -> addIf(met.containsAll(targets), due, task));
                assertThat(completed).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(due);
                open.keySet().removeAll(due);
            }
            assertThat(list.count()).isZero();
        }
    }

    @Test
    void theSixtyFifthConditionAndTheSixtyFifthTaskAreErrors() {
        for (int i = 0; i < AsyncWaitList.CONDITIONS; i++) {
            assertThat(list.accept(CONDITION, 1, COUNTER, i, 1)).isZero();
        }
        assertThat(list.accept(CONDITION, 1, COUNTER, 99, 1)).isEqualTo(102);
        assertThat(list.mistake()).contains("64 conditions");
        for (long task = 2; task <= AsyncWaitList.TASKS; task++) {
            assertThat(list.accept(NORMAL_DONE, task, 0, 0, 0)).isZero();
        }
        assertThat(list.accept(CONDITION, 999, COUNTER, 0, 1)).isEqualTo(102);
        assertThat(list.mistake()).contains("64 tasks");
    }

    @Test
    void whatNobodyKnowsIsRefusedByItsName() {
        assertThat(list.accept(9, 1, COUNTER, 0, 1)).isEqualTo(103);
        int none = Condition.engineCode(null);
        assertThat(list.accept(CONDITION, 1, Condition.head(Condition.COUNTER, none, 8), 0, 1))
                .isEqualTo(101);
        assertThat(list.accept(CONDITION, 1, Condition.head(7, 0, 8), 0, 1)).isEqualTo(101);
        for (CompletionEngine engine : CompletionEngine.values()) {
            long head = Condition.head(Condition.EVENT, Condition.engineCode(engine), 0);
            boolean posts = engine == CompletionEngine.SDMA;
            assertThat(list.accept(CONDITION, 1, head, 0, 1)).isEqualTo(posts ? 0 : 101);
        }
    }

    @Test
    void aSlabNoticesItsSixtyFifthConditionAndAStrayWrite() {
        ConditionSlab slab = new ConditionSlab();
        assertThat(slab.isUsed()).isFalse();
        for (int i = 0; i < ConditionSlab.CAPACITY; i++) {
            slab.add(COUNTER, i, 1);
        }
        assertThat(slab.error()).isZero();
        slab.add(COUNTER, 64, 1);
        assertThat(slab.error()).isEqualTo(102);
        assertThat(slab.count()).isEqualTo(ConditionSlab.CAPACITY);
        slab.clear();
        assertThat(slab.isUsed()).isFalse();
        slab.damage(65);
        assertThat(slab.error()).isEqualTo(103);
        slab.damage(-1);
        assertThat(slab.isUsed()).isTrue();
        assertThat(slab.error()).isEqualTo(103);
    }

    @Test
    void aSlabThatMeetsAFullMailboxGoesOnWhereItStopped() {
        CompletionMailbox mailbox = new CompletionMailbox(4);
        ConditionSlab slab = new ConditionSlab();
        for (int i = 0; i < 10; i++) {
            slab.add(COUNTER, i, 1);
        }
        List<Long> targets = new ArrayList<>();
        while (!slab.post(mailbox, 3)) {
            assertThat(mailbox.next()).isTrue();
            targets.add(mailbox.target());
            mailbox.done();
        }
        while (mailbox.next()) {
            targets.add(mailbox.target());
            mailbox.done();
        }
        assertThat(targets).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    private int poll(Set<Long> met) {
        return list.poll((head, target, expected) -> met.contains(target), completed::add);
    }

    private static void addIf(boolean condition, Set<Long> set, Long value) {
        if (condition) {
            set.add(value);
        }
    }
}
