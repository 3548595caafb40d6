package io.tidemark.memory.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.layout.I64;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;
import io.tidemark.memory.SegmentCells;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.testkit.Seeds;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingTest {
    private static final I64 FIRST = new I64(0);
    private static final I64 LAST = new I64(24);
    private static final int SLOT_BYTES = 32;

    @RegisterExtension final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir Path directory;
    private OwnedArena arena;
    private MemorySegment memory;

    @BeforeEach
    void open() throws IOException {
        arena = OffHeap.shared("ring test");
        memory = arena.mapAnonymous(directory, Ring.sizeBytes(4096, SLOT_BYTES));
    }

    @AfterEach
    void close() {
        arena.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64, 4096})
    @Timeout(60)
    void writtenSlotsAreEitherDeliveredWholeAndInOrderOrCounted(int capacity)
            throws InterruptedException {
        Ring ring = ring(capacity);
        int written = 300_000;
        Thread producer =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    RingWriter writer = new RingWriter(ring);
                                    for (int i = 1; i <= written; i++) {
                                        write(writer, i);
                                    }
                                });
        RingReader reader = new RingReader(ring);
        OrderCheck check = new OrderCheck();
        while (producer.isAlive()) {
            reader.drain(check, 256);
        }
        producer.join();
        while (reader.drain(check, 256) > 0) {}
        assertThat(check.delivered + ring.dropped()).isEqualTo(written);
        assertThat(check.delivered).isPositive();
        assertThat(check.wrong).isZero();
        assertThat(reader.damagedTails()).isZero();
    }

    @Test
    void aRingBehavesLikeAQueueWithBoundedRoom() {
        Seeds.each(
                30,
                seed -> {
                    memory.fill((byte) 0);
                    Random random = Seeds.random(seed);
                    Ring ring = ring(1 << random.nextInt(6));
                    RingWriter writer = new RingWriter(ring);
                    RingReader reader = new RingReader(ring);
                    OrderCheck check = new OrderCheck();
                    long accepted = 0;
                    long refused = 0;
                    for (int step = 0; step < 2_000; step++) {
                        if (random.nextBoolean()) {
                            boolean full = accepted - check.delivered == ring.capacity();
                            assertThat(write(writer, accepted + refused + 1)).isEqualTo(!full);
                            accepted += full ? 0 : 1;
                            refused += full ? 1 : 0;
                        } else {
                            int limit = random.nextInt(5);
                            long waiting = accepted - check.delivered;
                            assertThat((long) reader.drain(check, limit))
                                    .isLessThanOrEqualTo(Math.min(limit, waiting));
                        }
                        if (random.nextInt(100) == 0) { // both ends can be taken over at any time
                            writer = new RingWriter(ring);
                            reader = new RingReader(ring);
                        }
                    }
                    while (reader.drain(check, 7) > 0) {}
                    assertThat(check.delivered).isEqualTo(accepted);
                    assertThat(ring.dropped()).isEqualTo(refused);
                    assertThat(check.wrong).isZero();
                });
    }

    @Test
    void aTailThatMakesNoSenseIsCountedAndNothingIsRead() {
        Ring ring = ring(4);
        RingReader reader = new RingReader(ring);
        ring.cells().setRelease(ring.tailAt(), 5);
        assertThat(reader.drain(at -> {}, 10)).isZero();
        ring.cells().setRelease(ring.tailAt(), -1);
        assertThat(reader.drain(at -> {}, 10)).isZero();
        assertThat(reader.damagedTails()).isEqualTo(2);
    }

    @Test
    void shapesThatCannotWorkAreRefused() {
        assertThatThrownBy(() -> ring(3)).hasMessageContaining("capacity=3");
        assertThatThrownBy(() -> new Ring(new SegmentCells(memory), 0, 4, 12))
                .hasMessageContaining("slotBytes=12");
        assertThatThrownBy(() -> new Ring(new SegmentCells(memory), 8, 4, 32))
                .hasMessageContaining("at=8");
    }

    private Ring ring(int capacity) {
        return new Ring(new SegmentCells(memory), 0, capacity, SLOT_BYTES);
    }

    private boolean write(RingWriter writer, long number) {
        long at = writer.claim();
        if (at == RingWriter.FULL) {
            return false;
        }
        FIRST.set(memory, at, number);
        LAST.set(memory, at, ~number);
        writer.publish();
        return true;
    }

    /** Numbers must rise, and both ends of a slot must belong together. */
    private final class OrderCheck implements RingReader.SlotVisitor {
        private long delivered;
        private long wrong;
        private long last;

        @Override
        public void visit(long at) {
            long number = FIRST.get(memory, at);
            if (number <= last || LAST.get(memory, at) != ~number) {
                wrong++;
            }
            last = number;
            delivered++;
        }
    }
}
