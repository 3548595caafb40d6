package io.tidemark.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class OffHeapTest {
    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @Test
    void bytesAreCountedUnderTheirOwnerUntilTheArenaCloses() {
        try (OwnedArena first = OffHeap.confined("first");
                OwnedArena second = OffHeap.shared("second")) {
            first.allocate(100);
            first.allocate(28, 8);
            second.allocate(ValueLayout.JAVA_LONG);
            assertThat(OffHeap.bytesByOwner()).containsEntry("first", 128L);
            assertThat(OffHeap.bytesByOwner()).containsEntry("second", 8L);
            assertThat(first.heldBytes()).isEqualTo(128);
        }
        assertThat(OffHeap.bytesByOwner()).doesNotContainKeys("first", "second");
    }

    @Test
    void anonymousMemoryIsMappedZeroedAndLeavesNoFile(@TempDir Path directory) throws IOException {
        try (OwnedArena arena = OffHeap.shared("anonymous")) {
            MemorySegment memory = arena.mapAnonymous(directory, 1L << 30);
            assertThat(memory.isMapped()).isTrue();
            assertThat(memory.get(ValueLayout.JAVA_LONG, (1L << 30) - 8)).isZero();
            assertThat(directory).isEmptyDirectory();
            assertThat(OffHeap.bytesByOwner()).containsEntry("anonymous", 1L << 30);
        }
    }

    @Test
    void memoryWithoutAnOwnerIsRefused() {
        assertThatThrownBy(() -> OffHeap.confined(" ")).isInstanceOf(IllegalArgumentException.class);
    }
}
