package io.tidemark.checks.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The figures as tables: every one with its spread, its target where there is one, and what was
 * measured beside it in the same run. Immutable.
 */
final class BenchReport {
    private static final String OFF = "setting/off";
    private static final String BARE = "piece/bareStoreOf32Bytes";

    private final Samples samples;
    private final boolean quick;
    private final double minutes;
    private final StringBuilder text = new StringBuilder();

    BenchReport(Samples samples, boolean quick, double minutes) {
        this.samples = samples;
        this.quick = quick;
        this.minutes = minutes;
    }

    String markdown() throws IOException {
        line(
                "%s, %d processors, %s %s, %s; `./tidemark bench%s`, %.0f minutes. Median, then lowest to highest.",
                processor(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.vendor"),
                Runtime.version(),
                LocalDate.now(),
                quick ? " --quick" : "",
                Math.ceil(minutes));
        line("");
        settings();
        alone();
        shapes();
        pieces();
        files();
        tools();
        return text.toString();
    }

    private void settings() {
        int tasks = WholeRuns.settingTasks(quick);
        line("### What recording costs");
        line("");
        line(
                "noop %s, %,d tasks a run, one warm JVM, settings in turns.",
                WholeRuns.MAIN_SHAPE, tasks);
        line("");
        line("| setting | ns a task | tasks/s | time against off, round by round | target |");
        line("|---|---|---|---|---|");
        Map<String, Double> most = Map.of("level 1", 1.02, "level 4", 1.10, "deps", 2.0);
        for (Setting setting : Setting.all()) {
            String name = "setting/" + setting.name();
            double ratio = samples.medianRatio(name, OFF);
            double[] spread = samples.ratioSpread(name, OFF);
            String target =
                    setting.isOff()
                            ? verdict(samples.median(OFF), 1000, "1,000,000 tasks/s")
                            : most.containsKey(setting.name())
                                    ? verdict(
                                            ratio,
                                            most.get(setting.name()),
                                            two(most.get(setting.name())))
                                    : "";
            line(
                    "| %s | %s | %,.0f | %.2f (%.2f to %.2f) | %s |",
                    setting.name(),
                    spread(name, 0),
                    1e9 / samples.median(name),
                    ratio,
                    spread[0],
                    spread[1],
                    target);
        }
        line("");
    }

    private void alone() {
        line("### Processor time without anybody beside it");
        line("");
        line(
                "Submit, then schedule and run, one after the other on one thread: load hardly shows here.");
        line("");
        line(
                "| setting | submit, ns a task | schedule and run, ns a task | both against off | heap bytes a task, target 0 |");
        line("|---|---|---|---|---|");
        double base = aloneNanos("off");
        for (int level = 0; level <= 4; level++) {
            String name = Setting.level(level).name();
            line(
                    "| %s | %s | %s | %.2f | %.2f |",
                    name,
                    spread("alone/" + name + "/submit ns", 0),
                    spread("alone/" + name + "/schedule ns", 0),
                    aloneNanos(name) / base,
                    samples.median("alone/" + name + "/bytes"));
        }
        line("");
    }

    private double aloneNanos(String name) {
        return samples.median("alone/" + name + "/submit ns")
                + samples.median("alone/" + name + "/schedule ns");
    }

    private void shapes() {
        line("### Shapes and sizes, ns a task");
        line("");
        line(
                "Beside it the same graph of `CompletableFuture`s on a `ForkJoinPool`, its dependencies given and not inferred.");
        line("");
        line("| graph | tasks | off | level 4 | futures | off against futures |");
        line("|---|---|---|---|---|---|");
        for (String shape : WholeRuns.SHAPES) {
            for (int tasks : WholeRuns.sizes(quick)) {
                String name = "shape/" + shape + "/" + tasks + "/";
                line(
                        "| %s | %,d | %s | %s | %s | %.2f |",
                        shape,
                        tasks,
                        spread(name + "off", 0),
                        spread(name + "level 4", 0),
                        spread(name + "futures", 0),
                        samples.medianRatio(name + "off", name + "futures"));
            }
        }
        line("");
    }

    private void pieces() {
        line("### Pieces");
        line("");
        line(
                "JMH with its allocation profiler; ratios are of the fastest iterations. No clock is read in them; a reading costs 17 to 25 ns.");
        line("");
        line("| piece | time | times a bare store | bytes allocated | target |");
        line("|---|---|---|---|---|");
        double bare = samples.least(BARE);
        for (String name : samples.names()) {
            if (!name.startsWith("piece/") || name.endsWith("/bytes")) {
                continue;
            }
            boolean isFile = isOfFiles(name);
            double times = samples.least(name) / bare;
            boolean hasTarget =
                    name.endsWith("aicoreTaskRecord") || name.endsWith("aicpuTaskRecord");
            line(
                    "| %s | %s | %s | %s | %s |",
                    words(name.substring("piece/".length())),
                    spread(name, isFile ? 2 : 1) + (isFile ? " ms" : " ns"),
                    isFile ? "" : two(times),
                    samples.has(name + "/bytes")
                            ? Long.toString(Math.round(samples.median(name + "/bytes")))
                            : "",
                    hasTarget ? verdict(times, 3, "3") : "");
        }
        line("");
    }

    private static boolean isOfFiles(String name) {
        return List.of("Records", "Jackson", "Bytes").stream().anyMatch(name::endsWith)
                && !name.equals(BARE);
    }

    private void files() {
        line("### Export and memory");
        line("");
        line("| what | figure | target |");
        line("|---|---|---|");
        line(
                "| export of level 4, %.0f MB of JSON | %s MB/s | %s |",
                samples.median("export/MB"),
                spread("export/json MB per s", 0),
                quick ? "" : "the writer alone, to memory: " + Math.round(writerSpeed()) + " MB/s");
        line(
                "| writing as many bytes to that disk | %s MB/s | |",
                spread("export/file copy MB per s", 0));
        for (String level : List.of("0", "4")) {
            double peak = samples.median("large run/level " + level + "/MB");
            line(
                    "| peak memory of a run of 1,000,000 tasks, level %s | %.0f MB | %s |",
                    level, peak, verdict(peak, 1000, "1 GB"));
        }
        line(
                "| `tidemark --help` | %s s | %s |",
                spread("help/s", 2), verdict(samples.median("help/s"), 0.3, "0.3 s"));
        line("");
    }

    /** Megabytes a second of the JSON writer alone, to memory. */
    private double writerSpeed() {
        return samples.median("writer/MB") / samples.median("piece/writeRecords") * 1e3;
    }

    private void tools() {
        line("### Tools");
        line("");
        line(
                "Generated captures of level 4 with dependencies, JVM start included; -Xmx512m, a million tasks -Xmx1g.");
        line("");
        StringBuilder head = new StringBuilder("| command |");
        StringBuilder rule = new StringBuilder("|---|");
        for (int tasks : WholeRuns.sizes(quick)) {
            head.append(
                    " %,d tasks (%.0f MB), s | peak MB |"
                            .formatted(tasks, samples.median("tool/" + tasks + "/input MB")));
            rule.append("---|---|");
        }
        line("%s target at 100,000 |", head);
        line("%s---|", rule);
        Map<String, Double> most =
                Map.of(
                        "convert --format pftrace", 2.0,
                        "convert (JSON)", 4.0,
                        "overhead", 2.0,
                        "critical-path", 2.0,
                        "deps --edge-mode reduced", 3.0);
        for (String command : ToolRuns.commands().keySet()) {
            StringBuilder row = new StringBuilder("| " + command + " |");
            for (int tasks : WholeRuns.sizes(quick)) {
                String name = "tool/" + tasks + "/" + command;
                row.append(
                        " %s | %.0f |"
                                .formatted(spread(name + "/s", 2), samples.median(name + "/MB")));
            }
            double seconds = samples.median("tool/100000/" + command + "/s");
            line(
                    "%s %s |",
                    row,
                    most.containsKey(command)
                            ? verdict(seconds, most.get(command), two(most.get(command)) + " s")
                            : "");
        }
        line("");
    }

    private String spread(String name, int digits) {
        String form = "%,." + digits + "f";
        return String.format(
                Locale.ROOT,
                form + " (" + form + " to " + form + ")",
                samples.median(name),
                samples.least(name),
                samples.most(name));
    }

    private static String verdict(double figure, double most, String target) {
        return target + (figure <= most ? ": reached" : ": missed");
    }

    private static String two(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** {@code aBenchmarkName} as words. */
    private static String words(String name) {
        return name.replaceAll("([A-Z]|[0-9]+)", " $1").toLowerCase(Locale.ROOT).strip();
    }

    private static String processor() throws IOException {
        Path file = Path.of("/proc/cpuinfo");
        return Files.exists(file)
                ? Files.readAllLines(file).stream()
                        .filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElse(System.getProperty("os.arch"))
                : System.getProperty("os.arch");
    }

    private void line(String form, Object... values) {
        text.append(String.format(Locale.ROOT, form, values)).append('\n');
    }
}
