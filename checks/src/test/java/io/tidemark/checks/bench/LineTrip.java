package io.tidemark.checks.bench;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long a cache line takes to another CPU and back. On a virtual machine this changes from
 * minute to minute, with where its host runs the CPUs, and so does the time of runs whose threads
 * share lines: figures are compared by it. Prints one measurement a second.
 */
public final class LineTrip {
    /** Where the figures of a part of the bench stand. */
    static final String PREFIX = "line trip/";

    private static final int TRIPS = 50_000;
    private static final int WARM_UPS = 5;

    private LineTrip() {}

    /** {@code LineTrip [times]}, ten if it is not said. */
    public static void main(String[] arguments) throws InterruptedException {
        int times = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        warmUp();
        for (int i = 0; i < times; i++) {
            System.out.printf(Locale.ROOT, "%.0f ns%n", nanos());
            Thread.sleep(1_000);
        }
    }

    /** Until the loops are compiled. */
    static void warmUp() throws InterruptedException {
        for (int i = 0; i < WARM_UPS; i++) {
            nanos();
        }
    }

    /** One measurement; 0 where there is no other CPU. */
    static double nanos() throws InterruptedException {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            return 0;
        }
        AtomicLong line = new AtomicLong();
        Thread other = Thread.ofPlatform().start(() -> answer(line));
        while (line.get() == 0) {
            Thread.onSpinWait(); // until the other one is there
        }
        long begin = System.nanoTime();
        for (long trip = 1; trip <= TRIPS; trip++) {
            line.setRelease(2 * trip);
            while (line.getAcquire() != 2 * trip + 1) {
                Thread.onSpinWait();
            }
        }
        long end = System.nanoTime();
        other.join();
        return (end - begin) / (double) TRIPS;
    }

    private static void answer(AtomicLong line) {
        line.set(1);
        for (long trip = 1; trip <= TRIPS; trip++) {
            while (line.getAcquire() != 2 * trip) {
                Thread.onSpinWait();
            }
            line.setRelease(2 * trip + 1);
        }
    }
}
