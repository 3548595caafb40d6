package io.tidemark.analysis.compat;

import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.timing.Callable;
import io.tidemark.analysis.timing.Invocation;
import io.tidemark.analysis.timing.NameStatistics;
import io.tidemark.analysis.timing.RoundsTable;
import io.tidemark.analysis.timing.TimingText.Figures;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;

/** Times of a log as the tools of simpler count them. Pure output. */
public final class CompatTiming {
    /** A repeated name counts its first span; means are cut to whole nanoseconds. */
    public static final Figures FIGURES = new Figures(
            callable -> NameStatistics.of(callable, (invocation, span) -> span.durationNanos()),
            row -> Arrays.stream(row.nanos()).sum() / row.nanos().length);

    private static final int TRIMMED = 10; // rounds dropped at each end

    private CompatTiming() {}

    /** The rounds of a callable, with trimmed means where there are enough of them. */
    public static void printRounds(Callable callable, PrintWriter out) {
        RoundsTable table = new RoundsTable(callable);
        table.printTable(out);
        if (callable.invocations().size() > 2 * TRIMMED) {
            StringBuilder line = new StringBuilder("trimmed mean (10 least and 10 greatest dropped):");
            List<Invocation.Phase> columns = table.columns();
            for (Invocation.Phase phase : columns.subList(0, Math.min(2, columns.size()))) {
                line.append(' ').append(phase.head()).append(' ');
                line.append(Numbers.fixed(trimmedMean(callable, phase) / 1000.0, 1))
                        .append(" us");
            }
            out.println(line);
        }
        table.printMeasured(out);
    }

    private static double trimmedMean(Callable callable, Invocation.Phase phase) {
        long[] sorted = callable.invocations().stream()
                .mapToLong(round -> round.phaseNanos(phase))
                .sorted()
                .toArray();
        return Arrays.stream(sorted, TRIMMED, sorted.length - TRIMMED).average().orElse(0);
    }
}
