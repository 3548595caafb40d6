package io.tidemark.checks.memory;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.region.ReadyEntry;
import io.tidemark.abi.region.ReadyQueue;
import io.tidemark.memory.queue.FreeQueueReader;
import io.tidemark.memory.queue.FreeQueueWriter;
import io.tidemark.memory.queue.ReadyQueueReader;
import io.tidemark.memory.queue.ReadyQueueWriter;
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
    void readyQueueIsAQueueUnderEveryInterleaving() {
        assertThatCode(() -> options().check(ReadyModel.class)).doesNotThrowAnyException();
    }

    @Test
    void freeQueueIsAQueueUnderEveryInterleaving() {
        assertThatCode(() -> options().check(FreeModel.class)).doesNotThrowAnyException();
    }

    @Test
    void aQueueThatPublishesBeforeItWritesIsCaught() {
        assertThatThrownBy(() -> options().check(HastyReadyModel.class)).isInstanceOf(LincheckAssertionError.class);
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

    /** A ready queue of two slots. */
    public static class ReadyModel {
        final ArrayCells cells = new ArrayCells(1024);
        final ReadyQueueWriter device = new ReadyQueueWriter(cells, 0, 2);
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

    /** Fills an entry in after its publication: the mistake that this test exists to find. */
    public static class HastyReadyModel extends ReadyModel {
        private int offers;

        @Override
        @Operation(nonParallelGroup = "producer")
        public boolean offer(@Param(gen = IntGen.class, conf = "1:9") int value) {
            if (!device.offer(0, 0, 0, 0, 0)) {
                return false;
            }
            long at = ReadyQueue.ENTRIES + (offers++ & 1) * ReadyEntry.LAYOUT.sizeBytes();
            cells.setInt(at + ReadyEntry.LANE.offset(), value);
            cells.setInt(at + ReadyEntry.KIND.offset(), ~value);
            cells.set(at + ReadyEntry.BUFFER_AT.offset(), value + 1L);
            cells.setInt(at + ReadyEntry.SEQUENCE.offset(), value + 2);
            cells.setInt(at + ReadyEntry.RECORDS.offset(), value + 3);
            return true;
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
