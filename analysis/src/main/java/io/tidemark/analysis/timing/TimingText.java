package io.tidemark.analysis.timing;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.TextTable;
import java.io.PrintWriter;

/** Times per span name, a table per callable. Pure output, one thread. */
public final class TimingText {
    private TimingText() {}

    /**
     * With {@code compat} the numbers of today's tools: mean cut to nanoseconds, repeats ignored.
     */
    public static void print(TimingReport report, boolean compat, PrintWriter out) {
        for (Callable callable : report.callables()) {
            int runs = callable.invocations().size();
            out.println(
                    "callable %s (%s), %d %s"
                            .formatted(
                                    callable.hash(),
                                    callable.label(),
                                    runs,
                                    runs == 1 ? "run" : "runs"));
            TextTable table =
                    new TextTable(
                            "span", "clock", ">n", ">mean us", ">median us", ">min us", ">max us");
            for (NameStatistics row : NameStatistics.of(callable, compat)) {
                table.row(
                        "  ".repeat(Math.max(0, row.depth())) + Plain.line(row.name(), 70),
                        row.onDevice() ? "device" : "host",
                        row.count(),
                        micros(compat ? row.wholeMeanNanos() : row.meanNanos()),
                        micros(row.medianNanos()),
                        micros(row.leastNanos()),
                        micros(row.mostNanos()));
            }
            out.print(table.text(2));
            out.println();
        }
    }

    /** Writes members into the object the caller has begun. */
    public static void members(JsonWriter json, TimingReport report, boolean compat) {
        json.member("torn_records", report.log().tornRecords());
        json.name("callables").beginArray();
        for (Callable callable : report.callables()) {
            json.beginObject()
                    .member("hid", callable.hash())
                    .member("label", callable.label())
                    .member("invocations", callable.invocations().size());
            json.name("spans").beginArray();
            for (NameStatistics row : NameStatistics.of(callable, compat)) {
                json.beginObject()
                        .member("name", row.name())
                        .member("clock", row.onDevice() ? "device" : "host")
                        .member("n", row.count())
                        .member("mean_ns", compat ? row.wholeMeanNanos() : row.meanNanos())
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
