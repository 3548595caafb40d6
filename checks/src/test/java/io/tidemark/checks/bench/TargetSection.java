package io.tidemark.checks.bench;

import java.util.Comparator;
import java.util.List;

/** Every target with its figure, its spread and what was measured beside it. */
final class TargetSection extends Section {
    private static final String ALONE = "alone/" + WholeRuns.TASKS_PER_SCOPE.getFirst() + "/";
    private static final double NO_BYTES = 1; // what allocates takes 16 at least
    private static final double AT_SPEED = 0.9; // of whoever is slower

    /** The pieces that write one record. */
    private static final List<String> RECORDS = List.of(
            "aicoreTaskRecord",
            "aicpuTaskRecord",
            "schedulerPhaseRecord",
            "orchestratorPhaseRecord",
            "markerRecord",
            "scopeSample",
            "depsRecordOfThreeTensors",
            "argumentRecord",
            "pmuRecord");

    TargetSection(Samples samples, boolean quick) {
        super(samples, quick);
    }

    @Override
    void write() {
        title("Targets", "What is measured beside a figure takes turns with it in the same run.");
        line("| target | figure | lowest to highest | beside it | |");
        line("|---|---|---|---|---|");
        throughput();
        slowdownBesideWork("level 4", 1.02, "at most 2 %");
        record("AICore", "piece/aicoreTaskRecord");
        record("AICPU", "piece/aicpuTaskRecord");
        silence();
        garbage();
        capture();
        memory("0");
        memory("4");
        export();
        help();
    }

    private void row(String target, String figure, String spread, String peer, boolean reached) {
        line("| %s | %s | %s | %s | %s |", target, figure, spread, peer, reached ? "reached" : "**missed**");
    }

    private void throughput() {
        int tasks = WholeRuns.sizes(quick).getLast();
        String name = "shape/" + WholeRuns.MAIN_SHAPE + "/" + tasks + "/";
        String off = name + "off";
        row(
                text("1,000,000 empty tasks/s, %,d tasks, dependencies inferred", tasks),
                text("%,.0f", 1e9 / samples.median(off)),
                text("%,.0f to %,.0f", 1e9 / samples.most(off), 1e9 / samples.least(off)),
                text("futures, dependencies given: %,.0f", 1e9 / samples.median(name + "futures")),
                samples.median(off) <= 1000);
    }

    private void slowdownBesideWork(String setting, double most, String target) {
        String title = WholeRuns.WORK_CASES.getLast();
        String off = "work/" + title + "/off";
        ratioRow(
                setting + ": " + target + " over level 0, " + title,
                "work/" + title + "/" + setting,
                off,
                text("level 0: %.1f µs a task", samples.median(off) / 1e3),
                most);
    }

    private void ratioRow(String target, String name, String base, String peer, double most) {
        double[] spread = samples.ratioSpread(name, base);
        row(
                target,
                two(samples.medianRatio(name, base)) + " times",
                text("%.2f to %.2f", spread[0], spread[1]),
                peer,
                samples.medianRatio(name, base) <= most);
    }

    private void record(String kind, String name) {
        ratioRow(
                kind + " record: at most 3 bare stores",
                name,
                BARE,
                text(
                        "bare store %.1f ns; JFR event %.0f times",
                        samples.median(BARE), samples.medianRatio("piece/jfrEvent", BARE)),
                3);
    }

    /**
     * What the silent probes add to a task, against what a submit varies by from round to round.
     */
    private void silence() {
        String own = "piece/everyCallOfATaskAtLevelZero";
        String without = "piece/theSameWithoutProbes";
        String submit = ALONE + "off/submit ns";
        double noise = samples.most(submit) - samples.least(submit);
        double added = samples.median(own) - samples.median(without);
        row(
                "a level that is off: within noise of code without probes",
                text("%.2f ns a task more", added),
                text(
                        "%.2f to %.2f",
                        samples.least(own) - samples.most(without), samples.most(own) - samples.least(without)),
                text("noise of a submit: %.1f of %.0f ns", noise, samples.median(submit)),
                added <= noise);
    }

    private void garbage() {
        String worst = Setting.all().stream()
                .map(setting -> ALONE + setting.name() + "/bytes")
                .max(Comparator.comparingDouble(samples::median))
                .orElseThrow();
        row(
                "no heap bytes a task, whatever is recorded",
                text("%.2f (%s)", samples.median(worst), worst.split("/")[2]),
                text("%.2f to %.2f", samples.least(worst), samples.most(worst)),
                text("future %.0f", samples.median("piece/theSameSubmitByFutures/bytes")),
                samples.median(worst) < NO_BYTES);
        String piece = RECORDS.stream()
                .map(each -> "piece/" + each + "/bytes")
                .max(Comparator.comparingDouble(samples::median))
                .orElseThrow();
        row(
                "no heap bytes a record",
                text("%.2f (%s)", samples.median(piece), PieceSection.words(piece.split("/")[1])),
                text("%.2f to %.2f", samples.least(piece), samples.most(piece)),
                text("JFR event %.0f", samples.median("piece/jfrEvent/bytes")),
                samples.median(piece) < NO_BYTES);
    }

    private void capture() {
        String off = ALONE + "off/submit ns";
        ratioRow(
                "dependency capture: at most twice the submit",
                ALONE + "deps/submit ns",
                off,
                text("submit %.0f ns", samples.median(off)),
                2);
    }

    private void memory(String level) {
        String name = "large run/level " + level + "/MB";
        row(
                "1,000,000 tasks at level " + level + ": under 1 GB resident",
                text("%,.0f MB", samples.median(name)),
                text("%,.0f to %,.0f", samples.least(name), samples.most(name)),
                level.equals("0")
                        ? text("the same graph by futures: %,.0f MB", samples.median("large run/futures/MB"))
                        : text("%.1f times level 0", samples.medianRatio(name, "large run/level 0/MB")),
                samples.median(name) < 1000);
    }

    private void export() {
        String export = "export/level 4/MB per s";
        double copy = samples.median("export/level 4/copy MB per s");
        double writer = samples.median("writer/MB") / samples.median("piece/writeRecords") * 1e3;
        row(
                "export: as fast as the disk or the JSON writer, the slower of them (0.9 counts)",
                text("%,.0f MB/s", samples.median(export)),
                text("%,.0f to %,.0f", samples.least(export), samples.most(export)),
                text("plain copy %,.0f MB/s, writer alone %,.0f MB/s", copy, writer),
                samples.median(export) >= AT_SPEED * Math.min(copy, writer));
    }

    private void help() {
        row(
                "`tidemark --help`: under 0.5 s cold",
                text("%.2f s", samples.median("help/s")),
                text("%.2f to %.2f", samples.least("help/s"), samples.most("help/s")),
                text("`java -version` %.2f s", samples.median("help/bare JVM s")),
                samples.median("help/s") < 0.5);
    }
}
