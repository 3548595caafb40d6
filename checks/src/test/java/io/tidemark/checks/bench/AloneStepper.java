package io.tidemark.checks.bench;

import com.sun.management.ThreadMXBean;
import io.tidemark.chip.DriveOutcome;
import io.tidemark.chip.Pacer;
import io.tidemark.chip.Supervisor;
import io.tidemark.chip.simulated.ActorStepper;
import io.tidemark.chip.simulated.Lane;
import io.tidemark.runtime.RingSizes;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Runs the orchestration to its end, then all lanes, on the calling thread, one after the other:
 * what each half costs can be told apart, and nobody else's load is in the figures but for what it
 * does to the caches. For runs whose rings hold the whole graph. Serves one run.
 */
final class AloneStepper implements ActorStepper {
    /** Processor time and heap bytes of one stretch of the calling thread. */
    record Cost(long cpuNanos, long allocatedBytes) {
        static Cost now() {
            return new Cost(THREADS.getCurrentThreadCpuTime(), THREADS.getCurrentThreadAllocatedBytes());
        }

        Cost since(Cost begin) {
            return new Cost(cpuNanos - begin.cpuNanos, allocatedBytes - begin.allocatedBytes);
        }
    }

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Cost orchestration;
    private Cost lanes;

    /** Rings that hold a whole graph of so many tasks, as this stepper needs. */
    static RingSizes ringsFor(int tasks) {
        return RingSizes.defaults()
                .withTaskWindow(4L * Integer.highestOneBit(tasks))
                .withHeapBytes(1 << 20)
                .withDependencyPool(8L * tasks);
    }

    /** What the companion took; after the run. */
    Cost orchestration() {
        return orchestration;
    }

    /** What schedulers and cores took; after the run. */
    Cost lanes() {
        return lanes;
    }

    @Override
    public DriveOutcome drive(List<Lane> all, Runnable companion, Supervisor supervisor) {
        all.forEach(Lane::keepAlone);
        Cost begin = Cost.now();
        companion.run();
        Cost submitted = Cost.now();
        Lane[] rounds = all.toArray(Lane[]::new);
        boolean unfinished;
        do {
            unfinished = false;
            for (Lane lane : rounds) {
                lane.passAlone();
                unfinished |= !lane.scheduler().isFinished();
            }
        } while (unfinished);
        lanes = Cost.now().since(submitted);
        orchestration = submitted.since(begin);
        return new DriveOutcome(List.of());
    }

    private final Pacer pacer = new Pacer() {
        @Override
        public void pause(int attempt) {
            throw new IllegalStateException("the rings do not hold the whole graph");
        }

        @Override
        public void yieldPoint() {}

        @Override
        public void wakeLanes() {}

        @Override
        public void wakeCompanion() {}

        @Override
        public void disturbKernels() {}
    };

    @Override
    public Pacer pacer() {
        return pacer;
    }
}
