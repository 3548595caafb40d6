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
    void aQueueForOneThreadAtATimeDoesWhatTheSharedOneDoes() {
        ReadyQueue shared = ReadyQueue.of(ReadyQueue.Kind.SHARED, 8, null);
        ReadyQueue inTurns = ReadyQueue.of(ReadyQueue.Kind.IN_TURNS, 8, null);
        assertThat(inTurns.capacity()).isEqualTo(shared.capacity());
        Random random = Seeds.random(9);
        long[] ids = {11, 12, 13, 14, 15, 16, 17, 18, 19};
        for (int i = 0; i < 10_000; i++) {
            int count = random.nextInt(ids.length);
            switch (random.nextInt(6)) {
                case 0 -> assertThat(inTurns.push(i)).isEqualTo(shared.push(i));
                case 1 -> assertThat(inTurns.pushAll(ids, 1, count)).isEqualTo(shared.pushAll(ids, 1, count));
                case 2 -> {
                    long position = shared.oldest();
                    long same = inTurns.oldest();
                    assertThat(inTurns.peekAt(same, -1)).isEqualTo(shared.peekAt(position, -1));
                    if (!shared.isEmpty()) {
                        assertThat(inTurns.takeAt(same)).isEqualTo(shared.takeAt(position));
                        assertThat(inTurns.takeAt(same)).isFalse();
                    }
                }
                case 3 -> {
                    if (random.nextInt(50) == 0) {
                        shared.reset();
                        inTurns.reset();
                    }
                }
                default -> {
                    long[] one = new long[8];
                    long[] other = new long[8];
                    assertThat(inTurns.pop(other, count)).isEqualTo(shared.pop(one, count));
                    assertThat(other).isEqualTo(one);
                }
            }
            assertThat(inTurns.size()).isEqualTo(shared.size());
            assertThat(inTurns.isEmpty()).isEqualTo(shared.isEmpty());
            assertThat(inTurns.peek(-1)).isEqualTo(shared.peek(-1));
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
    void aBatchThatDoesNotFitIsRefusedAtOnceAndWhole() {
        ReadyQueue queue = new ReadyQueue(8);
        long[] ids = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        assertThat(queue.pushAll(ids, 0, 9)).as("larger than the queue").isFalse();
        assertThat(queue.pushAll(ids, 0, 5)).isTrue();
        assertThat(queue.pushAll(ids, 5, 4)).isFalse();
        assertThat(queue.size()).isEqualTo(5);
        assertThat(queue.pushAll(ids, 5, 3)).isTrue();
        assertThat(queue.pushAll(ids, 8, 1)).isFalse();
        long[] into = new long[8];
        assertThat(queue.pop(into, 8)).isEqualTo(8);
        assertThat(into).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(queue.pushAll(ids, 1, 8)).isTrue();
    }

    @Test
    void aPeekedTaskIsTakenByOneOnly() {
        ReadyQueue queue = new ReadyQueue(4);
        assertThat(queue.peekAt(queue.oldest(), -1)).isEqualTo(-1);
        queue.push(7);
        queue.push(8);
        long position = queue.oldest();
        assertThat(queue.peekAt(position, -1)).isEqualTo(7);
        assertThat(queue.takeAt(position)).isTrue();
        assertThat(queue.takeAt(position)).isFalse();
        assertThat(queue.peekAt(queue.oldest(), -1)).isEqualTo(8);
        long[] into = new long[4];
        assertThat(queue.pop(into, 4)).isEqualTo(1);
        for (int i = 0; i < 4; i++) {
            assertThat(queue.push(i)).isTrue();
        }
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
            threads.add(new Thread(() -> {
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
