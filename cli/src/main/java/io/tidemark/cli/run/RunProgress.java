package io.tidemark.cli.run;

import io.tidemark.cli.text.Ticker;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.recording.plan.RunWatcher;
import io.tidemark.runtime.RunMonitor;
import io.tidemark.runtime.Worker;
import java.io.PrintWriter;
import java.util.Optional;

/** How far a run is, on a terminal: completed tasks of those that are known, and their rate. */
final class RunProgress implements RunWatcher, AutoCloseable {
    private final long expectedTasks;
    private final Ticker ticker;
    private volatile Worker worker;
    private volatile long beginNanos = System.nanoTime();

    /**
     * @param terminal null when there is none
     * @param expectedTasks tasks of the graph, -1 when it is not known before it is built
     */
    RunProgress(PrintWriter terminal, long expectedTasks) {
        this.expectedTasks = expectedTasks;
        this.ticker = new Ticker(terminal, this::text);
    }

    private String text() {
        double seconds = (System.nanoTime() - beginNanos) / 1e9;
        Optional<RunMonitor> monitor = worker == null ? Optional.empty() : worker.monitor();
        return monitor.map(run -> Ticker.tasks(run.completed(), Math.max(expectedTasks, run.submitted()), seconds))
                .orElseGet(() -> "working, %.0f s".formatted(seconds)); // it is verified, or elsewhere
    }

    @Override
    public void watch(Worker newWorker) {
        worker = newWorker;
    }

    @Override
    public void beginRound() {
        beginNanos = System.nanoTime();
    }

    @Override
    public void watch(DeviceRegion region) {
        // the worker says what is done
    }

    @Override
    public void forgetRegion() {
        // the worker outlives the run
    }

    @Override
    public void close() {
        ticker.close();
    }
}
