package io.tidemark.runtime.hostgraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class GraphImageTest {
    private static final int SMALL = 5;

    /** Every graph of five tasks, every order in which its ready tasks may complete. */
    @Test
    void everySmallGraphRunsEachTaskOnceAndAfterItsProducersInAnyOrder() {
        int pairs = SMALL * (SMALL - 1) / 2;
        int runs = 0;
        for (int edges = 0; edges < 1 << pairs; edges++) {
            for (int done = 0; done < 1 << SMALL; done++) {
                runs += everyOrder(edges, done, new ArrayList<>());
            }
        }
        assertThat(runs).as("orders tried").isGreaterThan(4_000);
    }

    private static int everyOrder(int edges, int done, List<Integer> choices) {
        Run run = new Run(build(edges, done));
        run.settleAll();
        for (int choice : choices) {
            run.completeReady(choice);
        }
        if (run.ready.isEmpty()) {
            assertThat(run.image.watermarkAcquire()).as("edges %x", edges).isEqualTo(SMALL);
            return 1;
        }
        int orders = 0;
        for (int choice = 0; choice < run.ready.size(); choice++) {
            List<Integer> longer = new ArrayList<>(choices);
            longer.add(choice);
            orders += everyOrder(edges, done, longer);
        }
        return orders;
    }

    private static GraphImage build(int edges, int done) {
        FaninBuilder builder = new FaninBuilder();
        int bit = 0;
        for (int task = 0; task < SMALL; task++) {
            builder.begin();
            for (int producer = 0; producer < task; producer++, bit++) {
                // a task that never runs waits for nothing
                if ((edges >> bit & 1) != 0 && (done >> task & 1) == 0) {
                    assertThat(builder.add(producer)).isTrue();
                }
            }
            if ((done >> task & 1) != 0) {
                builder.complete();
            }
        }
        return builder.seal();
    }

    @Test
    void largeRandomGraphsRunWholeAndTheWatermarkIsTheCompletePrefix() {
        Seeds.each(50, seed -> {
            Random random = Seeds.random(seed);
            Run run = new Run(randomGraph(random, 600));
            run.settleAll();
            while (!run.ready.isEmpty()) {
                run.completeReady(random.nextInt(run.ready.size()));
                run.checkWatermark();
            }
            assertThat(run.image.watermarkAcquire()).isEqualTo(run.image.tasks());
            assertThat(run.image.oldestIncomplete()).isEqualTo(-1);
        });
    }

    /** Several threads hand tasks in while another completes those that became ready. */
    @Test
    void noWaiterIsLostOrWokenTwiceHoweverHandingInAndCompletingMeet() {
        Seeds.each(20, seed -> {
            GraphImage image = randomGraph(Seeds.random(seed), 4_000);
            int threads = 3;
            AtomicIntegerArray becameReady = new AtomicIntegerArray(image.tasks());
            AtomicReference<Throwable> wrong = new AtomicReference<>();
            List<Thread> settlers = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int first = t;
                Thread settler = new Thread(() -> {
                    for (int i = first; i < image.tasks(); i += threads) {
                        if (image.settle(i)) {
                            becameReady.incrementAndGet(i);
                        }
                    }
                });
                settler.setUncaughtExceptionHandler((_, cause) -> wrong.set(cause));
                settlers.add(settler);
                settler.start();
            }
            completeAsTheyBecomeReady(image, becameReady, wrong);
            for (Thread settler : settlers) {
                join(settler);
            }
            assertThat(wrong.get()).isNull();
            for (int task = 0; task < image.tasks(); task++) {
                assertThat(becameReady.get(task)).as("task %d", task).isEqualTo(1);
            }
        });
    }

    private static void completeAsTheyBecomeReady(
            GraphImage image, AtomicIntegerArray becameReady, AtomicReference<Throwable> wrong) {
        boolean[] done = new boolean[image.tasks()];
        int left = image.tasks();
        while (left > 0 && wrong.get() == null) {
            for (int task = 0; task < image.tasks(); task++) {
                if (done[task] || becameReady.get(task) == 0) {
                    continue;
                }
                done[task] = true;
                left--;
                int waiter = image.complete(task);
                while (waiter != GraphImage.FREE) {
                    int next = image.nextWaiter(waiter);
                    if (image.settle(waiter)) {
                        becameReady.incrementAndGet(waiter);
                    }
                    waiter = next;
                }
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aProducerNamedTwiceCountsOnceAndTheOneAboveTheMostIsRefused() {
        FaninBuilder builder = new FaninBuilder();
        for (int task = 0; task < FaninBuilder.MOST_PRODUCERS + 1; task++) {
            builder.begin();
        }
        builder.begin();
        for (int round = 0; round < 2; round++) {
            for (int producer = 0; producer < FaninBuilder.MOST_PRODUCERS; producer++) {
                assertThat(builder.add(producer)).isTrue();
            }
        }
        assertThat(builder.edges()).isEqualTo(FaninBuilder.MOST_PRODUCERS);
        assertThat(builder.add(FaninBuilder.MOST_PRODUCERS)).isFalse();
        builder.begin();
        assertThat(builder.add(0)).as("the next task names it anew").isTrue();
        GraphImage image = builder.seal();
        assertThat(image.faninCount(FaninBuilder.MOST_PRODUCERS + 1)).isEqualTo(FaninBuilder.MOST_PRODUCERS);
        assertThat(image.producer(FaninBuilder.MOST_PRODUCERS + 2, 0)).isZero();
    }

    private static GraphImage randomGraph(Random random, int tasks) {
        FaninBuilder builder = new FaninBuilder();
        for (int task = 0; task < tasks; task++) {
            builder.begin();
            int fanin = task == 0 ? 0 : random.nextInt(random.nextInt(12) == 0 ? 60 : 5);
            for (int i = 0; i < fanin; i++) {
                int back = 1 + random.nextInt(random.nextBoolean() ? Math.min(task, 8) : task);
                builder.add(task - back);
            }
        }
        return builder.seal();
    }

    /** One thread plays everybody: it keeps what is ready and checks the laws at every step. */
    private static final class Run {
        final GraphImage image;
        final List<Integer> ready = new ArrayList<>();
        private final int[] becameReady;

        Run(GraphImage image) {
            this.image = image;
            this.becameReady = new int[image.tasks()];
        }

        void settleAll() {
            for (int task = 0; task < image.tasks(); task++) {
                if (!image.isCompleteAcquire(task)) {
                    settle(task);
                }
            }
        }

        void completeReady(int choice) {
            int waiter = image.complete(ready.remove(choice));
            while (waiter != GraphImage.FREE) {
                int next = image.nextWaiter(waiter);
                settle(waiter);
                waiter = next;
            }
        }

        void checkWatermark() {
            int prefix = 0;
            while (prefix < image.tasks() && image.isCompleteAcquire(prefix)) {
                prefix++;
            }
            assertThat(image.watermarkAcquire()).isEqualTo(prefix);
        }

        private void settle(int task) {
            boolean mayRun = image.settle(task);
            int[] unmet = new int[image.faninCount(task)];
            int count = 0;
            for (int i = 0; i < unmet.length; i++) {
                if (!image.isCompleteAcquire(image.producer(task, i))) {
                    unmet[count++] = image.producer(task, i);
                }
            }
            assertThat(mayRun)
                    .as("task %d waits for %s", task, Arrays.toString(Arrays.copyOf(unmet, count)))
                    .isEqualTo(count == 0);
            if (mayRun) {
                assertThat(++becameReady[task]).isEqualTo(1);
                ready.add(task);
            }
        }
    }
}
