package io.tidemark.abi.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordLayoutTest {
    @Test
    void aLineThatOverlapsTheOneBeforeIsRefused() {
        RecordLayout.Builder record = RecordLayout.named("Wrong", 1);
        record.i64(0, "first", Unit.COUNT, "");
        assertThatThrownBy(() -> record.u32(4, "second", Unit.COUNT, ""))
                .hasMessage("Wrong.second declared at 4 as 1 of 4 bytes, next free byte is 8");
    }

    @Test
    void aMisalignedOrRepeatedLineIsRefused() {
        RecordLayout.Builder record = RecordLayout.named("Wrong", 1);
        assertThatThrownBy(() -> record.i64(4, "a", Unit.COUNT, "")).hasMessageContaining("declared at 4");
        assertThatThrownBy(() -> record.u16(1, "a", Unit.COUNT, "")).hasMessageContaining("declared at 1");
        assertThatThrownBy(() -> record.u32s(0, "a", 0, Unit.COUNT, "")).hasMessageContaining("as 0 of 4 bytes");
        record.u8(0, "a", Unit.COUNT, "");
        assertThatThrownBy(() -> record.u8(1, "a", Unit.COUNT, "")).hasMessage("Wrong.a declared twice");
    }

    @Test
    void aRecordTooSmallForItsFieldsIsRefused() {
        RecordLayout.Builder record = RecordLayout.named("Wrong", 1);
        record.i64s(0, "many", 3, Unit.COUNT, "");
        assertThatThrownBy(() -> record.end(16)).hasMessageContaining("its fields need 24");
        assertThatThrownBy(() -> record.end(28)).hasMessageContaining("multiple of 8");
        assertThat(record.end(24).sizeBytes()).isEqualTo(24);
    }

    @Test
    void arraysAndNarrowFieldsReadBackUnsignedFromAnyBytes() {
        RecordLayout.Builder record = RecordLayout.named("Mixed", 1);
        U8 small = record.u8(0, "small", Unit.CODE, "");
        U8Array text = record.u8s(1, "text", 5, Unit.TEXT, "");
        U16 wide = record.u16(6, "wide", Unit.CODE, "");
        I32Array signed = record.i32s(8, "signed", 2, Unit.COUNT, "");
        U32Array unsigned = record.u32s(16, "unsigned", 2, Unit.COUNT, "");
        I64Array longs = record.i64s(24, "longs", 2, Unit.COUNT, "");
        RecordLayout layout = record.end(40);

        // a byte[] has no alignment to offer, so this is also how a spool file is read
        MemorySegment bytes = MemorySegment.ofArray(new byte[layout.sizeBytes() + 3]);
        small.set(bytes, 3, 0xFE);
        text.setBytes(bytes, 3, new byte[] {1, 2, 3, 4, 5, 6, 7});
        wide.set(bytes, 3, 0xFFFD);
        signed.set(bytes, 3, 1, -2);
        unsigned.set(bytes, 3, 1, 0xFFFF_FFFCL);
        longs.set(bytes, 3, 1, Long.MIN_VALUE);

        assertThat(small.get(bytes, 3)).isEqualTo(0xFE);
        assertThat(text.getBytes(bytes, 3)).containsExactly(1, 2, 3, 4, 5);
        assertThat(wide.get(bytes, 3)).isEqualTo(0xFFFD);
        assertThat(signed.get(bytes, 3, 0)).isZero();
        assertThat(signed.get(bytes, 3, 1)).isEqualTo(-2);
        assertThat(unsigned.get(bytes, 3, 1)).isEqualTo(0xFFFF_FFFCL);
        assertThat(longs.get(bytes, 3, 1)).isEqualTo(Long.MIN_VALUE);
        assertThat(layout.field("wide").orElseThrow().value(bytes, 3, 0)).isEqualTo(0xFFFD);
        assertThat(layout.field("signed").orElseThrow().value(bytes, 3, 1)).isEqualTo(-2);
        assertThat(layout.field("unsigned").orElseThrow().value(bytes, 3, 1)).isEqualTo(0xFFFF_FFFCL);
    }

    @Test
    void aRecordCopiedIntoWordsReadsTheSame() {
        RecordLayout.Builder record = RecordLayout.named("Words", 1);
        I64 word = record.i64(0, "word", Unit.COUNT, "");
        U32 low = record.u32(8, "low", Unit.COUNT, "");
        U16 third = record.u16(12, "third", Unit.COUNT, "");
        U8 small = record.u8(14, "small", Unit.COUNT, "");
        U8 last = record.u8(15, "last", Unit.COUNT, "");
        U32Array halves = record.u32s(16, "halves", 2, Unit.COUNT, "");
        int size = record.end(24).sizeBytes();
        byte[] bytes = new byte[2 * size];
        new Random(7).nextBytes(bytes);
        long[] words = new long[2 * size / Long.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
        MemorySegment segment = MemorySegment.ofArray(bytes);
        for (int which = 0; which < 2; which++) {
            int at = which * size / Long.BYTES;
            int byteAt = which * size;
            assertThat(word.of(words, at)).isEqualTo(word.get(segment, byteAt));
            assertThat(low.of(words, at)).isEqualTo(low.get(segment, byteAt));
            assertThat(third.of(words, at)).isEqualTo(third.get(segment, byteAt));
            assertThat(small.of(words, at)).isEqualTo(small.get(segment, byteAt));
            assertThat(last.of(words, at)).isEqualTo(last.get(segment, byteAt));
            for (int i = 0; i < halves.length(); i++) {
                assertThat(halves.of(words, at, i)).isEqualTo(halves.get(segment, byteAt, i));
            }
        }
    }

    @Test
    void orderedAccessesSeeWhatPlainOnesWrote() {
        RecordLayout.Builder record = RecordLayout.named("Words", 1);
        I64 word = record.i64(0, "word", Unit.COUNT, "");
        U32 half = record.u32(8, "half", Unit.COUNT, "");
        I32 sign = record.i32(12, "sign", Unit.COUNT, "");
        record.end(16);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(16, 8);
            word.set(segment, 0, 5);
            assertThat(word.getAndAdd(segment, 0, 2)).isEqualTo(5);
            assertThat(word.compareAndSet(segment, 0, 7, -1)).isTrue();
            assertThat(word.getAcquire(segment, 0)).isEqualTo(-1);
            half.setRelease(segment, 0, 0xFFFF_FFFFL);
            assertThat(half.getOpaque(segment, 0)).isEqualTo(0xFFFF_FFFFL);
            assertThat(half.getAndAdd(segment, 0, 1)).isEqualTo(0xFFFF_FFFFL);
            assertThat(half.getAcquire(segment, 0)).isZero(); // wraps, and spills into nobody
            assertThat(sign.get(segment, 0)).isZero();
            assertThat(sign.compareAndSet(segment, 0, 0, -3)).isTrue();
            assertThat(sign.getAcquire(segment, 0)).isEqualTo(-3);
        }
    }
}
