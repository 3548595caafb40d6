package io.tidemark.analysis.timing;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.TextTable;
import io.tidemark.analysis.text.Units;
import java.io.PrintWriter;
import java.util.Arrays;

/** Prepare phases for people and programs. Pure output, one thread. */
public final class BindText {
    private BindText() {}

    public static void print(BindReport report, PrintWriter out) {
        if (!report.stamp().isEmpty()) {
            out.println("made by: " + Plain.line(report.stamp()));
        }
        out.println("%s over %s, %d warm, %d cold left out"
                .formatted(
                        Units.plural(report.passes(), "pass"),
                        Units.plural(report.ranks(), "rank"),
                        report.warm(),
                        report.cold()));
        TextTable table = new TextTable("phase", "plane", ">min ms", ">median ms", ">max ms", ">n");
        report.nanosByPhase()
                .forEach((phase, nanos) ->
                        row(table, phase, BindReport.CONTROL_PLANE.contains(phase) ? "control" : "", nanos));
        if (report.totals().length > 0) {
            row(table, "total", "control", report.totals());
        }
        out.print(table.text(2));
        if (!report.sometimesMissing().isEmpty()) {
            out.println("Some passes lack %s and are not in the total."
                    .formatted(String.join(", ", report.sometimesMissing())));
        }
        if (!report.unknownPhases().isEmpty()) {
            out.println("Phases of unknown meaning: " + Plain.line(String.join(", ", report.unknownPhases())));
        }
    }

    private static void row(TextTable table, String phase, String plane, long[] nanos) {
        table.row(
                phase,
                plane,
                millis(Arrays.stream(nanos).min().orElse(0)),
                millis(NameStatistics.median(nanos)),
                millis(Arrays.stream(nanos).max().orElse(0)),
                nanos.length);
    }

    private static String millis(double nanos) {
        return Numbers.fixed(nanos / 1e6, 3);
    }

    /** Writes members into the object the caller has begun. */
    public static void members(JsonWriter json, BindReport report) {
        json.member("stamp", report.stamp())
                .member("passes", report.passes())
                .member("ranks", report.ranks())
                .member("warm", report.warm());
        json.name("phases").beginObject();
        report.nanosByPhase().forEach((phase, nanos) -> values(json, phase, nanos));
        values(json, "control_plane_total", report.totals());
        json.endObject();
    }

    private static void values(JsonWriter json, String name, long[] nanos) {
        json.name(name).beginArray();
        for (long value : nanos) {
            json.value(value);
        }
        json.endArray();
    }
}
