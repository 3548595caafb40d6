package io.tidemark.checks.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tidemark.runtime.hostgraph.FaninBuilder;
import io.tidemark.runtime.hostgraph.GraphImage;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Tasks are handed in while their producers complete: each becomes ready once, by one side. */
public final class WakeListStress {
    private WakeListStress() {}

    /** Tasks 2 and 3 both wait for 0 and 1. */
    private static GraphImage image() {
        FaninBuilder builder = new FaninBuilder();
        for (int task = 0; task < 4; task++) {
            builder.begin();
            if (task > 1) {
                builder.add(0);
                builder.add(1);
            }
        }
        return builder.seal();
    }

    /** Completes a task; how often 2 (ones) and 3 (tens) became ready by it. */
    private static int complete(GraphImage image, int task) {
        int woken = 0;
        int waiter = image.complete(task);
        while (waiter != GraphImage.FREE) {
            int next = image.nextWaiter(waiter);
            if (image.settle(waiter)) {
                woken += waiter == 2 ? 1 : 10;
            }
            waiter = next;
        }
        return woken;
    }

    /** One thread hands both in while another completes the producers, the later one first. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "each became ready once")
    @Outcome(expect = FORBIDDEN, desc = "a waiter lost, or woken twice")
    @State
    public static class HandInAgainstCompletion {
        private final GraphImage image = image();
        private int secondReady;
        private int thirdReady;
        private int woken;

        @Actor
        public void handIn() {
            secondReady = image.settle(2) ? 1 : 0;
            thirdReady = image.settle(3) ? 1 : 0;
        }

        @Actor
        public void complete() {
            woken = WakeListStress.complete(image, 1) + WakeListStress.complete(image, 0);
        }

        @Arbiter
        public void count(II_Result result) {
            result.r1 = secondReady + woken % 10;
            result.r2 = thirdReady + woken / 10;
        }
    }

    /** Two threads hang tasks on the same list. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both were on the list")
    @Outcome(expect = FORBIDDEN, desc = "one pushed the other off the list")
    @State
    public static class HandInAgainstHandIn {
        private final GraphImage image = image();
        private int secondReady;
        private int thirdReady;

        @Actor
        public void handInSecond() {
            secondReady = image.settle(2) ? 1 : 0;
        }

        @Actor
        public void handInThird() {
            thirdReady = image.settle(3) ? 1 : 0;
        }

        @Arbiter
        public void completeAll(II_Result result) {
            int woken = WakeListStress.complete(image, 0) + WakeListStress.complete(image, 1);
            result.r1 = secondReady + woken % 10;
            result.r2 = thirdReady + woken / 10;
        }
    }
}
