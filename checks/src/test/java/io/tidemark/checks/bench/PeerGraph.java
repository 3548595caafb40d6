package io.tidemark.checks.bench;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The graphs of the noop case made of the JDK's own futures: what a Java program would use instead.
 * Dependencies are given, not inferred. The same number of tasks is in flight at most. One thread.
 */
final class PeerGraph {
    private static final int WIDTH = 64;
    private static final int WINDOW = 16_384; // as the task window of a run
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final Executor pool;
    private final AtomicLong ran = new AtomicLong();

    PeerGraph(Executor pool) {
        this.pool = pool;
    }

    /** Nanoseconds a task, from the first submit to the last completion. */
    double nanosPerTask(String shape, int tasks) throws Exception {
        ran.set(0);
        long begin = System.nanoTime();
        CompletableFuture<?> last =
                switch (shape) {
                    case "independent" -> independent(tasks);
                    case "chain" -> chain(tasks);
                    case "tree" -> tree(tasks);
                    default -> layered(tasks);
                };
        last.get(5, TimeUnit.MINUTES);
        double nanos = (System.nanoTime() - begin) / (double) tasks;
        if (ran.get() != tasks) {
            throw new IllegalStateException(ran.get() + " of " + tasks + " tasks ran");
        }
        return nanos;
    }

    private CompletableFuture<?> independent(int tasks) {
        CompletableFuture<?>[] recent = new CompletableFuture<?>[WINDOW];
        for (int task = 0; task < tasks; task++) {
            int slot = task % WINDOW;
            if (recent[slot] != null) {
                recent[slot].join(); // a window, as the rings have one
            }
            recent[slot] = CompletableFuture.runAsync(ran::incrementAndGet, pool);
        }
        return all(recent);
    }

    private CompletableFuture<?> chain(int tasks) {
        CompletableFuture<?> last = DONE;
        for (int task = 0; task < tasks; task++) {
            last = last.thenRunAsync(ran::incrementAndGet, pool);
            if (task % WINDOW == WINDOW - 1) {
                last.join();
            }
        }
        return last;
    }

    private CompletableFuture<?> tree(int tasks) {
        CompletableFuture<?>[] nodes = new CompletableFuture<?>[tasks];
        for (int task = 0; task < tasks; task++) {
            CompletableFuture<?> parent = task == 0 ? DONE : nodes[(task - 1) / 2];
            nodes[task] = parent.thenRunAsync(ran::incrementAndGet, pool);
        }
        return all(nodes);
    }

    private CompletableFuture<?> layered(int tasks) {
        CompletableFuture<?>[] before = new CompletableFuture<?>[WIDTH];
        CompletableFuture<?>[] now = new CompletableFuture<?>[WIDTH];
        CompletableFuture<?>[] twoBefore = new CompletableFuture<?>[WIDTH];
        Arrays.fill(before, DONE);
        Arrays.fill(twoBefore, DONE);
        for (int task = 0; task < tasks; task++) {
            int column = task % WIDTH;
            now[column] = CompletableFuture.allOf(before[column], before[(column + 1) % WIDTH], twoBefore[column])
                    .thenRunAsync(ran::incrementAndGet, pool);
            if (column == WIDTH - 1) {
                CompletableFuture<?>[] oldest = twoBefore;
                twoBefore = before;
                before = now;
                now = oldest;
                if (task % WINDOW == WINDOW - 1) {
                    all(before).join();
                }
            }
        }
        return CompletableFuture.allOf(all(before), all(twoBefore), all(now));
    }

    private static CompletableFuture<?> all(CompletableFuture<?>[] futures) {
        CompletableFuture<?>[] there =
                Arrays.stream(futures).filter(Objects::nonNull).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(there);
    }
}
