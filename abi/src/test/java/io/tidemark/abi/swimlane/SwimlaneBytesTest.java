package io.tidemark.abi.swimlane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.RecordBytes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Pins bytes, not code. Red here means: undo it, or raise AbiVersion and add a line to
 * docs/abi/history.md.
 */
class SwimlaneBytesTest {
    @Test
    void aicoreTaskIsThirtyTwoBytes() {
        RecordBytes record = RecordBytes.of(AicoreTaskRecord.LAYOUT, (segment, at) -> {
            AicoreTaskRecord.START_TICK.set(segment, at, 0x1122334455667788L);
            AicoreTaskRecord.END_TICK.set(segment, at, -1);
            long task = AicoreTaskRecord.task(0x0000000300000007L, 0x03FE);
            AicoreTaskRecord.TASK.set(segment, at, task);
            assertThat(AicoreTaskRecord.taskId(task)).isEqualTo(0x300000007L);
            assertThat(AicoreTaskRecord.functionId(task)).isEqualTo(0x03FE);
            assertThat(AicoreTaskRecord.TASK_LOCAL.get(segment, at)).isEqualTo(7);
            assertThat(AicoreTaskRecord.TASK_RING.get(segment, at)).isEqualTo(3);
            assertThat(AicoreTaskRecord.FUNCTION_ID.get(segment, at)).isEqualTo(0x03FE);
            AicoreTaskRecord.REG_TASK_ID.set(segment, at, 0x01020304);
            AicoreTaskRecord.RECEIVE_TO_START_TICKS.set(
                    segment, at, AicoreTaskRecord.receiveToStart(0x7FFF_FFFE, true));
            long word = AicoreTaskRecord.RECEIVE_TO_START_TICKS.get(segment, at);
            assertThat(word).isEqualTo(0xFFFF_FFFEL); // unsigned on the way out
            assertThat(AicoreTaskRecord.receiveToStartTicks(word)).isEqualTo(0x7FFF_FFFE);
            assertThat(AicoreTaskRecord.threw(word)).isTrue();
        });
        assertThat(record.hex()).isEqualTo("""
                        88 77 66 55 44 33 22 11 ff ff ff ff ff ff ff ff
                        07 00 00 00 03 00 fe 03 04 03 02 01 fe ff ff ff""");
    }

    @Test
    void faninIsThirtyTwoBytes() {
        long task = 0x3_8000_0007L;
        long[] producers = {0x0_FFFF_FFFEL, 0x1_0000_0002L, 0x2_0000_0003L, 0x3_0000_0004L};
        RecordBytes record = RecordBytes.of(FaninRecord.LAYOUT, (segment, at) -> {
            int rings = 0;
            for (int i = 0; i < producers.length; i++) {
                rings |= FaninRecord.ring(i, producers[i]);
                FaninRecord.PRODUCER_LOCALS.set(segment, at, i, producers[i]);
            }
            FaninRecord.HEAD.set(segment, at, FaninRecord.head(task, 2, producers.length, rings));
            assertThat(FaninRecord.KIND.get(segment, at)).isEqualTo(2);
            assertThat(FaninRecord.PRODUCERS.get(segment, at)).isEqualTo(4);
            int read = FaninRecord.RINGS.get(segment, at);
            long local = FaninRecord.TASK_LOCAL.get(segment, at);
            assertThat(FaninRecord.taskId(-1, local, read)).isEqualTo(task);
            for (int i = 0; i < producers.length; i++) {
                local = FaninRecord.PRODUCER_LOCALS.get(segment, at, i);
                assertThat(FaninRecord.taskId(i, local, read)).isEqualTo(producers[i]);
            }
        });
        assertThat(record.hex()).isEqualTo("""
                        07 00 00 80 02 04 93 03 fe ff ff ff 02 00 00 00
                        03 00 00 00 04 00 00 00 00 00 00 00 00 00 00 00""");
    }

    /** A core that waited at a gate for minutes has not thrown. */
    @Test
    void aLongTimeToTheStartDoesNotReachTheBitOfAKernelThatThrew() {
        for (long ticks : new long[] {0, 1, 0x7FFF_FFFFL, 0x8000_0000L, Long.MAX_VALUE}) {
            for (boolean threw : new boolean[] {false, true}) {
                long word = AicoreTaskRecord.receiveToStart(ticks, threw);
                assertThat(AicoreTaskRecord.threw(word)).isEqualTo(threw);
                assertThat(AicoreTaskRecord.receiveToStartTicks(word)).isEqualTo(Math.min(ticks, 0x7FFF_FFFFL));
            }
        }
    }

    @Test
    void aicpuTaskIsThirtyTwoBytes() {
        RecordBytes record = RecordBytes.of(AicpuTaskRecord.LAYOUT, (segment, at) -> {
            AicpuTaskRecord.DISPATCH_TICK.set(segment, at, 0x0102030405060708L);
            AicpuTaskRecord.FINISH_TICK.set(segment, at, 0x1112131415161718L);
            AicpuTaskRecord.REG_TASK_ID.set(segment, at, 0x7FFFFFEF);
        });
        assertThat(record.hex()).isEqualTo("""
                        08 07 06 05 04 03 02 01 18 17 16 15 14 13 12 11
                        ef ff ff 7f 00 00 00 00 00 00 00 00 00 00 00 00""");
    }

    @Test
    void schedulerPhaseIsFortyBytes() {
        RecordBytes record = RecordBytes.of(SchedPhaseRecord.LAYOUT, (segment, at) -> {
            SchedPhaseRecord.START_TICK.set(segment, at, 0x0102030405060708L);
            SchedPhaseRecord.END_TICK.set(segment, at, 0x1112131415161718L);
            SchedPhaseRecord.LOOP_ITERATION.set(segment, at, 0x21222324);
            SchedPhaseRecord.KIND.set(segment, at, SchedPhaseKind.GRAPH_PREPARE.code());
            SchedPhaseRecord.TASKS_PROCESSED.set(segment, at, 0x31323334);
            SchedPhaseRecord.POP_HIT.set(segment, at, 0x41424344);
            SchedPhaseRecord.POP_MISS.set(segment, at, 0x51525354);
        });
        assertThat(record.hex()).isEqualTo("""
                        08 07 06 05 04 03 02 01 18 17 16 15 14 13 12 11
                        24 23 22 21 0d 00 00 00 34 33 32 31 44 43 42 41
                        54 53 52 51 00 00 00 00""");
    }

    @Test
    void orchestratorPhaseIsThirtyTwoBytes() {
        RecordBytes record = RecordBytes.of(OrchPhaseRecord.LAYOUT, (segment, at) -> {
            OrchPhaseRecord.START_TICK.set(segment, at, 0x0102030405060708L);
            OrchPhaseRecord.END_TICK.set(segment, at, 0x1112131415161718L);
            OrchPhaseRecord.TASK_ID.set(segment, at, 0x2122232425262728L);
            OrchPhaseRecord.SUBMIT_INDEX.set(segment, at, 0x31323334);
            OrchPhaseRecord.CALL.set(segment, at, OrchPhaseRecord.ALLOCATION);
        });
        assertThat(record.hex()).isEqualTo("""
                        08 07 06 05 04 03 02 01 18 17 16 15 14 13 12 11
                        28 27 26 25 24 23 22 21 34 33 32 31 01 00 00 00""");
    }

    @Test
    void markerHoldsTheWholeTaskId() {
        RecordBytes record = RecordBytes.of(MarkerRecord.LAYOUT, (segment, at) -> {
            MarkerRecord.TICK.set(segment, at, 0x0102030405060708L);
            MarkerRecord.TASK_ID.set(segment, at, 0x8182838485868788L);
            MarkerRecord.KIND.set(segment, at, SchedPhaseKind.PREDICATED_SKIP.code());
            MarkerRecord.LOOP_ITERATION.set(segment, at, 0x31323334);
        });
        assertThat(record.hex()).isEqualTo("""
                        08 07 06 05 04 03 02 01 88 87 86 85 84 83 82 81
                        0c 00 00 00 34 33 32 31 00 00 00 00 00 00 00 00""");
    }

    @Test
    void hostPhaseIsFortyBytes() {
        RecordBytes record = RecordBytes.of(HostPhaseRecord.LAYOUT, (segment, at) -> {
            HostPhaseRecord.START_NANOS.set(segment, at, 0x0102030405060708L);
            HostPhaseRecord.END_NANOS.set(segment, at, 0x1112131415161718L);
            HostPhaseRecord.DETAIL.set(segment, at, 0x2122232425262728L);
            HostPhaseRecord.KIND.set(segment, at, HostPhaseKind.BUILD_DEFINITION.code());
            HostPhaseRecord.INDEX.set(segment, at, 0x31323334);
            HostPhaseRecord.THREAD_ID.set(segment, at, 0x41424344);
        });
        assertThat(record.hex()).isEqualTo("""
                        08 07 06 05 04 03 02 01 18 17 16 15 14 13 12 11
                        28 27 26 25 24 23 22 21 10 00 00 00 34 33 32 31
                        44 43 42 41 00 00 00 00""");
    }

    @Test
    void codesOnTheWireNeverMove() {
        assertThat(Arrays.stream(SwimlaneStream.values()).map(SwimlaneStream::code))
                .containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(Arrays.stream(SwimlaneStream.values()).map(SwimlaneStream::label))
                .containsExactly(
                        "aicpu_task",
                        "aicpu_sched_phase",
                        "aicpu_orch_phase",
                        "aicore_task",
                        "marker",
                        "host_phase",
                        "fanin");
        assertThat(Arrays.stream(SchedPhaseKind.values()).map(k -> k.code() + " " + k.label()))
                .containsExactly(
                        "0 complete",
                        "1 dispatch",
                        "2 release",
                        "4 dummy",
                        "5 early_dispatch",
                        "6 resolve",
                        "7 dummy_task",
                        "8 drain",
                        "9 drain_prepare",
                        "10 drain_publish",
                        "11 async_poll",
                        "12 predicated_skip",
                        "13 graph_prepare",
                        "-1 ",
                        "-1 "); // of readers, never in a record
        assertThat(SchedPhaseKind.ofCode(-1)).isEmpty();
        assertThat(SchedPhaseKind.labelOf(3)).isEqualTo("unknown");
        assertThat(SwimlaneStream.ofCode(7)).isEmpty();
        assertThat(HostPhaseKind.labelOf(16)).isEqualTo("build_definition");
        assertThat(HostPhaseKind.labelOf(17)).isEqualTo("unknown");
    }

    @Test
    void topologyListsTypeAndSchedulerOfEachCore() {
        RecordBytes record = RecordBytes.of(SwimlaneTopology.LAYOUT, (segment, at) -> {
            SwimlaneTopology.CORES.set(segment, at, 108);
            SwimlaneTopology.SCHEDULERS.set(segment, at, 4);
            SwimlaneTopology.MAX_THREADS.set(segment, at, 5);
            SwimlaneTopology.CORE_TYPES.set(segment, at, 127, SwimlaneTopology.AIV);
            SwimlaneTopology.CORE_THREADS.set(segment, at, 0, 3);
            SwimlaneTopology.CORE_THREADS.set(segment, at, 127, 2);
        });
        String zero = "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n";
        assertThat(record.hex())
                .isEqualTo("6c 00 00 00 04 00 00 00 05 00 00 00 00 00 00 00\n"
                        + zero.repeat(3 + 7)
                        + "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01\n"
                        + "03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                        + zero.repeat(6)
                        + "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 02");
    }

    @Test
    void aFurtherCoreFollowsTheTopology() {
        RecordBytes record = RecordBytes.of(FurtherCore.LAYOUT, (segment, at) -> {
            FurtherCore.CORE_TYPE.set(segment, at, SwimlaneTopology.AIV);
            FurtherCore.CORE_THREAD.set(segment, at, 0x102);
        });
        assertThat(record.hex()).isEqualTo("01 00 02 01 00 00 00 00");
        assertThat(SwimlaneTopology.sizeBytes(128)).isEqualTo(320);
        assertThat(SwimlaneTopology.sizeBytes(130)).isEqualTo(336);
        assertThat(SwimlaneTopology.furtherAt(1000, 129)).isEqualTo(1328);
    }

    @Test
    void onlyTheFaninRecordOfTheFirstTaskMayBeAllZeros() {
        assertThat(FaninRecord.head(0, 0, 0, 0)).isZero();
        for (SwimlaneStream stream : SwimlaneStream.values()) {
            assertThat(stream.mayBeZero(0)).isEqualTo(stream == SwimlaneStream.FANIN);
            assertThat(stream.mayBeZero(1)).isFalse();
        }
    }
}
