package io.tidemark.analysis.timing;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One row per run of the callable that ran most. Columns without any value are left out. Pure
 * output, one thread.
 */
public final class RoundsTable {
    private final List<Invocation> rounds;
    private final List<Invocation.Phase> columns = new ArrayList<>();

    public RoundsTable(Callable callable) {
        rounds = callable.invocations();
        for (Invocation.Phase phase : Invocation.Phase.values()) {
            boolean hasValue = rounds.stream().anyMatch(round -> round.phaseNanos(phase) != 0);
            if (phase == Invocation.Phase.HOST || hasValue) {
                columns.add(phase);
            }
        }
    }

    /** Prints the table, and how many rounds the device measured. */
    public void print(PrintWriter out) {
        printTable(out);
        printMeasured(out);
    }

    /** Prints the table alone. */
    public void printTable(PrintWriter out) {
        String[] heads = new String[columns.size() + 1];
        heads[0] = ">round";
        for (int column = 0; column < columns.size(); column++) {
            heads[column + 1] = ">" + columns.get(column).head() + " us";
        }
        TextTable table = new TextTable(heads);
        for (int round = 0; round < rounds.size(); round++) {
            Object[] cells = new Object[heads.length];
            cells[0] = round;
            for (int column = 0; column < columns.size(); column++) {
                cells[column + 1] = micros(rounds.get(round).phaseNanos(columns.get(column)));
            }
            table.row(cells);
        }
        table.row(statistics("mean", false));
        table.row(statistics("median", true));
        out.print(table.text(0));
    }

    /** Says in how many rounds there is a device time, unless in all. */
    public void printMeasured(PrintWriter out) {
        long withDevice = rounds.stream()
                .filter(round -> round.phaseNanos(Invocation.Phase.DEVICE) != 0)
                .count();
        if (withDevice != rounds.size()) {
            out.println("%d of %d rounds have a device time".formatted(withDevice, rounds.size()));
        }
    }

    private Object[] statistics(String title, boolean median) {
        Object[] cells = new Object[columns.size() + 1];
        cells[0] = title;
        for (int column = 0; column < columns.size(); column++) {
            long[] values = values(columns.get(column));
            cells[column + 1] = micros(median ? NameStatistics.median(values) : mean(values));
        }
        return cells;
    }

    /** Values of a column; a zero means "not measured" everywhere but in the host's. */
    private long[] values(Invocation.Phase phase) {
        return rounds.stream()
                .mapToLong(round -> round.phaseNanos(phase))
                .filter(nanos -> phase == Invocation.Phase.HOST || nanos != 0)
                .toArray();
    }

    private static double mean(long[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    private static String micros(double nanos) {
        return Numbers.fixed(nanos / 1000.0, 1);
    }

    /** Phases that have a column. */
    public List<Invocation.Phase> columns() {
        return List.copyOf(columns);
    }

    /** Writes an array with an object per round. */
    public void json(JsonWriter json) {
        json.beginArray();
        for (Invocation round : rounds) {
            json.beginObject().member("pid", round.pid()).member("inv", round.number());
            for (Invocation.Phase phase : columns) {
                json.member(phase.head().toLowerCase(Locale.ROOT) + "_ns", round.phaseNanos(phase));
            }
            json.endObject();
        }
        json.endArray();
    }
}
