package io.tidemark.analysis.deps;

import io.tidemark.analysis.text.Units;
import java.io.PrintWriter;

/** Races as lines, one each. Pure output, one thread. */
public final class RaceText {
    private RaceText() {}

    public static void print(DepsReport report, RaceReport found, PrintWriter out) {
        out.println(
                "races: %s%s among %s to %s"
                        .formatted(
                                found.stoppedEarly() ? "at least " : "",
                                Units.plural(found.races().size(), "pair"),
                                found.accesses()
                                        + (found.accesses() == 1 ? " access" : " accesses"),
                                Units.plural(found.buffers(), "buffer")));
        if (found.unresolved() > 0) {
            out.println(
                    "not compared: %s whose bytes or direction the capture does not tell"
                            .formatted(Units.plural(found.unresolved(), "argument")));
        }
        for (Race race : found.races()) {
            out.println(
                    "race %s arg %d %s / %s arg %d %s: %s from byte %d of buffer 0x%x"
                            .formatted(
                                    task(report, race.first()),
                                    race.firstArgument(),
                                    verb(race.firstWrites()),
                                    task(report, race.second()),
                                    race.secondArgument(),
                                    verb(race.secondWrites()),
                                    Units.bytes(race.commonBytes()),
                                    race.beginByte(),
                                    race.bufferAddress()));
        }
    }

    private static String task(DepsReport report, int node) {
        String kernel = report.labels().kernel(node);
        return report.labels().task(node) + (kernel.isEmpty() ? "" : " (" + kernel + ")");
    }

    private static String verb(boolean writes) {
        return writes ? "writes" : "reads";
    }
}
