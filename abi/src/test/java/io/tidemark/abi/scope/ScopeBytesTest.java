package io.tidemark.abi.scope;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.RecordBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Pins bytes, not code. Red here means: undo it, or raise AbiVersion and add a line to
 * docs/abi/history.md.
 */
class ScopeBytesTest {
    private static final String ZERO = "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00";

    @Test
    void aSampleIsSeventyTwoBytes() {
        RecordBytes record = RecordBytes.of(ScopeRecord.LAYOUT, (segment, at) -> {
            ScopeRecord.TICK.set(segment, at, 0x0102030405060708L);
            ScopeRecord.TASK_START.set(segment, at, 0x11);
            ScopeRecord.TASK_END.set(segment, at, 0x12);
            ScopeRecord.HEAP_START.set(segment, at, 0x2122232425262728L);
            ScopeRecord.HEAP_END.set(segment, at, -1);
            ScopeRecord.DEP_POOL_START.set(segment, at, 0x31);
            ScopeRecord.DEP_POOL_END.set(segment, at, 0x32);
            ScopeRecord.TENSOR_MAP.set(segment, at, 0xFFFF_FFFEL);
            ScopeRecord.SITE.set(segment, at, 0x41424344);
            ScopeRecord.DEPTH.set(segment, at, 63);
            ScopeRecord.RING.set(segment, at, 3);
            ScopeRecord.PHASE.set(segment, at, ScopePhase.END.code());
        });
        assertThat(record.hex()).isEqualTo("""
                        08 07 06 05 04 03 02 01 11 00 00 00 00 00 00 00
                        12 00 00 00 00 00 00 00 28 27 26 25 24 23 22 21
                        ff ff ff ff ff ff ff ff 31 00 00 00 00 00 00 00
                        32 00 00 00 00 00 00 00 fe ff ff ff 44 43 42 41
                        3f 00 03 01 00 00 00 00""");
    }

    @Test
    void aSiteIsItsNumberItsLineAndItsFile() {
        RecordBytes record = RecordBytes.of(ScopeSiteRecord.LAYOUT, (segment, at) -> {
            ScopeSiteRecord.SITE.set(segment, at, 0x01020304);
            ScopeSiteRecord.LINE.set(segment, at, 77);
            ScopeSiteRecord.FILE_BYTES.set(segment, at, 6);
            byte[] file = "A.java".getBytes(StandardCharsets.UTF_8);
            ScopeSiteRecord.FILE.setBytes(segment, at, file);
        });
        assertThat(record.hex())
                .isEqualTo("04 03 02 01 4d 00 00 00 06 00 00 00 00 00 00 00\n"
                        + "41 2e 6a 61 76 61 00 00 00 00 00 00 00 00 00 00\n"
                        + String.join("\n", java.util.Collections.nCopies(6, ZERO)));
    }

    @Test
    void capacitiesComeByRing() {
        RecordBytes record = RecordBytes.of(ScopeCapacities.LAYOUT, (segment, at) -> {
            ScopeCapacities.TASK_WINDOW.set(segment, at, 0, 64);
            ScopeCapacities.TASK_WINDOW.set(segment, at, 3, 128);
            ScopeCapacities.DEP_POOL.set(segment, at, 1, 256);
            ScopeCapacities.HEAP_BYTES.set(segment, at, 3, 0x1122334455667788L);
            ScopeCapacities.TENSOR_MAP.set(segment, at, 65_536);
            ScopeCapacities.FATAL.set(segment, at, 1);
        });
        assertThat(record.hex()).isEqualTo("""
                        40 00 00 00 00 00 00 00 00 00 00 00 80 00 00 00
                        00 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00
                        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                        00 00 00 00 00 00 00 00 88 77 66 55 44 33 22 11
                        00 00 01 00 01 00 00 00""");
    }

    @Test
    void codesOnTheWireNeverMove() {
        assertThat(Arrays.stream(ScopePhase.values()).map(ScopePhase::code)).containsExactly(0, 1);
        assertThat(Arrays.stream(ScopeStream.values()).map(kind -> kind.code() + kind.label()))
                .containsExactly("0sample", "1site");
        assertThat(ScopeStream.ofCode(2)).isEmpty();
    }
}
