package io.tidemark.checks.bench;

import java.util.concurrent.ForkJoinPool;

/**
 * The graph of a large run made of the JDK's futures, once, for whoever looks at the memory of its
 * process: {@code FuturesRun SHAPE TASKS}. As many tasks are in flight at most as a run's window
 * has.
 */
public final class FuturesRun {
    private FuturesRun() {}

    public static void main(String[] arguments) throws Exception {
        try (ForkJoinPool pool = new ForkJoinPool(Runtime.getRuntime().availableProcessors())) {
            new PeerGraph(pool).nanosPerTask(arguments[0], Integer.parseInt(arguments[1]));
        }
    }
}
