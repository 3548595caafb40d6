package io.tidemark.abi.deps;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.RecordBytes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Pins bytes, not code. Red here means: undo it, or raise AbiVersion and add a line to
 * docs/abi/history.md.
 */
class DepsBytesTest {
    @Test
    void everySlotBeginsWithItsKindAndItsSubmit() {
        RecordBytes record = RecordBytes.of(SubmitSlot.LAYOUT, (segment, at) -> {
            SubmitSlot.KIND.set(segment, at, SlotKind.RESULT.code());
            SubmitSlot.SUBMIT.set(segment, at, 0x01020304);
        });
        assertThat(record.hex()).startsWith("05 00 00 00 04 03 02 01 00");
        RecordBytes head = RecordBytes.of(
                SubmitSlot.LAYOUT,
                (segment, at) -> SubmitSlot.HEAD.set(
                        segment, at, SubmitSlot.head(SlotKind.TENSOR, 0xF1, 0xF2, 0xF3, 0xFFFFFFFEL)));
        assertThat(head.hex()).startsWith("02 f1 f2 f3 fe ff ff ff 00 00");
        assertThat(SubmitHeader.KIND.offset()).isEqualTo(SubmitSlot.KIND.offset());
        assertThat(SubmitHeader.SUBMIT.offset()).isEqualTo(SubmitSlot.SUBMIT.offset());
        assertThat(SubmitTensor.SUBMIT.offset()).isEqualTo(SubmitSlot.SUBMIT.offset());
        assertThat(SubmitStrides.SUBMIT.offset()).isEqualTo(SubmitSlot.SUBMIT.offset());
        assertThat(SubmitDependencies.SUBMIT.offset()).isEqualTo(SubmitSlot.SUBMIT.offset());
        assertThat(SubmitResult.SUBMIT.offset()).isEqualTo(SubmitSlot.SUBMIT.offset());
        assertThat(SubmitReferences.SUBMIT.offset()).isEqualTo(SubmitSlot.SUBMIT.offset());
    }

    @Test
    void theHeaderFillsOneCacheLine() {
        RecordBytes record = RecordBytes.of(SubmitHeader.LAYOUT, (segment, at) -> {
            SubmitHeader.KIND.set(segment, at, SlotKind.HEADER.code());
            SubmitHeader.SUBMIT_KIND.set(segment, at, SubmitKind.PREDICATED.code());
            SubmitHeader.FLAG_BITS.set(segment, at, SubmitHeader.MANUAL_SCOPE | SubmitHeader.EARLY_DISPATCH);
            SubmitHeader.TENSORS.set(segment, at, 32);
            SubmitHeader.SUBMIT.set(segment, at, 0x01020304);
            SubmitHeader.TASK_ID.set(segment, at, 0x0000000300000007L);
            SubmitHeader.OLDEST_ALIVE.set(segment, at, 0, 0xFFFF_FFFFL);
            SubmitHeader.OLDEST_ALIVE.set(segment, at, 3, 9);
            SubmitHeader.TAGS.set(segment, at, 0, 0x4000000000000021L);
            SubmitHeader.TAGS.set(segment, at, 1, 0x3);
            SubmitHeader.AIC_KERNEL.set(segment, at, SubmitHeader.NO_KERNEL);
            SubmitHeader.AIV0_KERNEL.set(segment, at, 0x0102);
            SubmitHeader.AIV1_KERNEL.set(segment, at, 1);
            SubmitHeader.DEPTH.set(segment, at, 63);
            SubmitHeader.BLOCKS.set(segment, at, 24);
            SubmitHeader.DEPENDENCIES.set(segment, at, 647);
        });
        assertThat(record.hex()).isEqualTo("""
                        01 03 03 20 04 03 02 01 07 00 00 00 03 00 00 00
                        ff ff ff ff 00 00 00 00 00 00 00 00 09 00 00 00
                        21 00 00 00 00 00 00 40 03 00 00 00 00 00 00 00
                        ff ff 02 01 01 00 3f 00 18 00 00 00 87 02 00 00""");
    }

    @Test
    void aTensorFillsOneCacheLineAndItsStridesAnother() {
        RecordBytes tensor = RecordBytes.of(SubmitTensor.LAYOUT, (segment, at) -> {
            SubmitTensor.KIND.set(segment, at, SlotKind.TENSOR.code());
            SubmitTensor.ARGUMENT.set(segment, at, 31);
            SubmitTensor.DTYPE.set(segment, at, DType.BFLOAT16.code());
            SubmitTensor.FORM.set(segment, at, 5 | SubmitTensor.MANUAL_DEPENDENCY | SubmitTensor.STRIDED);
            SubmitTensor.SUBMIT.set(segment, at, 0x01020304);
            SubmitTensor.BASE_ADDRESS.set(segment, at, 0x1122334455667788L);
            SubmitTensor.OWNER.set(segment, at, -1);
            SubmitTensor.START_OFFSET.set(segment, at, 0x21);
            SubmitTensor.BUFFER_ELEMENTS.set(segment, at, 0x2122232425262728L);
            SubmitTensor.SHAPE.set(segment, at, 0, 0xFFFF_FFFEL);
            SubmitTensor.SHAPE.set(segment, at, 4, 5);
            SubmitTensor.VERSION.set(segment, at, -2);
        });
        assertThat(tensor.hex()).isEqualTo("""
                        02 1f 06 35 04 03 02 01 88 77 66 55 44 33 22 11
                        ff ff ff ff ff ff ff ff 21 00 00 00 00 00 00 00
                        28 27 26 25 24 23 22 21 fe ff ff ff 00 00 00 00
                        00 00 00 00 00 00 00 00 05 00 00 00 fe ff ff ff""");
        RecordBytes strides = RecordBytes.of(SubmitStrides.LAYOUT, (segment, at) -> {
            SubmitStrides.KIND.set(segment, at, SlotKind.STRIDES.code());
            SubmitStrides.ARGUMENT.set(segment, at, 7);
            SubmitStrides.STRIDES.set(segment, at, 0, -1);
            SubmitStrides.STRIDES.set(segment, at, 4, 1);
        });
        assertThat(strides.hex()).isEqualTo("""
                        03 07 00 00 00 00 00 00 ff ff ff ff ff ff ff ff
                        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                        00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00
                        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00""");
    }

    @Test
    void dependenciesComeSevenToASlotAndTheResultHasOneOfItsOwn() {
        RecordBytes dependencies = RecordBytes.of(SubmitDependencies.LAYOUT, (segment, at) -> {
            SubmitDependencies.KIND.set(segment, at, SlotKind.DEPENDENCIES.code());
            SubmitDependencies.USED.set(segment, at, 7);
            SubmitDependencies.WORDS.set(segment, at, 0, 3L << SubmitDependencies.FLAGS_SHIFT | 5);
            SubmitDependencies.WORDS.set(segment, at, 6, 0x0100000200000001L);
        });
        assertThat(dependencies.hex()).isEqualTo("""
                        04 07 00 00 00 00 00 00 05 00 00 00 00 00 00 03
                        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                        00 00 00 00 00 00 00 00 01 00 00 00 02 00 00 01""");
        assertThat(SubmitDependencies.slotsFor(0)).isZero();
        assertThat(SubmitDependencies.slotsFor(7)).isEqualTo(1);
        assertThat(SubmitDependencies.slotsFor(647)).isEqualTo(93);
        RecordBytes result = RecordBytes.of(SubmitResult.LAYOUT, (segment, at) -> {
            SubmitResult.KIND.set(segment, at, SlotKind.RESULT.code());
            SubmitResult.SUBMIT.set(segment, at, 1);
            SubmitResult.TASK_ID.set(segment, at, 0x0000000300000007L);
            SubmitResult.DIGEST.set(segment, at, 0x1122334455667788L);
            SubmitResult.EDGES.set(segment, at, 647);
        });
        assertThat(result.hex()).startsWith("""
                        05 00 00 00 01 00 00 00 07 00 00 00 03 00 00 00
                        88 77 66 55 44 33 22 11 87 02 00 00 00 00 00 00""");
    }

    @Test
    void aReferenceNamesSubmitAndArgumentThereAndTheArgumentHere() {
        long place = SubmitReferences.place(0x5_0102_0304L, 31); // the count's low 32 bits
        long word = SubmitReferences.word(place, 7);
        RecordBytes references = RecordBytes.of(SubmitReferences.LAYOUT, (segment, at) -> {
            SubmitReferences.KIND.set(segment, at, SlotKind.REFERENCES.code());
            SubmitReferences.USED.set(segment, at, 2);
            SubmitReferences.SUBMIT.set(segment, at, 9);
            SubmitReferences.WORDS.set(segment, at, 0, word);
            SubmitReferences.WORDS.set(segment, at, 6, -1);
        });
        assertThat(references.hex()).isEqualTo("""
                        06 02 00 00 09 00 00 00 04 03 02 01 1f 07 00 00
                        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                        00 00 00 00 00 00 00 00 ff ff ff ff ff ff ff ff""");
        assertThat(SubmitReferences.submit(word)).isEqualTo(0x0102_0304L);
        assertThat(SubmitReferences.argumentThere(word)).isEqualTo(31);
        assertThat(SubmitReferences.argumentHere(word)).isEqualTo(7);
    }

    @Test
    void aReferenceReachesTheSubmitsBeforeItsOwn() {
        assertThat(SubmitReferences.reaches(5, 5)).isFalse();
        assertThat(SubmitReferences.reaches(5, 6)).isFalse();
        assertThat(SubmitReferences.reaches(5, 4)).isTrue();
        assertThat(SubmitReferences.reaches(3_000, 3_000 - 2_047)).isTrue();
        assertThat(SubmitReferences.reaches(3_000, 3_000 - 2_048)).isFalse();
        assertThat(SubmitReferences.reaches(1, 0xFFFF_FFFFL)).isTrue(); // the count began anew
    }

    @Test
    void codesOnTheWireNeverMove() {
        assertThat(Arrays.stream(SlotKind.values()).map(SlotKind::code)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(Arrays.stream(SubmitKind.values()).map(SubmitKind::code)).containsExactly(0, 1, 2, 3);
        assertThat(SlotKind.ofCode(0)).isEmpty();
        assertThat(SlotKind.ofCode(4)).hasValue(SlotKind.DEPENDENCIES);
        assertThat(SlotKind.ofCode(6)).hasValue(SlotKind.REFERENCES);
        assertThat(SlotKind.ofCode(7)).isEmpty();
        assertThat(SubmitKind.ofCode(4)).isEmpty();
        assertThat(Arrays.stream(Overlap.values()).map(Overlap::code)).containsExactly(0, 1, 2, 3);
        assertThat(Overlap.ofCode(2)).hasValue(Overlap.OTHER);
        assertThat(Overlap.ofCode(4)).isEmpty();
    }

    @Test
    void aReplayedSubmitHoldsFourEdges() {
        RecordBytes fields = RecordBytes.of(ReplayedSubmit.LAYOUT, (segment, at) -> {
            ReplayedSubmit.TASK_ID.set(segment, at, 0x0000000300000007L);
            ReplayedSubmit.SUBMIT_KIND.set(segment, at, SubmitKind.PREDICATED.code());
            ReplayedSubmit.FLAG_BITS.set(segment, at, SubmitHeader.EARLY_DISPATCH);
            ReplayedSubmit.EDGES.set(segment, at, 4);
            ReplayedSubmit.AIC_KERNEL.set(segment, at, SubmitHeader.NO_KERNEL);
            ReplayedSubmit.AIV0_KERNEL.set(segment, at, 0x0102);
            ReplayedSubmit.AIV1_KERNEL.set(segment, at, 0xF1F2);
            ReplayedSubmit.BLOCKS.set(segment, at, 0xFFFF_FFFEL);
            ReplayedSubmit.PRODUCERS.set(segment, at, 0, 0x1122334455667788L);
            ReplayedSubmit.PRODUCERS.set(segment, at, 3, -1);
            ReplayedSubmit.ARGUMENTS.set(segment, at, 0, ReplayedSubmit.NO_ARGUMENT);
            ReplayedSubmit.ARGUMENTS.set(segment, at, 3, 31);
            ReplayedSubmit.REASONS.set(segment, at, 0, ReplayedSubmit.reason(3, 0, Overlap.NONE));
            ReplayedSubmit.REASONS.set(segment, at, 3, ReplayedSubmit.reason(1, 2, Overlap.COVERED));
        });
        String bytes = """
                07 00 00 00 03 00 00 00 03 02 04 00 ff ff 02 01
                f2 f1 00 00 fe ff ff ff 88 77 66 55 44 33 22 11
                00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                ff ff ff ff ff ff ff ff ff 00 00 1f 03 00 00 19""";
        assertThat(fields.hex()).isEqualTo(bytes);
        RecordBytes words = RecordBytes.of(ReplayedSubmit.LAYOUT, (segment, at) -> {
            ReplayedSubmit.TASK_ID.set(segment, at, 0x0000000300000007L);
            segment.set(
                    JAVA_LONG,
                    at + 8,
                    ReplayedSubmit.kinds(
                                    SubmitKind.PREDICATED.code(),
                                    SubmitHeader.EARLY_DISPATCH,
                                    SubmitHeader.NO_KERNEL,
                                    0x0102)
                            + 4 * ReplayedSubmit.oneEdge());
            segment.set(JAVA_LONG, at + 16, ReplayedSubmit.blocks(0xF1F2, -2));
            segment.set(JAVA_LONG, at + 24, 0x1122334455667788L);
            segment.set(JAVA_LONG, at + 48, -1);
            segment.set(JAVA_LONG, at + 56, ReplayedSubmit.why(0, 255, 3) | ReplayedSubmit.why(3, 31, 0x19));
        });
        assertThat(words.hex()).isEqualTo(bytes);
    }
}
