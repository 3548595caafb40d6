package io.tidemark.checks.bench;

import java.util.List;
import java.util.Map;

/** Exports and the tools that read captures. */
final class ToolSection extends Section {
    /** Seconds at 100,000 tasks. */
    private static final Map<String, Double> MOST = Map.of(
            "convert --format pftrace", 2.0,
            "convert (JSON)", 4.0,
            "overhead", 2.0,
            "critical-path", 2.0,
            "deps --edge-mode reduced", 3.0);

    ToolSection(Samples samples, boolean quick) {
        super(samples, quick);
    }

    @Override
    void write() {
        exports();
        tools();
    }

    private void exports() {
        title(
                "Export",
                text(
                        "After a run of %,d tasks; beside it a plain copy of the file that it wrote.",
                        WholeRuns.settingTasks(quick)));
        line("| what | MB | MB/s | copy, MB/s | speed against the copy |");
        line("|---|---|---|---|---|");
        for (String name : List.of("level 4", "deps")) {
            String export = "export/" + name;
            line(
                    "| %s | %.0f | %s | %s | %s |",
                    name.equals("deps") ? "deps, with the replay" : name,
                    samples.median(export + "/MB"),
                    spread(export + "/MB per s", 0),
                    spread(export + "/copy MB per s", 0),
                    ratio(export + "/MB per s", export + "/copy MB per s"));
        }
        line("");
    }

    private void tools() {
        title(
                "Tools",
                "Generated captures of level 4 with dependencies, JVM start included; -Xmx512m, a million"
                        + " tasks -Xmx1g. Seconds, times a plain copy of the capture, peak MB.");
        StringBuilder head = new StringBuilder("| command |");
        StringBuilder rule = new StringBuilder("|---|");
        for (int tasks : WholeRuns.sizes(quick)) {
            head.append(text(
                    " %,d tasks (%,.0f MB) | times a copy | MB |",
                    tasks, samples.median("tool/" + tasks + "/input MB")));
            rule.append("---|---|---|");
        }
        line("%s target at 100,000 |", head);
        line("%s---|", rule);
        for (String command : ToolRuns.commands().keySet()) {
            StringBuilder row = new StringBuilder("| " + command + " |");
            for (int tasks : WholeRuns.sizes(quick)) {
                String name = "tool/" + tasks + "/" + command;
                row.append(' ').append(spread(name + "/s", 2));
                row.append(" | ").append(ratio(name + "/s", "tool/" + tasks + "/copy/s"));
                row.append(" | ").append(spread(name + "/MB", 0)).append(" |");
            }
            double seconds = samples.median("tool/100000/" + command + "/s");
            Double most = MOST.get(command);
            line("%s %s |", row, most == null ? "" : verdict(seconds, most, two(most) + " s"));
        }
    }
}
