package io.tidemark.analysis.pmu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.pmu.PmuRow;
import io.tidemark.capture.pmu.PmuTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PmuReportTest {
    private static final NameMap NAMES = new NameMap(2, null, Map.of(3, "matmul"));

    @Test
    void meanAndSpreadArePerKernelAndCoreType() {
        PmuTable table = new PmuTable(List.of("busy", "never"));
        table.add(new PmuRow(0, 0, 1, 3, 0, 100, new long[] {10, 0}, PmuRow.ALL_KNOWN, 2));
        table.add(new PmuRow(0, 0, 2, 3, 0, 200, new long[] {30, 0}, PmuRow.ALL_KNOWN, 2));
        table.add(new PmuRow(0, 4, 3, 3, 1, 900, new long[] {7, 0}, PmuRow.ALL_KNOWN, 2));
        PmuReport report = PmuReport.of(table, NAMES);
        assertThat(report.kernels()).hasSize(2);
        KernelCounters cube = report.kernels().getFirst();
        assertThat(cube.name()).isEqualTo("matmul");
        assertThat(cube.count()).isEqualTo(2);
        assertThat(cube.cycles().mean()).isEqualTo(150);
        assertThat(cube.cycles().deviation()).isCloseTo(Math.sqrt(5000), within(1e-9));
        assertThat(cube.counters().getFirst().mean()).isEqualTo(20);
        assertThat(report.dead()).containsExactly(1);
        assertThat(text(report))
                .contains("Not on this platform")
                .contains("never")
                .contains("20 ");
    }

    @Test
    void zerosDressedAsDataAreCalledOut() {
        PmuTable table = new PmuTable(List.of("busy"));
        table.add(new PmuRow(0, 0, 1, 3, 0, 0, new long[] {0}, PmuRow.ALL_KNOWN, 4));
        PmuReport report = PmuReport.of(table, NAMES);
        assertThat(report.measuredNothing()).isTrue();
        assertThat(text(report)).contains("Nothing was measured").doesNotContain("0.0");
        StringBuilder json = new StringBuilder();
        JsonWriter writer = new JsonWriter(json, 0);
        writer.beginObject();
        PmuSections.of(report).write(writer);
        writer.endObject().finish();
        assertThat(json.toString()).contains("\"busy\": null").contains("\"memory\"");
    }

    /** A task of several blocks has no argument bytes; its kernel's other tasks have. */
    @Test
    void anEmptyCellIsNoZero() {
        PmuTable table = new PmuTable(List.of("bytes"));
        table.add(new PmuRow(0, 0, 1, 3, 0, 100, new long[] {40}, PmuRow.ALL_KNOWN, 2));
        table.add(new PmuRow(0, 0, 2, 3, 0, 100, new long[] {0}, 0, 2));
        table.add(new PmuRow(0, 4, 3, 3, 1, 100, new long[] {0}, 0, 2));
        PmuReport report = PmuReport.of(table, NAMES);
        Spread known = report.kernels().getFirst().counters().getFirst();
        assertThat(known.count()).isEqualTo(1);
        assertThat(known.mean()).isEqualTo(40);
        assertThat(known.least()).isEqualTo(40);
        assertThat(text(report)).contains("unknown").doesNotContain("NaN");
    }

    @Test
    void largeCountersKeepTheirSpread() {
        Spread spread = new Spread();
        for (int value = 0; value < 3; value++) {
            spread.add(1e15 + value);
        }
        assertThat(spread.deviation()).isEqualTo(1.0);
    }

    private static String text(PmuReport report) {
        String text = PmuSections.of(report).text();
        return text;
    }
}
