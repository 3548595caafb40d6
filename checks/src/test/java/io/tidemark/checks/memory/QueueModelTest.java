package io.tidemark.checks.memory;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.memory.queue.FreeQueueReader;
import io.tidemark.memory.queue.FreeQueueWriter;
import io.tidemark.memory.queue.ReadyQueueReader;
import io.tidemark.memory.queue.ReadyQueueWriter;
import io.tidemark.memory.ring.Ring;
import io.tidemark.memory.ring.RingReader;
import io.tidemark.memory.ring.RingWriter;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * Walks through the interleavings of one producer and one consumer and asks whether each could also
 * have happened one call after the other. Over arrays: the checker cannot see into segments, that
 * part is for jcstress.
 */
class QueueModelTest {
    @Test
    void ringIsAQueueUnderEveryInterleaving() {
        assertThatCode(() -> options().check(RingModel.class)).doesNotThrowAnyException();
    }

    @Test
    void readyQueueIsAQueueUnderEveryInterleaving() {
        assertThatCode(() -> options().check(ReadyModel.class)).doesNotThrowAnyException();
    }

    @Test
    void freeQueueIsAQueueUnderEveryInterleaving() {
        assertThatCode(() -> options().check(FreeModel.class)).doesNotThrowAnyException();
    }

    @Test
    void aRingThatPublishesBeforeItWritesIsCaught() {
        assertThatThrownBy(() -> options().check(HastyRingModel.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .iterations(10)
                .invocationsPerIteration(250)
                .threads(2)
                .actorsBefore(1)
                .actorsPerThread(4)
                .actorsAfter(2);
    }

    /** A ring of two slots. */
    public static class RingModel {
        final ArrayCells cells = new ArrayCells(1024);
        final Ring ring = new Ring(cells, 0, 2, 16);
        final RingWriter writer = new RingWriter(ring);
        final RingReader reader = new RingReader(ring);

        @Operation(nonParallelGroup = "producer")
        public boolean offer(@Param(gen = IntGen.class, conf = "1:9") int value) {
            long at = writer.claim();
            if (at == RingWriter.FULL) {
                return false;
            }
            cells.set(at, value);
            cells.set(at + 8, ~(long) value);
            writer.publish();
            return true;
        }

        @Operation(nonParallelGroup = "consumer")
        public String poll() {
            StringBuilder seen = new StringBuilder();
            reader.drain(at -> seen.append(cells.get(at)).append('/').append(cells.get(at + 8)), 1);
            return seen.toString();
        }
    }

    /** The mistake this whole test exists for. */
    public static class HastyRingModel extends RingModel {
        @Override
        @Operation(nonParallelGroup = "producer")
        public boolean offer(@Param(gen = IntGen.class, conf = "1:9") int value) {
            long at = writer.claim();
            if (at == RingWriter.FULL) {
                return false;
            }
            writer.publish();
            cells.set(at, value);
            cells.set(at + 8, ~(long) value);
            return true;
        }
    }

    /** A ready queue of two slots. */
    public static class ReadyModel {
        private final ArrayCells cells = new ArrayCells(1024);
        private final ReadyQueueWriter device = new ReadyQueueWriter(cells, 0, 2);
        private final ReadyQueueReader host = new ReadyQueueReader(cells, 0, 2);

        @Operation(nonParallelGroup = "producer")
        public boolean offer(@Param(gen = IntGen.class, conf = "1:9") int value) {
            return device.offer(value, ~value, value + 1L, value + 2, value + 3);
        }

        @Operation(nonParallelGroup = "consumer")
        public String poll() {
            return host.poll()
                    ? host.lane()
                            + "/"
                            + host.kind()
                            + "/"
                            + host.bufferAt()
                            + "/"
                            + host.sequence()
                            + "/"
                            + host.records()
                    : "";
        }
    }

    /** A free queue of two slots whose indices are about to wrap. */
    public static class FreeModel {
        private final ArrayCells cells = new ArrayCells(1024);
        private final FreeQueueWriter host;
        private final FreeQueueReader device;

        public FreeModel() {
            cells.setInt(0, -2);
            cells.setInt(64, -2);
            host = new FreeQueueWriter(cells, 0, 2);
            device = new FreeQueueReader(cells, 0, 2);
        }

        @Operation(nonParallelGroup = "producer")
        public boolean offer(@Param(gen = IntGen.class, conf = "1:9") int value) {
            return host.offer(value + 100L);
        }

        @Operation(nonParallelGroup = "consumer")
        public long take() {
            return device.take();
        }
    }
}
