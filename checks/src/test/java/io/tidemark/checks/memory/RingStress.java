package io.tidemark.checks.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tidemark.abi.layout.I64;
import io.tidemark.memory.ring.Ring;
import io.tidemark.memory.ring.RingReader;
import io.tidemark.memory.ring.RingWriter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** What one writer and one reader of a ring may see of each other. */
public final class RingStress {
    private static final I64 FIRST = new I64(0);
    private static final I64 LAST = new I64(24);

    private RingStress() {}

    private static boolean write(RingWriter writer, long number) {
        long at = writer.claim();
        if (at == RingWriter.FULL) {
            return false;
        }
        FIRST.set(StressMemory.MEMORY, at, number);
        LAST.set(StressMemory.MEMORY, at, number);
        writer.publish();
        return true;
    }

    /** The number in a slot, or -1 if its two ends do not belong together. */
    private static long read(long at) {
        long number = FIRST.get(StressMemory.MEMORY, at);
        return LAST.get(StressMemory.MEMORY, at) == number ? number : -1;
    }

    /** A published slot is whole. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not published yet")
    @Outcome(id = "7, 7", expect = ACCEPTABLE, desc = "published and whole")
    @Outcome(expect = FORBIDDEN, desc = "published before it was written")
    @State
    public static class Publish {
        private final Ring ring = new Ring(StressMemory.CELLS, StressMemory.plot(), 2, 32);
        private final RingWriter writer = new RingWriter(ring);
        private final RingReader reader = new RingReader(ring);

        @Actor
        public void writer() {
            write(writer, 7);
        }

        @Actor
        public void reader(JJ_Result result) {
            RingReader.SlotVisitor visitor =
                    at -> {
                        result.r1 = FIRST.get(StressMemory.MEMORY, at);
                        result.r2 = LAST.get(StressMemory.MEMORY, at);
                    };
            int seen = 0;
            for (int i = 0; i < StressMemory.LOOKS && seen == 0; i++) {
                seen = reader.drain(visitor, 1);
            }
        }
    }

    /** A ring of one slot: it is written again only after it was read. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the reader came too early")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the second write came too late")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the first write was almost too late")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "both read")
    @Outcome(expect = FORBIDDEN, desc = "a slot was overwritten, torn, lost or repeated")
    @State
    public static class Reuse {
        private final Ring ring = new Ring(StressMemory.CELLS, StressMemory.plot(), 1, 32);
        private final RingWriter writer = new RingWriter(ring);
        private final RingReader reader = new RingReader(ring);

        @Actor
        public void writer() {
            write(writer, 1);
            for (int i = 0; i < StressMemory.LOOKS && !write(writer, 2); i++) {
                Thread.onSpinWait();
            }
        }

        @Actor
        public void reader(JJ_Result result) {
            for (int i = 0; i < StressMemory.LOOKS && result.r1 == 0; i++) {
                reader.drain(at -> result.r1 = read(at), 1);
            }
            for (int i = 0; i < StressMemory.LOOKS && result.r2 == 0; i++) {
                reader.drain(at -> result.r2 = read(at), 1);
            }
        }
    }
}
