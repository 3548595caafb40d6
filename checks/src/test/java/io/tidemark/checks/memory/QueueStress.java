package io.tidemark.checks.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tidemark.memory.queue.FreeQueueReader;
import io.tidemark.memory.queue.FreeQueueWriter;
import io.tidemark.memory.queue.ReadyQueueReader;
import io.tidemark.memory.queue.ReadyQueueWriter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * What the device end and the host end of the two queues may see of each other, over both
 * transports.
 */
public final class QueueStress {
    private QueueStress() {}

    /** The entry as one number, all its fields in it; 0 if none came in time. */
    private static long poll(ReadyQueueReader reader) {
        boolean found = false;
        for (int i = 0; i < StressMemory.LOOKS && !found; i++) {
            found = reader.poll();
        }
        return found
                ? reader.lane() * 10_000L
                        + reader.kind() * 1_000L
                        + reader.bufferAt() * 100
                        + reader.sequence() * 10L
                        + reader.records()
                : 0;
    }

    private static void publishTwo(ReadyQueueWriter writer) {
        writer.offer(1, 2, 3, 4, 5);
        for (int i = 0; i < StressMemory.LOOKS && !writer.offer(2, 3, 4, 5, 6); i++) {
            Thread.onSpinWait();
        }
    }

    private static long take(FreeQueueReader reader) {
        long bufferAt = FreeQueueReader.NONE;
        for (int i = 0; i < StressMemory.LOOKS && bufferAt == FreeQueueReader.NONE; i++) {
            bufferAt = reader.take();
        }
        return bufferAt;
    }

    private static void offerTwo(FreeQueueWriter writer) {
        writer.offer(64);
        for (int i = 0; i < StressMemory.LOOKS && !writer.offer(128); i++) {
            Thread.onSpinWait();
        }
    }

    /** A ready queue of one slot over shared memory. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the host looked too early")
    @Outcome(id = "12345, 0", expect = ACCEPTABLE, desc = "the second came too late")
    @Outcome(id = "0, 12345", expect = ACCEPTABLE, desc = "the first was almost too late")
    @Outcome(id = "12345, 23456", expect = ACCEPTABLE, desc = "both entries")
    @Outcome(expect = FORBIDDEN, desc = "an entry torn, lost, repeated or overwritten")
    @State
    public static class ReadyMapped {
        private final long at = StressMemory.plot();
        private final ReadyQueueWriter device = new ReadyQueueWriter(StressMemory.CELLS, at, 1);
        private final ReadyQueueReader host = new ReadyQueueReader(StressMemory.MAPPED, at, 1);

        @Actor
        public void device() {
            publishTwo(device);
        }

        @Actor
        public void host(JJ_Result result) {
            result.r1 = poll(host);
            result.r2 = poll(host);
        }
    }

    /** The same with a host that sees the region only through copies. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the host looked too early")
    @Outcome(id = "12345, 0", expect = ACCEPTABLE, desc = "the second came too late")
    @Outcome(id = "0, 12345", expect = ACCEPTABLE, desc = "the first was almost too late")
    @Outcome(id = "12345, 23456", expect = ACCEPTABLE, desc = "both entries")
    @Outcome(expect = FORBIDDEN, desc = "an entry torn, lost, repeated or overwritten")
    @State
    public static class ReadyShadow {
        private final long at = StressMemory.plot();
        private final ReadyQueueWriter device = new ReadyQueueWriter(StressMemory.CELLS, at, 1);
        private final ReadyQueueReader host = new ReadyQueueReader(StressMemory.SHADOW, at, 1);

        @Actor
        public void device() {
            publishTwo(device);
        }

        @Actor
        public void host(JJ_Result result) {
            result.r1 = poll(host);
            result.r2 = poll(host);
        }
    }

    /** A free queue of one slot over shared memory. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the device looked too early")
    @Outcome(id = "64, 0", expect = ACCEPTABLE, desc = "the second came too late")
    @Outcome(id = "0, 64", expect = ACCEPTABLE, desc = "the first was almost too late")
    @Outcome(id = "64, 128", expect = ACCEPTABLE, desc = "both buffers")
    @Outcome(expect = FORBIDDEN, desc = "a buffer lost, given twice or taken before it was offered")
    @State
    public static class FreeMapped {
        private final long at = StressMemory.plot();
        private final FreeQueueWriter host = new FreeQueueWriter(StressMemory.MAPPED, at, 1);
        private final FreeQueueReader device = new FreeQueueReader(StressMemory.CELLS, at, 1);

        @Actor
        public void host() {
            offerTwo(host);
        }

        @Actor
        public void device(JJ_Result result) {
            result.r1 = take(device);
            result.r2 = take(device);
        }
    }

    /** The same with a host that sees the region only through copies. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the device looked too early")
    @Outcome(id = "64, 0", expect = ACCEPTABLE, desc = "the second came too late")
    @Outcome(id = "0, 64", expect = ACCEPTABLE, desc = "the first was almost too late")
    @Outcome(id = "64, 128", expect = ACCEPTABLE, desc = "both buffers")
    @Outcome(expect = FORBIDDEN, desc = "a buffer lost, given twice or taken before it was offered")
    @State
    public static class FreeShadow {
        private final long at = StressMemory.plot();
        private final FreeQueueWriter host = new FreeQueueWriter(StressMemory.SHADOW, at, 1);
        private final FreeQueueReader device = new FreeQueueReader(StressMemory.CELLS, at, 1);

        @Actor
        public void host() {
            offerTwo(host);
        }

        @Actor
        public void device(JJ_Result result) {
            result.r1 = take(device);
            result.r2 = take(device);
        }
    }
}
