package io.tidemark.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class TaskBlocksTest {
    private static final Kernel AIC = Kernel.aic(0, "aic", context -> {});
    private static final Kernel AIV = Kernel.aiv(1, "aiv", context -> {});

    @Test
    void claimsFollowEachOtherAndCoverEveryBlock() {
        for (int blocks = 1; blocks <= 40; blocks++) {
            for (int most = 1; most <= 41; most++) {
                TaskSlot slot = new TaskSlot(0, new int[1], 0);
                slot.begin(7, AIV, TaskShape.AIV, blocks);
                int next = 0;
                while (next < blocks) {
                    long claim = slot.claimBlocks(most);
                    assertThat(TaskBlocks.first(claim)).isEqualTo(next);
                    assertThat(TaskBlocks.end(claim)).isEqualTo(Math.min(blocks, next + most));
                    next = TaskBlocks.end(claim);
                }
                if (blocks > 1) {
                    assertThat(slot.claimBlocks(most)).isEqualTo(TaskBlocks.NOTHING);
                }
            }
        }
    }

    @Test
    void oneOfManyThreadsGetsEachBlockAndOneEndsTheTask() throws InterruptedException {
        TaskSlot slot = new TaskSlot(0, new int[1], 0);
        int blocks = 60_000;
        slot.beginMixed(7, MixedKernels.of(AIC, AIV, AIV), blocks);
        AtomicIntegerArray claims = new AtomicIntegerArray(blocks);
        AtomicInteger ends = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int most = 1 + t;
            threads.add(new Thread(() -> {
                long claim = slot.claimBlocks(most);
                while (claim != TaskBlocks.NOTHING) {
                    for (int b = TaskBlocks.first(claim); b < TaskBlocks.end(claim); b++) {
                        claims.incrementAndGet(b);
                        for (int kernel = 0; kernel < 3; kernel++) {
                            ends.addAndGet(slot.endSubtask() ? 1 : 0);
                        }
                    }
                    claim = slot.claimBlocks(most);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        for (int block = 0; block < blocks; block++) {
            assertThat(claims.get(block)).isEqualTo(1);
        }
        assertThat(ends).hasValue(1);
        assertThat(slot.endedSubtasks()).isEqualTo(3 * blocks);
    }

    @Test
    void aSlotKeepsNothingOfTheTaskBefore() {
        TaskSlot slot = new TaskSlot(0, new int[1], 0);
        slot.beginMixed(7, MixedKernels.of(AIC, null, AIV), 3);
        slot.claimBlocks(2);
        slot.endSubtask();
        assertThat(slot.kernelAt(2)).isSameAs(AIV);
        assertThat(slot.functionCount()).isEqualTo(2);
        assertThat(slot.functionId(1)).isEqualTo(1);
        slot.begin(8, AIC, TaskShape.AIC, 2);
        assertThat(slot.isUntouched()).isTrue();
        assertThat(slot.endedSubtasks()).isZero();
        assertThat(slot.kernelAt(0)).isSameAs(AIC);
        assertThat(slot.coreMask()).isEqualTo(0b001);
        assertThat(slot.endSubtask()).isFalse();
        assertThat(slot.endSubtask()).isTrue();
    }
}
