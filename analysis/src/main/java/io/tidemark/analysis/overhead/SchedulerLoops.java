package io.tidemark.analysis.overhead;

import java.util.List;

/**
 * How scheduler threads spent their time, in microseconds.
 *
 * @param threads one line per thread that left records
 * @param phases time by kind of work; with idle they add up to the total
 * @param idle time between records
 * @param finishes tasks the complete phases say they saw
 * @param fanOutEdges consumers notified by completed tasks
 * @param fanInEdges producers of completed tasks
 */
public record SchedulerLoops(
        List<ThreadLoops> threads,
        List<PhaseTime> phases,
        double idle,
        long finishes,
        long popHits,
        long popMisses,
        long fanOutEdges,
        int largestFanOut,
        long fanInEdges,
        int largestFanIn) {
    /** One scheduler thread. */
    public record ThreadLoops(int thread, long loops, long completed, double total) {
        public double nanosPerLoop() {
            return loops == 0 ? 0 : total * 1000 / loops;
        }
    }

    /** One kind of work. */
    public record PhaseTime(String word, double total) {}

    public SchedulerLoops {
        threads = List.copyOf(threads);
        phases = List.copyOf(phases);
    }

    public double total() {
        double sum = 0;
        for (ThreadLoops thread : threads) {
            sum += thread.total();
        }
        return sum;
    }

    public long loops() {
        return threads.stream().mapToLong(ThreadLoops::loops).sum();
    }

    public long completed() {
        return threads.stream().mapToLong(ThreadLoops::completed).sum();
    }

    /** Mean length of a loop in nanoseconds, 0 without loops. */
    public double nanosPerLoop() {
        return loops() == 0 ? 0 : total() * 1000 / loops();
    }

    public double percent(double micros) {
        return total() <= 0 ? 0 : micros / total() * 100;
    }

    public double perCompleted(double micros) {
        return completed() == 0 ? 0 : micros / completed();
    }

    /** Share of ready-queue pops that found work, in percent; 0 without pops. */
    public double popPercent() {
        long pops = popHits + popMisses;
        return pops == 0 ? 0 : 100.0 * popHits / pops;
    }

    /** The kind of work that took most, the first of equals. */
    public PhaseTime dominant() {
        PhaseTime most = phases.getFirst();
        for (PhaseTime phase : phases) {
            most = phase.total() > most.total() ? phase : most;
        }
        return most;
    }
}
