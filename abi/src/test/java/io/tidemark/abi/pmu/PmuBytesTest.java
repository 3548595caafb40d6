package io.tidemark.abi.pmu;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.abi.RecordBytes;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Pins bytes, not code. Red here means: undo it, or raise AbiVersion and add a line to
 * docs/abi/history.md.
 */
class PmuBytesTest {
    @Test
    void aRecordIsTwoCacheLines() {
        RecordBytes record = RecordBytes.of(PmuRecord.LAYOUT, (segment, at) -> {
            PmuRecord.TASK_ID.set(segment, at, 0x0000000300000007L);
            PmuRecord.START_TICK.set(segment, at, 0x1122334455667788L);
            PmuRecord.TOTAL_CYCLES.set(segment, at, 0x11);
            PmuRecord.FUNCTION_ID.set(segment, at, -1);
            PmuRecord.KNOWN.set(segment, at, 1 | ArgumentCounter.INVOCATIONS.bit());
            PmuRecord.COUNTERS.set(segment, at, 0, 0xFFFF_FFFEL);
            PmuRecord.COUNTERS.set(segment, at, 9, 0x22);
            PmuRecord.READ_BYTES.set(segment, at, 0x31);
            PmuRecord.WRITE_BYTES.set(segment, at, 0x32);
            PmuRecord.READ_ELEMENTS.set(segment, at, 0x33);
            PmuRecord.WRITE_ELEMENTS.set(segment, at, 0x34);
            PmuRecord.INVOCATIONS.set(segment, at, 0x35);
            PmuRecord.CORE.set(segment, at, 107);
            PmuRecord.EVENT.set(segment, at, PmuEvent.L2_CACHE.code());
            PmuRecord.THREAD.set(segment, at, 3);
            PmuRecord.CORE_TYPE.set(segment, at, 1);
        });
        assertThat(record.hex()).isEqualTo("""
                        07 00 00 00 03 00 00 00 88 77 66 55 44 33 22 11
                        11 00 00 00 00 00 00 00 ff ff ff ff 01 00 10 00
                        fe ff ff ff 00 00 00 00 00 00 00 00 00 00 00 00
                        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                        00 00 00 00 22 00 00 00 31 00 00 00 00 00 00 00
                        32 00 00 00 00 00 00 00 33 00 00 00 00 00 00 00
                        34 00 00 00 00 00 00 00 35 00 00 00 00 00 00 00
                        6b 00 08 00 03 01 00 00 00 00 00 00 00 00 00 00""");
    }

    @Test
    void eventGroupsHaveTheNumbersAndCountersOfTheirPlatform() {
        assertThat(Arrays.stream(PmuEvent.values()).map(PmuEvent::code)).containsExactly(1, 2, 4, 5, 6, 7, 8, 100);
        assertThat(PmuEvent.ofCode(3)).isEmpty();
        assertThat(PmuEvent.DEFAULT.code()).isEqualTo(2);
        assertThat(PmuEvent.PIPE_UTILIZATION.counters(Platform.A2A3))
                .containsExactly(
                        "vec_busy_cycles",
                        "cube_busy_cycles",
                        "scalar_busy_cycles",
                        "mte1_busy_cycles",
                        "mte2_busy_cycles",
                        "mte3_busy_cycles",
                        "icache_miss",
                        "icache_req");
        assertThat(PmuEvent.ARITHMETIC.counters(Platform.A5))
                .containsExactly("cube_fp_instr_busy", "cube_int_instr_busy");
        assertThat(PmuEvent.MULTIPROCESSOR.counters(Platform.CUDA)).containsExactly("sm_cycles");
        for (Platform platform : Platform.values()) {
            List<PmuEvent> groups = Arrays.stream(PmuEvent.values())
                    .filter(event -> event.isOn(platform))
                    .toList();
            assertThat(groups).contains(PmuEvent.defaultOf(platform));
            for (PmuEvent event : groups) {
                assertThat(event.counters(platform))
                        .hasSizeBetween(1, platform.pmuCounters())
                        .doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void bitsOfTheArgumentCountersNeverMove() {
        assertThat(Arrays.stream(ArgumentCounter.values()).map(c -> c.column() + " " + c.bit()))
                .containsExactly(
                        "arg_read_bytes 65536",
                        "arg_write_bytes 131072",
                        "arg_read_elements 262144",
                        "arg_write_elements 524288",
                        "kernel_invocations 1048576");
    }
}
