package io.tidemark.abi.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.RecordBytes;
import org.junit.jupiter.api.Test;

/**
 * Pins bytes, not code. Red here means: undo it, or raise AbiVersion and add a line to
 * docs/abi/history.md.
 */
class RegionBytesTest {
    private static final String ZERO = "\n00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00";

    @Test
    void headerStartsWithTheMagicWord() {
        RecordBytes record = RecordBytes.of(RegionHeader.LAYOUT, (segment, at) -> {
            RegionHeader.MAGIC_WORD.setRelease(segment, at, RegionHeader.MAGIC);
            RegionHeader.ABI_VERSION.set(segment, at, 0x01020304);
            RegionHeader.HEADER_BYTES.set(segment, at, 4096);
            RegionHeader.REGION_BYTES.set(segment, at, 0x1112131415161718L);
            RegionHeader.DFX_FLAGS.set(segment, at, 0xFF);
            RegionHeader.PLATFORM.set(segment, at, 2);
            RegionHeader.SIMULATED.set(segment, at, 1);
            RegionHeader.DIRECTORY_AT.set(segment, at, 4096);
            RegionHeader.DIRECTORY_ENTRIES.set(segment, at, 9);
            RegionHeader.DIRECTORY_ENTRY_BYTES.set(segment, at, 128);
            RegionHeader.CLOCK_HZ.set(segment, at, 50_000_000);
            RegionHeader.ANCHOR_TICK.set(segment, at, 0x21);
            RegionHeader.ANCHOR_MONOTONIC_NANOS.set(segment, at, 0x22);
            RegionHeader.ANCHOR_EPOCH_NANOS.set(segment, at, 0x23);
            RegionHeader.ANCHOR_UNCERTAINTY_NANOS.set(segment, at, 0x24);
            RegionHeader.CORES.set(segment, at, 72);
            RegionHeader.AICPU_THREADS.set(segment, at, 4);
            RegionHeader.ARGS_LEVEL.set(segment, at, 3);
            RegionHeader.PMU_EVENT.set(segment, at, 8);
            RegionHeader.FACTS_BYTES.set(segment, at, 0x55);
            RegionHeader.OWNER_PID.set(segment, at, 0x31);
            RegionHeader.OWNER_START_MILLIS.set(segment, at, 0x32);
            RegionHeader.OWNER_MARK_NANOS.setOpaque(segment, at, 0x33);
            RegionHeader.STATE.set(segment, at, RegionState.FAILED.code());
            RegionHeader.RUN_ID.set(segment, at, 0x5152535455565758L);
            RegionHeader.CAPTURE_DEVICE.set(segment, at, 0x61);
            RegionHeader.CAPTURE_INODE.set(segment, at, 0x62);
            RegionHeader.DEVICE_PID.set(segment, at, 0x41);
            RegionHeader.DEVICE_START_MILLIS.set(segment, at, 0x42);
            RegionHeader.DEVICE_MARK_NANOS.setOpaque(segment, at, 0x43);
        });
        assertThat(record.hex()).isEqualTo("""
                        54 49 44 45 4d 41 52 4b 04 03 02 01 00 10 00 00
                        18 17 16 15 14 13 12 11 ff 00 00 00 00 00 00 00
                        02 00 00 00 01 00 00 00 00 10 00 00 00 00 00 00
                        09 00 00 00 80 00 00 00 80 f0 fa 02 00 00 00 00
                        21 00 00 00 00 00 00 00 22 00 00 00 00 00 00 00
                        23 00 00 00 00 00 00 00 24 00 00 00 00 00 00 00
                        48 00 00 00 04 00 00 00 03 00 00 00 08 00 00 00
                        55 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                        31 00 00 00 00 00 00 00 32 00 00 00 00 00 00 00
                        33 00 00 00 00 00 00 00 04 00 00 00 00 00 00 00
                        58 57 56 55 54 53 52 51 61 00 00 00 00 00 00 00
                        62 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                        41 00 00 00 00 00 00 00 42 00 00 00 00 00 00 00
                        43 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00""" + ZERO.repeat(2));
    }

    @Test
    void runStatusIsOneLine() {
        RecordBytes record = RecordBytes.of(RunStatus.LAYOUT, (segment, at) -> {
            RunStatus.ORCHESTRATOR_ERROR.set(segment, at, 11);
            RunStatus.SCHEDULER_ERROR.set(segment, at, 100);
            RunStatus.STUCK_TASK_ID.set(segment, at, -1);
            RunStatus.STUCK_CORE.set(segment, at, -1);
            RunStatus.ORCHESTRATION_DONE.set(segment, at, 1);
            RunStatus.COMPLETED_TASKS.set(segment, at, 0x21);
            RunStatus.SUBMITTED_TASKS.set(segment, at, 0x22);
            RunStatus.RUNNING_TASKS.set(segment, at, 0x23);
            RunStatus.READY_TASKS.set(segment, at, 0x24);
            RunStatus.WAITING_TASKS.set(segment, at, 0x25);
            RunStatus.STALL_DETAIL.set(segment, at, 99);
            RunStatus.REPORTED.setRelease(segment, at, 1);
        });
        assertThat(record.hex()).isEqualTo("""
                        0b 00 00 00 64 00 00 00 00 00 00 00 63 00 00 00
                        ff ff ff ff ff ff ff ff ff ff ff ff 01 00 00 00
                        21 00 00 00 00 00 00 00 22 00 00 00 00 00 00 00
                        23 00 00 00 24 00 00 00 25 00 00 00 01 00 00 00""");
    }

    @Test
    void boardHasALineForTheRunAndTwoForACore() {
        RecordBytes run = RecordBytes.of(RunBoard.LAYOUT, (segment, at) -> {
            RunBoard.LOOK_TICK.set(segment, at, 1);
            RunBoard.START_TICK.set(segment, at, 2);
            RunBoard.SUBMITTED_TASKS.set(segment, at, 3);
            RunBoard.COMPLETED_TASKS.set(segment, at, 4);
            RunBoard.READY_TASKS.set(segment, at, 5);
            RunBoard.ORCHESTRATION_DONE.set(segment, at, 1);
            RunBoard.WAIT_RESOURCE.set(segment, at, 6);
            RunBoard.WAIT_RING.set(segment, at, -1);
            RunBoard.WAIT_TASK_ID.set(segment, at, 7);
            RunBoard.OPEN_SCOPES.set(segment, at, 8);
        });
        assertThat(run.hex()).isEqualTo("""
                        01 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00
                        03 00 00 00 00 00 00 00 04 00 00 00 00 00 00 00
                        05 00 00 00 01 00 00 00 06 00 00 00 ff ff ff ff
                        07 00 00 00 00 00 00 00 08 00 00 00 00 00 00 00""");
        RecordBytes core = RecordBytes.of(CoreBoard.LAYOUT, (segment, at) -> {
            long word = CoreBoard.taskWord(3L << 32 | 0x1234, 0x41, 7);
            CoreBoard.EVEN_TASK.set(segment, at, word);
            CoreBoard.ODD_TASK.set(segment, at, 2);
            CoreBoard.PROGRESS.set(segment, at, 3);
            CoreBoard.SINCE_TICK.set(segment, at, 4);
            CoreBoard.START_TICK.set(segment, at, 5);
        });
        assertThat(core.hex()).isEqualTo("""
                        34 12 00 00 07 08 00 00 02 00 00 00 00 00 00 00""" + ZERO.repeat(3) + """

                        03 00 00 00 00 00 00 00 04 00 00 00 00 00 00 00
                        05 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00""" + ZERO.repeat(2));
    }

    @Test
    void aTaskWordTellsItsPartsAndWhichCameFirst() {
        long first = CoreBoard.taskWord(3L << 32 | 0xFFFF_FFFFL, 63, 1023);
        long second = CoreBoard.taskWord(0, 64, 0);
        assertThat(CoreBoard.taskId(first)).isEqualTo(3L << 32 | 0xFFFF_FFFFL);
        assertThat(CoreBoard.functionId(first)).isEqualTo(1023);
        assertThat(CoreBoard.functionId(second)).isZero();
        assertThat(second).isNotZero();
        assertThat(CoreBoard.isOlder(first, second)).isTrue();
        assertThat(CoreBoard.isOlder(second, first)).isFalse();
        long entered = 64L << 32 | 63;
        assertThat(CoreBoard.isEntered(second, entered)).as("the 64th kernel").isTrue();
        assertThat(CoreBoard.isEntered(first, entered)).as("left already").isFalse();
    }

    @Test
    void directoryEntryFillsTwoLines() {
        RecordBytes record = RecordBytes.of(StreamEntry.LAYOUT, (segment, at) -> {
            StreamEntry.CHANNEL.set(segment, at, 0xFFFE);
            StreamEntry.KIND.set(segment, at, 4);
            StreamEntry.LAYOUT_ID.set(segment, at, 5);
            StreamEntry.RECORD_BYTES.set(segment, at, 32);
            StreamEntry.LANES.set(segment, at, 72);
            StreamEntry.BUFFERS_PER_LANE.set(segment, at, 8);
            StreamEntry.RECORDS_PER_BUFFER.set(segment, at, 1024);
            StreamEntry.FREE_SLOTS.set(segment, at, 4);
            StreamEntry.READY_QUEUES.set(segment, at, 5);
            StreamEntry.READY_CAPACITY.set(segment, at, 2048);
            StreamEntry.ON_FULL.set(segment, at, 1);
            StreamEntry.BACK_PRESSURE_AT.set(segment, at, 0x11);
            StreamEntry.READY_AT.set(segment, at, 0x12);
            StreamEntry.READY_STRIDE_BYTES.set(segment, at, 0x13);
            StreamEntry.LANES_AT.set(segment, at, 0x14);
            StreamEntry.LANE_STRIDE_BYTES.set(segment, at, 0x15);
            StreamEntry.BUFFERS_AT.set(segment, at, 0x16);
            StreamEntry.BUFFER_STRIDE_BYTES.set(segment, at, 0x17);
            StreamEntry.ARENAS_AT.set(segment, at, 0x18);
            StreamEntry.ARENA_BYTES.set(segment, at, 0x19);
            StreamEntry.EXTRA_AT.set(segment, at, 0x1a);
            StreamEntry.EXTRA_BYTES.set(segment, at, 0x1b);
        });
        assertThat(record.hex()).isEqualTo("""
                        fe ff 04 00 05 00 00 00 20 00 00 00 48 00 00 00
                        08 00 00 00 00 04 00 00 04 00 00 00 05 00 00 00
                        00 08 00 00 01 00 00 00 11 00 00 00 00 00 00 00
                        12 00 00 00 00 00 00 00 13 00 00 00 00 00 00 00
                        14 00 00 00 00 00 00 00 15 00 00 00 00 00 00 00
                        16 00 00 00 00 00 00 00 17 00 00 00 00 00 00 00
                        18 00 00 00 00 00 00 00 19 00 00 00 00 00 00 00
                        1a 00 00 00 00 00 00 00 1b 00 00 00 00 00 00 00""");
    }

    @Test
    void activeHeadIsOneLine() {
        RecordBytes record = RecordBytes.of(ActiveHead.LAYOUT, (segment, at) -> {
            ActiveHead.CURRENT_BUFFER_AT.set(segment, at, 0x0102030405060708L);
            ActiveHead.CURRENT_SEQUENCE.setRelease(segment, at, 0xFFFF_FFFFL);
            ActiveHead.RESERVED.setOpaque(segment, at, 0x11);
            ActiveHead.COMMITTED.setRelease(segment, at, 0x12);
            ActiveHead.DROPPED_NO_BUFFER.set(segment, at, 0x13);
            ActiveHead.DROPPED_QUEUE_FULL.set(segment, at, 0x14);
            ActiveHead.DROPPED_NO_SPACE.set(segment, at, 0x15);
            ActiveHead.DROPPED_REFUSED.set(segment, at, 0x16);
        });
        assertThat(record.hex()).isEqualTo("""
                        08 07 06 05 04 03 02 01 ff ff ff ff 00 00 00 00
                        11 00 00 00 00 00 00 00 12 00 00 00 00 00 00 00
                        13 00 00 00 00 00 00 00 14 00 00 00 00 00 00 00
                        15 00 00 00 00 00 00 00 16 00 00 00 00 00 00 00""");
    }

    @Test
    void laneTailKeepsDeviceAndHostOnLinesOfTheirOwn() {
        RecordBytes record = RecordBytes.of(LaneTail.LAYOUT, (segment, at) -> {
            LaneTail.ARENA_WRITTEN.set(segment, at, 0x11);
            LaneTail.PAYLOADS_PUBLISHED.set(segment, at, 0x12);
            LaneTail.OVERFLOW_RECORDS.set(segment, at, 0x13);
            LaneTail.ARENA_HELD.set(segment, at, 0x19);
            LaneTail.FREE_QUEUE_DAMAGE.set(segment, at, 0x1a);
            LaneTail.SPOOLED_BELOW.set(segment, at, 0x14);
            LaneTail.DELIVERED.set(segment, at, 0x15);
            LaneTail.DAMAGED.set(segment, at, 0x16);
            LaneTail.ARENA_RELEASED.set(segment, at, 0x17);
            LaneTail.PAYLOADS_COMPLETED.set(segment, at, 0x18);
        });
        assertThat(record.hex()).isEqualTo("""
                        11 00 00 00 00 00 00 00 12 00 00 00 00 00 00 00
                        13 00 00 00 00 00 00 00 19 00 00 00 00 00 00 00
                        1a 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00""" + ZERO + """

                                14 00 00 00 00 00 00 00 15 00 00 00 00 00 00 00
                                16 00 00 00 00 00 00 00 17 00 00 00 00 00 00 00
                                18 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00""" + ZERO);
    }

    @Test
    void queuesKeepTheirTwoWritersOnLinesOfTheirOwn() {
        RecordBytes free = RecordBytes.of(FreeQueue.LAYOUT, (segment, at) -> {
            FreeQueue.HEAD.set(segment, at, 0xFFFF_FFFFL);
            FreeQueue.TAIL.set(segment, at, 0x01020304);
        });
        RecordBytes ready = RecordBytes.of(ReadyQueue.LAYOUT, (segment, at) -> {
            ReadyQueue.HEAD.set(segment, at, -1);
            ReadyQueue.TAIL.set(segment, at, 0x0102030405060708L);
        });
        String quarter = ZERO.repeat(3);
        assertThat(free.hex())
                .isEqualTo("ff ff ff ff 00 00 00 00 00 00 00 00 00 00 00 00"
                        + quarter
                        + "\n04 03 02 01 00 00 00 00 00 00 00 00 00 00 00 00"
                        + quarter);
        assertThat(ready.hex())
                .isEqualTo("ff ff ff ff ff ff ff ff 00 00 00 00 00 00 00 00"
                        + quarter
                        + "\n08 07 06 05 04 03 02 01 00 00 00 00 00 00 00 00"
                        + quarter);
    }

    @Test
    void readyEntryIsThirtyTwoBytes() {
        RecordBytes record = RecordBytes.of(ReadyEntry.LAYOUT, (segment, at) -> {
            ReadyEntry.LANE.set(segment, at, 107);
            ReadyEntry.KIND.set(segment, at, 3);
            ReadyEntry.BUFFER_AT.set(segment, at, 0x0102030405060708L);
            ReadyEntry.SEQUENCE.set(segment, at, 0x11121314);
            ReadyEntry.RECORDS.set(segment, at, 1024);
            ReadyEntry.POSITION_STAMP.set(segment, at, 0x21);
        });
        assertThat(record.hex()).isEqualTo("""
                        6b 00 00 00 03 00 00 00 08 07 06 05 04 03 02 01
                        14 13 12 11 00 04 00 00 21 00 00 00 00 00 00 00""");
    }

    @Test
    void bufferHeaderIsOneLine() {
        RecordBytes record = RecordBytes.of(BufferHeader.LAYOUT, (segment, at) -> {
            BufferHeader.SEQUENCE.setRelease(segment, at, 0x11121314);
            BufferHeader.SEALED_RECORDS.set(segment, at, BufferHeader.OPEN);
            BufferHeader.FIRST_POSITION.set(segment, at, 0x0102030405060708L);
            BufferHeader.LANE.set(segment, at, 107);
            BufferHeader.KIND.set(segment, at, 3);
            BufferHeader.DROPPED_BEFORE.set(segment, at, 0x21222324);
        });
        assertThat(record.hex()).isEqualTo("""
                        14 13 12 11 ff ff ff ff 08 07 06 05 04 03 02 01
                        6b 00 00 00 03 00 00 00 24 23 22 21 00 00 00 00""" + ZERO.repeat(2));
    }

    @Test
    void backPressureKeepsGatesAndRequestsApart() {
        RecordBytes record = RecordBytes.of(BackPressure.LAYOUT, (segment, at) -> {
            BackPressure.READY_FREEZE.setRelease(segment, at, 1);
            BackPressure.FREE_FREEZE.setRelease(segment, at, 2);
            BackPressure.HOST_GONE.setRelease(segment, at, 5);
            BackPressure.READY_CONTENDED.setRelease(segment, at, 3);
            BackPressure.FREE_CONTENDED.setRelease(segment, at, 4);
        });
        assertThat(record.hex())
                .isEqualTo("01 00 00 00 02 00 00 00 05 00 00 00 00 00 00 00"
                        + ZERO.repeat(3)
                        + "\n03 00 00 00 04 00 00 00 00 00 00 00 00 00 00 00"
                        + ZERO.repeat(3));
    }
}
