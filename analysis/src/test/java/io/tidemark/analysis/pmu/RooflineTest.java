package io.tidemark.analysis.pmu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.pmu.PmuRow;
import io.tidemark.capture.pmu.PmuTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RooflineTest {
    private static final NameMap NAMES = new NameMap(2, null, Map.of(0, "matmul", 1, "add"));
    private static final ChipRates RATES =
            new ChipRates("mine", new ChipRates.Core(64, 16_384), new ChipRates.Core(32, 256));
    private static final long CLOCK_HZ = 50_000_000; // 20 ns a cycle

    /** 100 cycles are 2000 ns: 64000 bytes are 32 a nanosecond, half of what memory gives. */
    @Test
    void bytesAndOperationsStandAgainstTheRoofsOfTheirCore() {
        PmuTable table = new PmuTable(List.of("cube_fp16_exec", "arg_read_bytes", "arg_write_bytes"));
        table.add(row(0, 0, 100, PmuRow.ALL_KNOWN, 1000, 60_000, 4_000));
        Roofline roofline = Roofline.of(table, NAMES, Optional.of(RATES), CLOCK_HZ);
        Roofline.Entry matmul = roofline.kernels().getFirst();
        assertThat(matmul.name()).isEqualTo("matmul");
        assertThat(matmul.cores()).isEqualTo("aic");
        assertThat(matmul.ofMemory()).isEqualTo(0.5);
        assertThat(matmul.operationsPerNano()).isEqualTo(1000 * 8192 / 2000.0);
        assertThat(matmul.ofArithmetic()).isEqualTo(0.25);
        assertThat(matmul.intensity()).isEqualTo(128);
        assertThat(roofline.limits()).isEmpty();
    }

    @Test
    void whatIsNotKnownIsLeftOutAndSaid() {
        PmuTable table = new PmuTable(List.of("cube_fp16_exec", "arg_read_bytes", "arg_write_bytes"));
        table.add(row(0, 1, 100, 0b110, 0, 16_000, 16_000)); // the cell of operations is empty
        table.add(row(0, 1, 300, 0b000, 0, 0, 0)); // a task of several blocks
        table.add(row(1, 1, 300, 0b000, 0, 0, 0));
        Roofline roofline = Roofline.of(table, NAMES, Optional.of(RATES), CLOCK_HZ);
        Roofline.Entry some = roofline.kernels().getFirst();
        assertThat(some.ofMemory()).isEqualTo(0.5); // of the run whose bytes are known
        assertThat(some.ofArithmetic()).isNaN();
        assertThat(some.intensity()).isNaN();
        assertThat(roofline.kernels().getLast().ofMemory()).isNaN();
        assertThat(roofline.limits())
                .satisfiesExactly(
                        bytes -> assertThat(bytes).startsWith("Of some kernels"),
                        operations -> assertThat(operations).startsWith("Operations were not"));
    }

    /** Zeros of a simulator are no measurement; hardware without a profile still has pipes. */
    @Test
    void withoutAProfileThePipesRemain() {
        PmuTable table = new PmuTable(List.of("mte2_busy_cycles", "vec_busy_cycles", "icache_req"));
        table.add(row(1, 1, 100, PmuRow.ALL_KNOWN, 81, 30, 99));
        table.add(row(1, 1, 100, PmuRow.ALL_KNOWN, 79, 10, 99));
        Roofline roofline = Roofline.of(table, NAMES, Optional.empty(), CLOCK_HZ);
        assertThat(roofline.kernels().getFirst().pipe()).isEqualTo("mte2");
        assertThat(roofline.kernels().getFirst().ofPipe()).isCloseTo(0.8, within(1e-9));
        assertThat(roofline.limits().getFirst()).contains("only a capture in virtual time");
        PmuTable zeros = new PmuTable(List.of("mte2_busy_cycles", "vec_fp32_exec"));
        zeros.add(row(1, 1, 100, PmuRow.ALL_KNOWN, 0, 0));
        Roofline nothing = Roofline.of(zeros, NAMES, Optional.of(RATES), 0);
        assertThat(nothing.kernels().getFirst().pipe()).isEmpty();
        assertThat(nothing.kernels().getFirst().operationsPerNano()).isNaN();
        assertThat(nothing.limits().getFirst()).contains("How long a cycle is");
    }

    @Test
    void theRatesAreThoseOfTheCapturesModel(@TempDir Path capture) throws IOException {
        assertThat(ChipRates.of(CaptureFinder.at(capture))).isEmpty();
        Path file = capture.resolve("virtual_time.json");
        Files.writeString(file, """
                {"profile": "mine", "costs": {
                 "matrix.clock_ghz": 2.0, "matrix.bytes_per_cycle": 32, "matrix.operations_per_cycle": 8192,
                 "vector.clock_ghz": 2, "vector.bytes_per_cycle": 16.0, "vector.operations_per_cycle": 128}}
                """);
        assertThat(ChipRates.of(CaptureFinder.at(capture))).contains(RATES);
        Files.writeString(file, "{\"profile\": \"mine\", \"costs\": {\"matrix.clock_ghz\": -1}}");
        assertThat(ChipRates.of(CaptureFinder.at(capture))).isEmpty();
        Files.writeString(file, "{");
        assertThat(ChipRates.of(CaptureFinder.at(capture))).isEmpty();
    }

    private static PmuRow row(int function, int type, long cycles, long known, long... counters) {
        return new PmuRow(0, 0, 1, function, type, cycles, counters, known, 1);
    }
}
