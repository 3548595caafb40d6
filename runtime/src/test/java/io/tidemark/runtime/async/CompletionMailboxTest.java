package io.tidemark.runtime.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompletionMailboxTest {
    @Test
    void noMessageIsLostOrChangedOverManyWraps() {
        CompletionMailbox mailbox = new CompletionMailbox(8);
        Random random = Seeds.random(3);
        long next = 0;
        long expected = 0;
        for (int i = 0; i < 20_000; i++) {
            while (random.nextInt(3) > 0 && mailbox.offer(CompletionMailbox.CONDITION, next, ~next, next + 1, -next)) {
                next++;
            }
            assertThat(next - expected).isLessThanOrEqualTo(8);
            while (random.nextInt(3) > 0 && mailbox.next()) {
                assertThat(mailbox.kind()).isEqualTo(CompletionMailbox.CONDITION);
                assertThat(mailbox.taskId()).isEqualTo(expected);
                assertThat(mailbox.head()).isEqualTo(~expected);
                assertThat(mailbox.target()).isEqualTo(expected + 1);
                assertThat(mailbox.expected()).isEqualTo(-expected);
                mailbox.done();
                expected++;
            }
            assertThat(mailbox.isEmpty()).isEqualTo(next == expected);
        }
        assertThat(next).isGreaterThan(1_000);
    }

    @Test
    void aFullMailboxRefusesAndTakesAgainAfterOneIsRead() {
        CompletionMailbox mailbox = new CompletionMailbox(2);
        assertThat(mailbox.offer(1, 1, 0, 0, 0)).isTrue();
        assertThat(mailbox.offer(1, 2, 0, 0, 0)).isTrue();
        assertThat(mailbox.offer(1, 3, 0, 0, 0)).isFalse();
        assertThat(mailbox.next()).isTrue();
        assertThat(mailbox.offer(1, 3, 0, 0, 0)).as("it is still being read").isFalse();
        mailbox.done();
        assertThat(mailbox.offer(1, 3, 0, 0, 0)).isTrue();
        assertThatThrownBy(() -> new CompletionMailbox(3)).hasMessageContaining("capacity=3");
    }

    @Test
    void eachThreadsMessagesArriveInItsOrder() throws InterruptedException {
        CompletionMailbox mailbox = new CompletionMailbox(64);
        int producers = 3;
        int messages = 50_000;
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            int producer = p;
            threads.add(new Thread(() -> {
                for (long i = 0; i < messages; i++) {
                    while (!mailbox.offer(1, producer, i, ~i, producer)) {
                        Thread.yield();
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        long[] next = new long[producers];
        for (int seen = 0; seen < producers * messages; ) {
            if (!mailbox.next()) {
                Thread.yield();
                continue;
            }
            int producer = (int) mailbox.taskId();
            assertThat(mailbox.head()).isEqualTo(next[producer]++);
            assertThat(mailbox.target()).isEqualTo(~mailbox.head());
            mailbox.done();
            seen++;
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(mailbox.isEmpty()).isTrue();
    }
}
