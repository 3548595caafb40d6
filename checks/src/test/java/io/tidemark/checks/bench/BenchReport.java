package io.tidemark.checks.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

/**
 * The figures as tables: every one with its spread, its target where there is one, and what was
 * measured beside it in the same run. Immutable.
 */
final class BenchReport {
    private final Samples samples;
    private final boolean quick;
    private final double minutes;

    BenchReport(Samples samples, boolean quick, double minutes) {
        this.samples = samples;
        this.quick = quick;
        this.minutes = minutes;
    }

    String markdown() throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%s, %d processors, %s %s, %s; `./tidemark bench%s`, %.0f minutes.%n"
                        + "Median, then lowest to highest of five rounds at least, settings in turns.%n%n",
                processor(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.vendor"),
                Runtime.version(),
                LocalDate.now(),
                quick ? " --quick" : "",
                Math.ceil(minutes)));
        text.append(lineTrips());
        for (Section section : List.of(
                new TargetSection(samples, quick),
                new RunSection(samples, quick),
                new PieceSection(samples, quick),
                new ToolSection(samples, quick))) {
            text.append(section.markdown());
        }
        return text.toString();
    }

    /** What the machine was like; empty for figures of before. */
    private String lineTrips() {
        List<String> trips = samples.names().stream()
                .filter(name -> name.startsWith(LineTrip.PREFIX))
                .map(this::lineTrip)
                .toList();
        return trips.isEmpty()
                ? ""
                : "A cache line to the other CPU and back, ns, round by round: "
                        + String.join("; ", trips)
                        + ". Where it takes several hundred, runs of empty tasks take up to twice as long.\n\n";
    }

    private String lineTrip(String name) {
        return String.format(
                Locale.ROOT,
                "%s %.0f (%.0f to %.0f)",
                name.substring(LineTrip.PREFIX.length()),
                samples.median(name),
                samples.least(name),
                samples.most(name));
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
}
