package io.tidemark.cli.report;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.analysis.calibrate.Calibration;
import io.tidemark.analysis.calibrate.Calibration.RecorderNanos;
import io.tidemark.analysis.calibrate.FittedNumber;
import io.tidemark.analysis.text.TextTable;
import io.tidemark.capture.Capture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.chip.ChipProfile;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.Runs;
import io.tidemark.cli.capture.SourceOptions;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import io.tidemark.recording.profile.ChipProfiles;
import io.tidemark.recording.profile.ProfileRefusedException;
import io.tidemark.recording.profile.ProfileText;
import io.tidemark.recording.profile.VirtualModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fits a chip profile to captures, and says how well it fits. */
@Command(
        name = "calibrate",
        mixinStandardHelpOptions = true,
        description = {
            "Fit a chip profile to captures, also of other runtimes, and say how well it fits.",
            "What the captures do not tell is taken from the base. Submits need level 4 and"
                    + " deps.json, phases level 3, latencies level 2, kernels level 1 and deps.json."
        },
        footer = {
            "",
            "Exit codes: 0 every number fits, 1 failed, 2 wrong usage, 3 some numbers do not fit the",
            "captures, or data is missing. Numbers that do not fit are not written."
        })
public final class CalibrateCommand implements Callable<Integer> {
    @Mixin
    private CaptureArgument captures;

    @Mixin
    private SourceOptions sources;

    @Parameters(index = "1..*", paramLabel = "CAPTURE", description = "More of them.")
    private List<Path> more = List.of();

    @Option(
            names = "--base",
            paramLabel = "FILE|NAME",
            defaultValue = "a2a3",
            description = "The profile that the other numbers come from (default: ${DEFAULT-VALUE}).")
    private String base;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "calibrated",
            description = "What the profile is called (default: ${DEFAULT-VALUE}).")
    private String name;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Write the profile there, for --chip-profile. It must not exist yet.")
    private Path target;

    @Override
    public Integer call() throws IOException {
        ChipProfile start = base();
        if (!name.matches("[A-Za-z0-9._-]{1,40}")) {
            throw UserError.usage(
                    "--name " + name + " is not of 1 to 40 letters, digits, dots, dashes or underscores.");
        }
        if (target != null && Files.exists(target)) {
            throw UserError.usage("--write " + target + " exists already.");
        }
        List<CaptureDirectory> found = new ArrayList<>(Runs.find(captures.from(sources)));
        for (Path place : more) {
            CaptureArgument.at(place).stream()
                    .filter(capture -> capture.swimlane().isPresent())
                    .forEach(found::add);
        }
        Calibration calibration = new Calibration();
        int exitCode = captures.forEach(
                found, Runs.CHANNELS, captures.out(), Runs.guarded(captures, capture -> add(calibration, capture)));
        List<FittedNumber> numbers = calibration.numbers(
                start.matrix().clockGigahertz(), start.vector().clockGigahertz());
        if (numbers.isEmpty()) {
            throw UserError.failed(
                    "the captures hold too little to fit anything: at least eight records of a" + " kind are needed.");
        }
        print(start, numbers);
        List<FittedNumber> fitting = numbers.stream().filter(FittedNumber::fits).toList();
        if (target != null && fitting.isEmpty()) {
            throw UserError.failed("no number fits the captures, so " + target + " was not written.");
        }
        if (target != null) {
            write(start, fitting, found.size());
        }
        return exitCode == ExitCode.OK && fitting.size() < numbers.size() ? ExitCode.INCOMPLETE : exitCode;
    }

    private ChipProfile base() {
        try {
            return ChipProfiles.find(base);
        } catch (ProfileRefusedException wrong) {
            throw UserError.usage("--base: " + wrong.getMessage());
        }
    }

    private static int add(Calibration calibration, Capture capture) {
        calibration.add(Runs.model(capture), capture.dependenciesWithDetail(), recorder(capture));
        return ExitCode.OK;
    }

    /** A model says what its records cost; in real time that is not known. */
    private static RecorderNanos recorder(Capture capture) {
        Optional<ChipProfile.Records> costs = VirtualModel.read(
                        capture.directory().root())
                .map(model -> model.profile().records());
        Optional<DfxFlags> recorded = capture.certificate()
                .map(made -> made.origin().flags())
                .filter(DfxFlags::isKnown)
                .map(DfxFlags::new);
        if (costs.isEmpty() || recorded.isEmpty()) {
            return RecorderNanos.UNKNOWN;
        }
        DfxFlags flags = recorded.get();
        ChipProfile.Records each = costs.get();
        double submit = (flags.swimlaneLevel() >= 4 ? each.submit() : 0)
                + (flags.has(DfxFeature.DEP_GEN) ? each.dependencies() : 0);
        double completion =
                (flags.swimlaneLevel() >= 2 ? each.task() : 0) + (flags.has(DfxFeature.PMU) ? each.counters() : 0);
        return new RecorderNanos(submit / ChipProfile.NANO, completion / ChipProfile.NANO);
    }

    private void print(ChipProfile start, List<FittedNumber> numbers) {
        TextTable table = new TextTable("number", "fitted", base, "records", "half are within", "from");
        Map<String, Double> before = ProfileText.numbers(start);
        for (FittedNumber number : numbers) {
            table.row(
                    number.path(),
                    text(number.value()),
                    text(before.get(number.path())),
                    number.samples(),
                    Double.isNaN(number.medianErrorPercent())
                            ? "-"
                            : String.format(Locale.ROOT, "%.1f %%", number.medianErrorPercent()),
                    number.how());
        }
        captures.out().println();
        captures.out().print(table.text(0));
        captures.out().println();
        captures.out().println(numbers.size() + " numbers fitted; the others are those of " + base + ".");
        List<String> poor = numbers.stream()
                .filter(number -> !number.fits())
                .map(FittedNumber::path)
                .toList();
        if (!poor.isEmpty()) {
            captures.out()
                    .println("These do not fit the captures: " + String.join(", ", poor)
                            + ". Most of their records take another time than any such cost gives: the host decided it, as in"
                            + " a simulator in real time, or waits are part of it. Use captures of the chip itself or"
                            + " of virtual time.");
        }
        captures.out().flush();
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.3f" : "%.0f", value);
    }

    private void write(ChipProfile start, List<FittedNumber> numbers, int count) throws IOException {
        Map<String, Double> all = new LinkedHashMap<>(ProfileText.numbers(start));
        Map<String, String> from = new LinkedHashMap<>();
        all.keySet().forEach(path -> from.put(path, "as in " + base));
        for (FittedNumber number : numbers) {
            all.put(number.path(), number.value());
            from.put(number.path(), "fitted to " + number.samples() + " " + number.how());
        }
        String text = ProfileText.of(name, "Fitted to " + count + (count == 1 ? " capture." : " captures."), all, from);
        AtomicFile.write(target, part -> Files.writeString(part, text));
        captures.out().println("written to " + target);
        captures.out().flush();
    }
}
