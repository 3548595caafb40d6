package io.tidemark.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.TaskId;
import io.tidemark.runtime.ring.TaskWindow;
import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TaskRingTest {
    @Test
    void reclamationStopsAtWhatIsPinnedAndAtWhatAScopeHolds() {
        TaskRing ring = new TaskRing(1, new TaskWindow(8));
        TaskSlot first = add(ring, 1);
        TaskSlot second = add(ring, 1);
        assertThat(second.unpinExecution()).isTrue();
        assertThat(first.unpinExecution()).isTrue();
        assertThat(ring.advance()).as("the scope holds both").isFalse();
        assertThat(ring.isHeld(ring.lastTaskAliveAcquire())).isTrue();
        assertThat(ring.scopeClosed(0)).as("another scope").isFalse();
        assertThat(ring.scopeClosed(1)).isTrue();
        TaskSlot third = add(ring, 1);
        assertThat(ring.advance()).isTrue();
        assertThat(ring.lastTaskAliveAcquire()).isEqualTo(2);
        assertThat(ring.pin(third, third.taskId())).isTrue();
        assertThat(third.unpinExecution()).isFalse();
        ring.scopeClosed(1);
        assertThat(ring.advance()).isFalse();
        assertThat(third.unpin()).isTrue();
        assertThat(ring.isReclaimHead(2)).isTrue();
        assertThat(ring.pin(third, third.taskId())).as("consumed").isFalse();
        assertThat(ring.advance()).isTrue();
        assertThat(ring.lastTaskAliveAcquire()).isEqualTo(3);
    }

    @Test
    void anOuterScopeOfASharedRingHoldsWhatInnerOnesSubmitBehindIt() {
        TaskRing ring = new TaskRing(3, new TaskWindow(16));
        TaskSlot outer = add(ring, 3);
        TaskSlot inner = add(ring, 4);
        outer.unpinExecution();
        inner.unpinExecution();
        assertThat(ring.scopeClosed(4)).isFalse();
        ring.advance();
        assertThat(ring.lastTaskAliveAcquire()).isZero();
        assertThat(ring.scopeClosed(3)).isTrue();
        ring.advance();
        assertThat(ring.lastTaskAliveAcquire()).isEqualTo(2);
    }

    /** Consumers let go of producers in any order on several threads; nothing is ever stranded. */
    @Test
    void noReclaimIsLostHoweverThreadsMeet() {
        Seeds.each(20, seed -> {
            int tasks = 20_000;
            TaskRing ring = new TaskRing(0, new TaskWindow(32_768));
            List<TaskSlot> slots = new ArrayList<>();
            for (int i = 0; i < tasks; i++) {
                slots.add(add(ring, 0));
            }
            ring.scopeClosed(0);
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 3; t++) {
                int own = t;
                Random random = Seeds.random(seed + t);
                threads.add(new Thread(() -> letGo(ring, slots, own, random)));
            }
            threads.forEach(Thread::start);
            int last = 0;
            while (threads.stream().anyMatch(Thread::isAlive)) {
                int alive = ring.lastTaskAliveAcquire();
                assertThat(alive).isGreaterThanOrEqualTo(last);
                last = alive;
            }
            assertThat(ring.lastTaskAliveAcquire()).isEqualTo(tasks);
        });
    }

    private static void letGo(TaskRing ring, List<TaskSlot> slots, int own, Random random) {
        List<TaskSlot> batch = new ArrayList<>();
        for (int i = own; i < slots.size(); i += 3) {
            batch.add(slots.get(i));
            if (batch.size() == 8 || i + 3 >= slots.size()) {
                java.util.Collections.shuffle(batch, random);
                boolean head = false;
                for (TaskSlot slot : batch) {
                    int local = TaskId.local(slot.taskId());
                    head |= slot.unpinExecution() && ring.isReclaimHead(local);
                }
                batch.clear();
                if (head) {
                    ring.advance();
                }
            }
        }
    }

    private static TaskSlot add(TaskRing ring, int depth) {
        TaskSlot slot = ring.nextSlot();
        slot.begin(TaskId.of(1, ring.nextLocal()), null, TaskShape.AIV, 1);
        ring.publishNext(depth);
        return slot;
    }
}
