package io.tidemark.checks.bench;

import java.util.List;

/** Whole runs: what recording costs, alone and beside each other, and shapes and sizes. */
final class RunSection extends Section {
    RunSection(Samples samples, boolean quick) {
        super(samples, quick);
    }

    @Override
    void write() {
        settings();
        work();
        shapes();
        for (int perScope : WholeRuns.TASKS_PER_SCOPE) {
            alone(perScope);
        }
        arguments();
    }

    private void settings() {
        title(
                "What recording costs",
                text(
                        "noop %s, %,d tasks a run, one warm JVM, settings in turns.",
                        WholeRuns.MAIN_SHAPE, WholeRuns.settingTasks(quick)));
        line("| setting | ns a task | tasks/s | time against off, round by round |");
        line("|---|---|---|---|");
        for (Setting setting : Setting.all()) {
            String name = "setting/" + setting.name();
            line(
                    "| %s | %s | %,.0f | %s |",
                    setting.name(), spread(name, 0), 1e9 / samples.median(name), ratio(name, OFF));
        }
        line("");
    }

    private void work() {
        title(
                "Levels beside real work",
                "Kernels that compute, in the same worker; µs a task, and the time against off.");
        line("| case | tasks | off | level 1 | level 2 | level 3 | level 4 |");
        line("|---|---|---|---|---|---|---|");
        for (String title : WholeRuns.WORK_CASES) {
            String name = "work/" + title + "/";
            StringBuilder row = new StringBuilder(text("| %s | %,.0f |", title, samples.median(name + "tasks")));
            row.append(' ').append(spread(name + "off", 2, 1e3)).append(" |");
            for (Setting setting : Setting.levels().subList(1, Setting.levels().size())) {
                row.append(' ')
                        .append(ratio(name + setting.name(), name + "off"))
                        .append(" |");
            }
            line("%s", row);
        }
        line("");
    }

    private void shapes() {
        title(
                "Shapes and sizes, ns a task",
                "Beside it the same graph of `CompletableFuture`s on a `ForkJoinPool`, its dependencies"
                        + " given and not inferred.");
        line("| graph | tasks | off | level 1 | level 2 | level 3 | level 4 | futures | off against futures |");
        line("|---|---|---|---|---|---|---|---|---|");
        for (String shape : WholeRuns.SHAPES) {
            for (int tasks : WholeRuns.sizes(quick)) {
                String name = "shape/" + shape + "/" + tasks + "/";
                StringBuilder row = new StringBuilder(text("| %s | %,d |", shape, tasks));
                for (Setting setting : Setting.levels()) {
                    row.append(' ').append(spread(name + setting.name(), 0)).append(" |");
                }
                row.append(' ').append(spread(name + "futures", 0)).append(" | ");
                line("%s%s |", row, ratio(name + "off", name + "futures"));
            }
        }
        line("");
    }

    private void alone(int perScope) {
        boolean few = perScope == WholeRuns.TASKS_PER_SCOPE.getLast();
        title(
                text("Processor time alone, %,d tasks a scope", perScope),
                few
                        ? "As above, with so many scopes that they show."
                        : "Submit, then schedule and run, one after the other on one thread, so that"
                                + " load hardly shows. ns a task; heap bytes of both halves.");
        line("| setting | submit | against off | schedule and run | both against off | heap bytes a task |");
        line("|---|---|---|---|---|---|");
        for (Setting setting : few ? Setting.channels() : Setting.all()) {
            aloneRow("alone/" + perScope + "/", setting.name(), setting.name());
        }
        line("");
        if (few) {
            line("A scope costs %.0f ns with `--scope-stats`.", scopeNanos("alone/"));
            line("");
        }
    }

    private double scopeNanos(String prefix) {
        int perScope = WholeRuns.TASKS_PER_SCOPE.getLast();
        String name = prefix + perScope + "/";
        return perScope * (samples.median(name + "scope/submit ns") - samples.median(name + "off/submit ns"));
    }

    private void aloneRow(String prefix, String setting, String label) {
        String name = prefix + setting;
        line(
                "| %s | %s | %s | %s | %.2f | %s |",
                label,
                spread(name + "/submit ns", 0),
                ratio(name + "/submit ns", prefix + "off/submit ns"),
                spread(name + "/schedule ns", 0),
                bothNanos(name) / bothNanos(prefix + "off"),
                spread(name + "/bytes", 2));
    }

    private double bothNanos(String name) {
        return samples.median(name + "/submit ns") + samples.median(name + "/schedule ns");
    }

    private void arguments() {
        title(
                "Argument dump",
                "Whole runs of one warm worker. Records and payload are what the host has kept of a run.");
        line("| case | tasks | setting | µs a task | time against off | records and payload, MB |");
        line("|---|---|---|---|---|---|");
        for (List<String> words : WholeRuns.ARGS_CASES) {
            String title = words.getFirst();
            for (Setting setting : Setting.args()) {
                String name = "args/" + title + "/" + setting.name();
                line(
                        "| %s | %,.0f | %s | %s | %s | %.1f |",
                        title,
                        samples.median("args/" + title + "/tasks"),
                        setting.name(),
                        spread(name, 2, 1e3),
                        ratio(name, "args/" + title + "/off"),
                        samples.median(name + "/MB"));
            }
        }
    }
}
