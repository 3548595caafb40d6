package io.tidemark.analysis.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One report, written once, in its three forms. */
class ReportTest {
    private record Kernel(String name, long runs, double nanos, double share) {}

    private static final List<Kernel> KERNELS =
            List.of(new Kernel("matmul_of_a_long_name", 1200, 1_212_500, 0.75), new Kernel("add", 1, 780, 0.25));

    private static Report report() {
        return new Report()
                .fact("makespan", "makespan_ns", Quantity.NANOS, 24_855_000L)
                .line("a sentence that is long enough to be broken on a terminal of forty columns")
                .section(
                        "Kernels",
                        inside -> inside.table(Table.of("kernels", KERNELS)
                                .showing(KERNELS.subList(0, 1))
                                .column("kernel", "name", Quantity.TEXT, Kernel::name)
                                .column("runs", "runs", Quantity.COUNT, Kernel::runs)
                                .column("mean", "mean_ns", Quantity.NANOS, Kernel::nanos)
                                .column("share", "share", Quantity.SHARE, Kernel::share)
                                .shown("", Quantity.BAR, Kernel::share)
                                .members(kernel -> Map.of("extra", kernel.runs() > 1))
                                .footer("1 more", 1L, null, Double.NaN, null)))
                .object("inner", inside -> inside.fact("list", List.of(1, 2)))
                .section("Empty", inside -> inside.table(Table.shown(List.of()).hiddenWhenEmpty()));
    }

    @Test
    void peopleReadUnitsAndTitlesOfWhatIsNotEmpty() {
        assertThat(report().text()).isEqualTo("""
                        makespan: 24.9 ms
                        a sentence that is long enough to be broken on a terminal of forty columns

                        Kernels
                          kernel                  runs     mean   share
                          ---------------------  -----  -------  ------  ---------------
                          matmul_of_a_long_name  1,200  1.21 ms  75.0 %  ###############
                          1 more                     1              n/a
                        """);
    }

    @Test
    void programsReadValuesAsTheyAre() {
        StringBuilder text = new StringBuilder();
        JsonWriter json = JsonWriter.onOneLine(text).beginObject();
        report().write(json);
        json.endObject();
        assertThat(text.toString())
                .isEqualTo("{\"makespan_ns\":24855000,\"kernels\":["
                        + "{\"name\":\"matmul_of_a_long_name\",\"runs\":1200,\"mean_ns\":1212500.0,\"share\":0.75,"
                        + "\"extra\":true},"
                        + "{\"name\":\"add\",\"runs\":1,\"mean_ns\":780.0,\"share\":0.25,\"extra\":false}],"
                        + "\"inner\":{\"list\":[1,2]}}");
    }

    @Test
    void noLineIsWiderThanTheTerminal() {
        StringWriter text = new StringWriter();
        report().print(Ink.of(false), 52, new PrintWriter(text, true));
        assertThat(text.toString().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(52));
        assertThat(text.toString())
                .contains("matmul_o…", "1.21 ms  75.0 %", "###############", "\n  terminal of forty columns\n");
    }

    @Test
    void aPageHasTitlesAndTables() {
        StringWriter page = new StringWriter();
        report().printMarkdown(2, new PrintWriter(page, true));
        assertThat(page.toString())
                .contains("makespan: 24.9 ms\n", "## Kernels\n", "|:---|---:|---:|---:|:---|\n")
                .doesNotContain("Empty", "inner");
    }
}
