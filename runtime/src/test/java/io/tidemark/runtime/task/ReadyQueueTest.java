package io.tidemark.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class ReadyQueueTest {
    @Test
    void firstInIsFirstOutOverManyWraps() {
        ReadyQueue queue = new ReadyQueue(8);
        long[] into = new long[8];
        long next = 0;
        long expected = 0;
        Random random = Seeds.random(5);
        for (int i = 0; i < 10_000; i++) {
            while (random.nextInt(3) > 0 && queue.push(next)) {
                next++;
            }
            int popped = queue.pop(into, random.nextInt(5));
            for (int k = 0; k < popped; k++) {
                assertThat(into[k]).isEqualTo(expected++);
            }
            assertThat(queue.size()).isEqualTo((int) (next - expected));
            assertThat(queue.isEmpty()).isEqualTo(next == expected);
            assertThat(queue.peek(-1)).isEqualTo(next == expected ? -1 : expected);
        }
    }

    @Test
    void aFullQueueRefusesAndTakesAgainAfterAPop() {
        ReadyQueue queue = new ReadyQueue(4);
        for (int i = 0; i < 4; i++) {
            assertThat(queue.push(i)).isTrue();
        }
        assertThat(queue.push(5)).isFalse();
        assertThat(queue.size()).isEqualTo(4);
        assertThat(queue.pop(new long[4], 4)).isEqualTo(4);
        assertThat(queue.push(6)).isTrue();
        queue.reset();
        assertThat(queue.isEmpty()).isTrue();
        assertThatThrownBy(() -> new ReadyQueue(6)).hasMessageContaining("capacity=6");
    }

    @Test
    void everyTaskIsTakenExactlyOnceByManyThreads() throws InterruptedException {
        int tasks = 200_000;
        ReadyQueue queue = new ReadyQueue(64);
        AtomicIntegerArray taken = new AtomicIntegerArray(tasks);
        AtomicInteger next = new AtomicInteger();
        AtomicInteger left = new AtomicInteger(tasks);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            threads.add(new Thread(() -> push(queue, next, tasks)));
            threads.add(
                    new Thread(
                            () -> {
                                long[] into = new long[7];
                                while (left.get() > 0) {
                                    int popped = queue.pop(into, 7);
                                    for (int i = 0; i < popped; i++) {
                                        taken.incrementAndGet((int) into[i]);
                                    }
                                    left.addAndGet(-popped);
                                    if (popped == 0) {
                                        Thread.yield();
                                    }
                                }
                            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        for (int task = 0; task < tasks; task++) {
            assertThat(taken.get(task)).isEqualTo(1);
        }
    }

    private static void push(ReadyQueue queue, AtomicInteger next, int tasks) {
        int task = next.getAndIncrement();
        while (task < tasks) {
            while (!queue.push(task)) {
                Thread.yield();
            }
            task = next.getAndIncrement();
        }
    }
}
