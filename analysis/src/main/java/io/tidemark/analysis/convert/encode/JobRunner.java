package io.tidemark.analysis.convert.encode;

import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleConsumer;

/**
 * Runs the jobs of a trace on a few threads and writes what they encode in job order. The caller's
 * thread is one of them. When a job fails the others stop and the first failure is thrown.
 */
public final class JobRunner {
    private static final int WORKERS = Math.min(4, Runtime.getRuntime().availableProcessors());

    /** Makes the sink of a job. */
    public interface SinkFactory {
        TraceSink sinkOf(int job, ChunkTarget target);
    }

    private final List<TraceJob> jobs;
    private final SinkFactory sinks;
    private final DoubleConsumer progress;
    private final OrderedOutput output;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    public JobRunner(List<TraceJob> jobs, SinkFactory sinks, OutputStream stream, DoubleConsumer progress) {
        this.jobs = jobs;
        this.sinks = sinks;
        this.progress = progress;
        this.output = new OrderedOutput(stream, jobs.size());
    }

    /** Returns the number of bytes written. */
    public long run() {
        Thread[] helpers = new Thread[WORKERS - 1];
        for (int helper = 0; helper < helpers.length; helper++) {
            helpers[helper] = Thread.ofPlatform().name("trace-" + helper).start(this::work);
        }
        work();
        for (Thread helper : helpers) {
            join(helper);
        }
        switch (failure.get()) {
            case null -> {}
            case RuntimeException known -> throw known;
            case Error fatal -> throw fatal;
            case Throwable other -> throw new IllegalStateException(other);
        }
        return output.written();
    }

    private static void join(Thread helper) {
        boolean interrupted = false;
        while (true) {
            try {
                helper.join();
                break;
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        for (int job = next.getAndIncrement();
                job < jobs.size() && failure.get() == null;
                job = next.getAndIncrement()) {
            try {
                TraceSink sink = sinks.sinkOf(job, output.targetOf(job));
                jobs.get(job).draw(sink);
                sink.finish();
                output.end(job);
                progress.accept((job + 1.0) / jobs.size());
            } catch (RuntimeException | Error problem) {
                failure.compareAndSet(null, problem);
                output.fail();
            }
        }
    }
}
