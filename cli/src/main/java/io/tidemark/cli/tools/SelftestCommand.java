package io.tidemark.cli.tools;

import io.tidemark.analysis.text.Units;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.JsonLine;
import io.tidemark.cli.text.Sentences;
import io.tidemark.lab.fault.ChaosFault;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Puts faults into small runs and checks that their certificates show them. */
@Command(
        name = "selftest",
        mixinStandardHelpOptions = true,
        description = {
            "Run a small graph once per fault and show how the fault changes the verdict.",
            "A fault that its certificate does not show is a failure (exit 1)."
        })
public final class SelftestCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the moments and sizes of faults (default: a new one each time).")
    private Long seed;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    /** The result of one fault. */
    private record Outcome(ChaosFault fault, boolean isShown, String verdict, String told) {}

    @Override
    public Integer call() throws IOException {
        long drawn = seed == null ? System.nanoTime() & 0x7FFF_FFFFL : seed;
        PrintWriter out = spec.commandLine().getOut();
        if (!json) {
            out.println("seed " + drawn);
        }
        List<Outcome> outcomes = new ArrayList<>();
        Path place = Files.createTempDirectory("tidemark-selftest-");
        try {
            for (ChaosFault fault : ChaosFault.values()) {
                outcomes.add(outcome(fault, place.resolve(fault.name()), drawn));
                if (!json) {
                    print(outcomes.getLast(), out);
                }
            }
        } finally {
            remove(place);
        }
        boolean allShown = outcomes.stream().allMatch(Outcome::isShown);
        if (json) {
            out.println(text(drawn, allShown, outcomes));
        } else {
            out.println(
                    allShown
                            ? "every fault is shown by the certificate of its run"
                            : "FAILED: some fault is not shown; repeat it with --seed " + drawn);
        }
        return allShown ? ExitCode.OK : ExitCode.FAILED;
    }

    private Outcome outcome(ChaosFault fault, Path capture, long seed) {
        try {
            Certificate certificate = new ChaosRun(spec.root().userObject().getClass(), fault, capture, seed).run();
            return new Outcome(
                    fault,
                    fault.isShownBy(certificate),
                    certificate.verdict().kind().name(),
                    told(certificate));
        } catch (IOException | RuntimeException broken) {
            return new Outcome(fault, false, "none", Sentences.of(broken));
        }
    }

    private static String told(Certificate certificate) {
        return String.format(
                Locale.ROOT,
                "ended %s; %d of %d records, %d recovered, %d dropped, %d torn, %s%s",
                certificate.ending().kind().word(),
                ChaosFault.sum(certificate, lane -> lane.delivered() + lane.recovered()),
                ChaosFault.sum(certificate, LaneLedger::reserved),
                ChaosFault.sum(certificate, LaneLedger::recovered),
                ChaosFault.dropped(certificate),
                ChaosFault.sum(certificate, LaneLedger::torn),
                freezes(certificate),
                certificate.verdict().dataMissing()
                        ? "; " + certificate.verdict().reason()
                        : "");
    }

    private static String freezes(Certificate certificate) {
        String count = Units.plural(certificate.freezes().size(), "freeze");
        return certificate.freezes().isEmpty()
                ? count
                : String.format(Locale.ROOT, "%s of up to %.1f ms", count, ChaosFault.longestFreezeMillis(certificate));
    }

    private static void print(Outcome outcome, PrintWriter out) {
        out.println(String.format(
                Locale.ROOT,
                "%-21s %-10s %s",
                outcome.fault.word(),
                outcome.verdict,
                outcome.isShown ? "shown" : "NOT SHOWN"));
        out.println("  " + outcome.fault.what());
        out.println("  " + outcome.told);
        out.flush();
    }

    private static String text(long seed, boolean allShown, List<Outcome> outcomes) {
        return JsonLine.text(writer -> {
            writer.beginObject();
            writer.member("seed", seed);
            writer.member("ok", allShown);
            writer.name("faults");
            writer.beginArray();
            for (Outcome outcome : outcomes) {
                writer.beginObject();
                writer.member("fault", outcome.fault.word());
                writer.member("what", outcome.fault.what());
                writer.member("verdict", outcome.verdict);
                writer.member("shown", outcome.isShown);
                writer.member("told", outcome.told);
                writer.endObject();
            }
            writer.endArray();
            writer.endObject();
        });
    }

    private static void remove(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
