package io.tidemark.abi.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.RecordBytes;
import org.junit.jupiter.api.Test;

/**
 * Pins bytes, not code. Red here means: undo it, or raise AbiVersion and add a line to
 * docs/abi/history.md.
 */
class DispatchBytesTest {
    private static final String ZERO = "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n";

    @Test
    void schedulerAndCoreWriteDifferentLines() {
        RecordBytes record = RecordBytes.of(CoreRegisterWords.LAYOUT, (segment, at) -> {
            CoreRegisterWords.DATA_MAIN_BASE.setRelease(segment, at, 0x0000_0007_0000_0008L);
            CoreRegisterWords.COND.setRelease(segment, at, DispatchToken.finished(7));
            CoreRegisterWords.PROGRESS.setOpaque(segment, at, 0x0000_0002_0000_0001L);
            CoreRegisterWords.START_TICK.setOpaque(segment, at, 0x31);
            CoreRegisterWords.END_TICK.setOpaque(segment, at, 0x32);
            CoreRegisterWords.AICORE_DONE.setRelease(segment, at, 6);
            CoreRegisterWords.PHYSICAL_ID.set(segment, at, 5);
            CoreRegisterWords.CORE_TYPE.set(segment, at, 1);
        });
        assertThat(record.hex() + "\n")
                .isEqualTo("08 00 00 00 07 00 00 00 00 00 00 00 00 00 00 00\n"
                        + ZERO.repeat(3)
                        + "07 00 00 80 00 00 00 00 01 00 00 00 02 00 00 00\n"
                        + "31 00 00 00 00 00 00 00 32 00 00 00 00 00 00 00\n"
                        + ZERO.repeat(2)
                        + "06 00 00 00 05 00 00 00 01 00 00 00 00 00 00 00\n"
                        + ZERO.repeat(3));
    }

    @Test
    void aPayloadIsOneCacheLine() {
        RecordBytes record = RecordBytes.of(DispatchPayload.LAYOUT, (segment, at) -> {
            DispatchPayload.TASK_ID.set(segment, at, 0x0000_0003_0000_0102L);
            DispatchPayload.SLOT_INDEX.set(segment, at, 0x02);
            DispatchPayload.FUNCTION_ID.set(segment, at, 0x3FF);
            DispatchPayload.FLAGS_WORD.set(segment, at, DispatchPayload.GATED | DispatchPayload.TELLS);
            DispatchPayload.BLOCK_INDEX.set(segment, at, 4);
            DispatchPayload.BLOCK_COUNT.set(segment, at, 9);
            DispatchPayload.SUB_BLOCK.set(segment, at, 1);
            DispatchPayload.ARGUMENTS_AT.set(segment, at, 0x1000);
            DispatchPayload.AWAITED.set(segment, at, 0, 0x21);
            DispatchPayload.AWAITED.set(segment, at, 2, 0x23);
        });
        assertThat(record.hex() + "\n")
                .isEqualTo("02 01 00 00 03 00 00 00 02 00 00 00 ff 03 03 00\n"
                        + "04 00 00 00 09 00 00 00 01 00 00 00 00 00 00 00\n"
                        + "00 10 00 00 00 00 00 00 21 00 00 00 00 00 00 00\n"
                        + "00 00 00 00 00 00 00 00 23 00 00 00 00 00 00 00\n");
    }

    @Test
    void argumentsAreScalarsAndThenDescriptors() {
        RecordBytes arguments = RecordBytes.of(DispatchArguments.LAYOUT, (segment, at) -> {
            DispatchArguments.TENSOR_COUNT.set(segment, at, 2);
            DispatchArguments.SCALAR_COUNT.set(segment, at, 16);
            DispatchArguments.SCALARS.set(segment, at, 0, -1);
            DispatchArguments.SCALARS.set(segment, at, 15, 0x11);
        });
        assertThat(arguments.hex() + "\n")
                .isEqualTo("02 00 00 00 10 00 00 00 00 00 00 00 00 00 00 00\n"
                        + ZERO.repeat(3)
                        + "ff ff ff ff ff ff ff ff 00 00 00 00 00 00 00 00\n"
                        + ZERO.repeat(6)
                        + "00 00 00 00 00 00 00 00 11 00 00 00 00 00 00 00\n");
        assertThat(DispatchArguments.SIZE_BYTES).isEqualTo(192 + 32 * 96);
        RecordBytes tensor = RecordBytes.of(TensorDescriptor.LAYOUT, (segment, at) -> {
            TensorDescriptor.BASE_ADDRESS.set(segment, at, 0x1_0000_0000L);
            TensorDescriptor.START_OFFSET.set(segment, at, 0x21);
            TensorDescriptor.BUFFER_ELEMENTS.set(segment, at, 0x22);
            TensorDescriptor.DTYPE.set(segment, at, 0x23);
            TensorDescriptor.RANK.set(segment, at, 5);
            TensorDescriptor.TAG.set(segment, at, 4);
            TensorDescriptor.DUMP.set(segment, at, 0x57);
            for (int i = 0; i < TensorDescriptor.MAX_RANK; i++) {
                TensorDescriptor.SHAPE.set(segment, at, i, 0x41 + i);
                TensorDescriptor.STRIDES.set(segment, at, i, 0x51 + i);
            }
        });
        assertThat(tensor.hex() + "\n")
                .isEqualTo("00 00 00 00 01 00 00 00 21 00 00 00 00 00 00 00\n"
                        + "22 00 00 00 00 00 00 00 23 05 04 57 41 00 00 00\n"
                        + "42 00 00 00 43 00 00 00 44 00 00 00 45 00 00 00\n"
                        + "51 00 00 00 00 00 00 00 52 00 00 00 00 00 00 00\n"
                        + "53 00 00 00 00 00 00 00 54 00 00 00 00 00 00 00\n"
                        + "55 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n");
    }

    @Test
    void aPersistentKernelFindsItsWordsAndTheHostTheClock() {
        RecordBytes launch = RecordBytes.of(DeviceLaunch.LAYOUT, (segment, at) -> {
            DeviceLaunch.REGISTERS.set(segment, at, 0x11);
            DeviceLaunch.PAYLOADS.set(segment, at, 0x12);
            DeviceLaunch.CONTROL.set(segment, at, 0x13);
            DeviceLaunch.JOURNAL_HEADS.set(segment, at, 0x14);
            DeviceLaunch.JOURNAL.set(segment, at, 0x15);
            DeviceLaunch.JOURNAL_RECORDS.set(segment, at, 0x40);
            DeviceLaunch.CORES.set(segment, at, 126);
            DeviceLaunch.CUBE_CORES.set(segment, at, 42);
            DeviceLaunch.RUN.set(segment, at, 3);
            DeviceLaunch.GRAPH.set(segment, at, 0x16);
            DeviceLaunch.DISPATCH.set(segment, at, 0x17);
            DeviceLaunch.MAILBOXES.set(segment, at, 0x18);
            DeviceLaunch.ABORT.set(segment, at, 0x19);
            DeviceLaunch.MESSAGES.set(segment, at, 0x1a);
            DeviceLaunch.ENDED.set(segment, at, 0x1b);
            DeviceLaunch.DUMP.set(segment, at, 0x1c);
            DeviceLaunch.DUMP_BYTES.set(segment, at, 0x10000);
        });
        assertThat(launch.hex() + "\n")
                .isEqualTo("11 00 00 00 00 00 00 00 12 00 00 00 00 00 00 00\n"
                        + "13 00 00 00 00 00 00 00 14 00 00 00 00 00 00 00\n"
                        + "15 00 00 00 00 00 00 00 40 00 00 00 7e 00 00 00\n"
                        + "2a 00 00 00 03 00 00 00 16 00 00 00 00 00 00 00\n"
                        + "17 00 00 00 00 00 00 00 18 00 00 00 00 00 00 00\n"
                        + "19 00 00 00 00 00 00 00 1a 00 00 00 00 00 00 00\n"
                        + "1b 00 00 00 00 00 00 00 1c 00 00 00 00 00 00 00\n"
                        + "00 00 01 00 00 00 00 00\n");
        RecordBytes control = RecordBytes.of(DeviceControl.LAYOUT, (segment, at) -> {
            DeviceControl.ABORT.setRelease(segment, at, DeviceControl.LEAVE);
            DeviceControl.PING.setRelease(segment, at, 0x21);
            DeviceControl.PONG.setRelease(segment, at, 0x22);
            DeviceControl.PONG_TICK.set(segment, at, 0x23);
        });
        assertThat(control.hex() + "\n")
                .isEqualTo("02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                        + ZERO.repeat(3)
                        + "21 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                        + ZERO.repeat(3)
                        + "22 00 00 00 00 00 00 00 23 00 00 00 00 00 00 00\n"
                        + ZERO.repeat(3));
    }

    @Test
    void everyLineOfAMessageEndsWithItsNumber() {
        RecordBytes record = RecordBytes.of(DispatchMessage.LAYOUT, (segment, at) -> {
            DispatchMessage.WORD.setRelease(segment, at, 0x0000_0008_0000_0008L);
            DispatchMessage.TASK_ID.set(segment, at, 0x0000_0003_0000_0102L);
            DispatchMessage.SLOT_INDEX.set(segment, at, 0x02);
            DispatchMessage.FUNCTION_ID.set(segment, at, 0x3FF);
            DispatchMessage.FLAGS_WORD.set(segment, at, DispatchPayload.GATED);
            DispatchMessage.BLOCK_INDEX.set(segment, at, 4);
            DispatchMessage.BLOCK_COUNT.set(segment, at, 9);
            DispatchMessage.TENSOR_COUNT.set(segment, at, 4);
            DispatchMessage.SCALAR_COUNT.set(segment, at, 3);
            DispatchMessage.LINES.set(segment, at, 8);
            DispatchMessage.AWAITED.set(segment, at, 3);
            DispatchMessage.FIRST.set(segment, at, 1, 0x22);
            DispatchMessage.NUMBER.set(segment, at, 0x0000_0005_0000_0008L);
            DispatchMessage.REST.set(segment, at, 0, 0x23);
            DispatchMessage.REST.set(segment, at, 55, 0x0000_0005_0000_0008L);
        });
        assertThat(record.hex() + "\n")
                .isEqualTo("08 00 00 00 08 00 00 00 02 01 00 00 03 00 00 00\n"
                        + "02 00 00 00 ff 03 01 00 04 00 00 00 09 00 00 00\n"
                        + "04 00 03 00 08 00 03 00 00 00 00 00 00 00 00 00\n"
                        + "22 00 00 00 00 00 00 00 08 00 00 00 05 00 00 00\n"
                        + "23 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                        + ZERO.repeat(26)
                        + "00 00 00 00 00 00 00 00 08 00 00 00 05 00 00 00\n");
        assertThat(DispatchMessage.ARGUMENT_WORDS).isEqualTo(51);
        assertThat(DispatchMessage.argumentAt(1)).isEqualTo(48);
        assertThat(DispatchMessage.argumentAt(2)).isEqualTo(64);
        assertThat(DispatchMessage.argumentAt(9)).isEqualTo(128);
        assertThat(DispatchMessage.argumentAt(50)).isEqualTo(512 - 16);
        assertThat(DispatchMessage.linesFor(2)).isEqualTo(1);
        assertThat(DispatchMessage.linesFor(3)).isEqualTo(2);
        assertThat(DispatchMessage.linesFor(51)).isEqualTo(8);
    }

    @Test
    void eachHalfOfAJournalRecordHasItsGeneration() {
        RecordBytes record = RecordBytes.of(JournalRecord.LAYOUT, (segment, at) -> {
            JournalRecord.START_GENERATION.set(segment, at, 0x31);
            JournalRecord.RECEIVE_TO_START_TICKS.set(segment, at, 0x32);
            JournalRecord.START_TICK.set(segment, at, 0x33);
            JournalRecord.END_GENERATION.set(segment, at, 0x34);
            JournalRecord.TOKEN.set(segment, at, 0x35);
            JournalRecord.END_TICK.set(segment, at, 0x36);
        });
        assertThat(record.hex() + "\n")
                .isEqualTo("31 00 00 00 32 00 00 00 33 00 00 00 00 00 00 00\n"
                        + "34 00 00 00 35 00 00 00 36 00 00 00 00 00 00 00\n");
        RecordBytes head = RecordBytes.of(JournalHead.LAYOUT, (segment, at) -> {
            JournalHead.CONSUMED.setRelease(segment, at, 0x41);
            JournalHead.FIRST.set(segment, at, 0x42);
            JournalHead.DUMP_RELEASED.setRelease(segment, at, 0x46);
            JournalHead.DUMP_WRITTEN.set(segment, at, 0x47);
            JournalHead.DUMP_ASKED.setRelease(segment, at, 0x48);
            JournalHead.DUMP_ARGUMENTS.set(segment, at, 0x49);
            JournalHead.FAILED_TOKEN.set(segment, at, 0x43);
            JournalHead.FAILURE.set(segment, at, 0x44);
            JournalHead.FAILURE_DETAIL.set(segment, at, 0x45);
        });
        assertThat(head.hex() + "\n")
                .isEqualTo("41 00 00 00 00 00 00 00 42 00 00 00 00 00 00 00\n"
                        + "46 00 00 00 00 00 00 00 48 00 00 00 00 00 00 00\n"
                        + "49 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                        + ZERO
                        + "43 00 00 00 44 00 00 00 45 00 00 00 00 00 00 00\n"
                        + "47 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                        + ZERO.repeat(2));
    }

    @Test
    void aTaskOfAGraphIsOneLineAndNamesItsConsumers() {
        RecordBytes record = RecordBytes.of(GraphTask.LAYOUT, (segment, at) -> {
            GraphTask.REMAINING.set(segment, at, 1);
            GraphTask.ENDED.set(segment, at, 2);
            GraphTask.NUMBER.set(segment, at, 3);
            GraphTask.BLOCKS.set(segment, at, 4);
            GraphTask.FUNCTION_ID.set(segment, at, 5);
            GraphTask.FLAGS_WORD.set(segment, at, GraphTask.DUMMY | GraphTask.DUMP_BEFORE | GraphTask.DUMP_AFTER);
            GraphTask.TENSOR_COUNT.set(segment, at, 6);
            GraphTask.SCALAR_COUNT.set(segment, at, 7);
            GraphTask.CONSUMER_COUNT.set(segment, at, 8);
            GraphTask.MORE_CONSUMERS.set(segment, at, 9);
            GraphTask.CONSUMERS.set(segment, at, 0, 0x10 | GraphTask.CUBE);
            GraphTask.CONSUMERS.set(segment, at, 1, 0x11 | GraphTask.ALONE);
        });
        assertThat(record.hex() + "\n")
                .isEqualTo("01 00 00 00 02 00 00 00 03 00 00 00 04 00 00 00\n"
                        + "05 00 07 00 06 00 07 00 08 00 00 00 09 00 00 00\n"
                        + "10 00 00 80 11 00 00 20 00 00 00 00 00 00 00 00\n"
                        + ZERO);
    }

    @Test
    void theShapeOfATaskSaysItsKernelsAndItsPredicate() {
        RecordBytes record = RecordBytes.of(GraphTaskShape.LAYOUT, (segment, at) -> {
            GraphTaskShape.ARRIVED.set(segment, at, 1);
            GraphTaskShape.FUNCTIONS.get(0).set(segment, at, 2);
            GraphTaskShape.FUNCTIONS.get(1).set(segment, at, 3);
            GraphTaskShape.FUNCTIONS.get(2).set(segment, at, 4);
            GraphTaskShape.ELEMENT_BYTES.set(segment, at, 8);
            GraphTaskShape.HOLDS_WHEN.set(segment, at, GraphTaskShape.LESS | GraphTaskShape.GREATER);
            GraphTaskShape.ELEMENT.set(segment, at, 0x61);
            GraphTaskShape.TARGET.set(segment, at, -2);
        });
        assertThat(record.hex() + "\n")
                .isEqualTo("01 00 00 00 02 00 03 00 04 00 08 05 00 00 00 00\n"
                        + "61 00 00 00 00 00 00 00 fe ff ff ff ff ff ff ff\n");
    }

    @Test
    void aPieceOfADumpSaysWhatItIsAndWhereItLies() {
        RecordBytes record = RecordBytes.of(DumpPiece.LAYOUT, (segment, at) -> {
            DumpPiece.TASK.set(segment, at, 0x51);
            DumpPiece.ARGUMENT.set(segment, at, DumpPiece.END);
            DumpPiece.STAGE.set(segment, at, 1);
            DumpPiece.FLAGS_BITS.set(segment, at, DumpPiece.LAST | DumpPiece.CHANGED);
            DumpPiece.SIZE.set(segment, at, 0x4000);
            DumpPiece.DIGEST.set(segment, at, -2);
            DumpPiece.POSITION.set(segment, at, 0x52);
        });
        assertThat(record.hex() + "\n")
                .isEqualTo("51 00 00 00 fe ff 01 03 00 40 00 00 00 00 00 00\n"
                        + "fe ff ff ff ff ff ff ff 52 00 00 00 00 00 00 00\n");
    }
}
