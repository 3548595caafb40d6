package io.tidemark.analysis.timing;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.TextTable;
import io.tidemark.analysis.text.Units;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Times per span name, a table per callable. Pure output, one thread. */
public final class TimingText {
    private TimingText() {}

    /**
     * Which figures are printed.
     *
     * @param rows the statistics of a callable
     * @param mean of one of them, in nanoseconds
     */
    public record Figures(Function<Callable, List<NameStatistics>> rows, ToDoubleFunction<NameStatistics> mean) {
        /** Repeats added up, exact means. */
        public static final Figures DEFAULT = new Figures(NameStatistics::of, NameStatistics::meanNanos);
    }

    public static void print(TimingReport report, Figures figures, PrintWriter out) {
        for (Callable callable : report.callables()) {
            int runs = callable.invocations().size();
            out.println("callable %s (%s), %s".formatted(callable.hash(), callable.label(), Units.plural(runs, "run")));
            TextTable table = new TextTable("span", "clock", ">n", ">mean us", ">median us", ">min us", ">max us");
            for (NameStatistics row : figures.rows().apply(callable)) {
                table.row(
                        "  ".repeat(Math.max(0, row.depth())) + Plain.line(row.name(), 70),
                        row.onDevice() ? "device" : "host",
                        row.count(),
                        micros(figures.mean().applyAsDouble(row)),
                        micros(row.medianNanos()),
                        micros(row.leastNanos()),
                        micros(row.mostNanos()));
            }
            out.print(table.text(2));
            out.println();
        }
    }

    /** Writes members into the object the caller has begun. */
    public static void members(JsonWriter json, TimingReport report, Figures figures) {
        json.member("torn_records", report.log().tornRecords());
        json.name("callables").beginArray();
        for (Callable callable : report.callables()) {
            json.beginObject()
                    .member("hid", callable.hash())
                    .member("label", callable.label())
                    .member("invocations", callable.invocations().size());
            json.name("spans").beginArray();
            for (NameStatistics row : figures.rows().apply(callable)) {
                json.beginObject()
                        .member("name", row.name())
                        .member("clock", row.onDevice() ? "device" : "host")
                        .member("n", row.count())
                        .member("mean_ns", figures.mean().applyAsDouble(row))
                        .member("median_ns", row.medianNanos())
                        .member("min_ns", row.leastNanos())
                        .member("max_ns", row.mostNanos())
                        .endObject();
            }
            json.endArray();
            json.endObject();
        }
        json.endArray();
        if (!report.callables().isEmpty()) {
            json.name("rounds");
            new RoundsTable(report.callables().getFirst()).json(json);
        }
    }

    private static String micros(double nanos) {
        return Numbers.fixed(nanos / 1000.0, 1);
    }
}
