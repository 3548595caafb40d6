package io.tidemark.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the host still knows of the device's memory without asking the device. */
class HostCopiesTest {
    private final HostCopies copies = new HostCopies();
    private final byte[] read = new byte[2];

    @BeforeEach
    void add() {
        copies.add(1000, bytes(1, 2, 3, 4));
        copies.add(2000, bytes(5, 6));
    }

    @Test
    void bytesInsideOneTensorAreKnownAndOthersAreNot() {
        assertThat(reads(1000)).isTrue();
        assertThat(read).containsExactly(1, 2);
        assertThat(reads(1002)).isTrue();
        assertThat(read).containsExactly(3, 4);
        assertThat(reads(2000)).isTrue();
        assertThat(read).containsExactly(5, 6);
        for (long address : new long[] {999, 1003, 1004, 1999, 2001, 0, -1, Long.MAX_VALUE}) {
            assertThat(reads(address)).as("address %d", address).isFalse();
        }
    }

    @Test
    void aTensorThatAKernelMayWriteIsReadFromTheDeviceFromThenOn() {
        copies.mayChange(1002); // anywhere in it
        assertThat(reads(1000)).isFalse();
        assertThat(reads(2000)).isTrue();
        copies.mayChange(1004); // behind it
        assertThat(reads(2000)).isTrue();
    }

    @Test
    void theNextRunKnowsItsOwnTensorsOnly() {
        copies.clear();
        assertThat(reads(1000)).isFalse();
        copies.add(1000, bytes(7, 8));
        assertThat(reads(1000)).isTrue();
        assertThat(read).containsExactly(7, 8);
        assertThat(reads(2000)).isFalse();
    }

    private boolean reads(long address) {
        return copies.tryRead(address, MemorySegment.ofArray(read));
    }

    private static MemorySegment bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return MemorySegment.ofArray(bytes);
    }
}
