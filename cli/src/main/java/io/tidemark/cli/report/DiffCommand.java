package io.tidemark.cli.report;

import io.tidemark.analysis.diff.ComparedRun;
import io.tidemark.analysis.diff.Comparison;
import io.tidemark.analysis.diff.DiffReport;
import io.tidemark.analysis.diff.RunSource;
import io.tidemark.analysis.diff.noise.KernelChange;
import io.tidemark.analysis.diff.report.DiffJson;
import io.tidemark.analysis.diff.report.DiffText;
import io.tidemark.analysis.diff.report.Gate;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.MissingCapture;
import io.tidemark.cli.capture.Runs;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says why one run took longer than another, and whether it did at all. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = "Find out why one run took longer than another: tasks are aligned by the graph, and the"
                + " difference of the makespans is divided into causes that add up to it.",
        footer = {
            "",
            "Exit codes: 0 done, or within every gate; 1 regressed, or failed; 2 wrong usage; 3 cannot",
            "tell, data is missing, or the runs cannot be compared.",
            "",
            "Examples:",
            "  tidemark diff outputs/old outputs/new",
            "  tidemark diff --before base/* --after change/* --gate 1%% --gate kernel:qk=2%%"
        })
public final class DiffCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..2", paramLabel = "CAPTURE", description = "The capture before, and the one after.")
    private List<Path> pair = List.of();

    @Option(
            names = "--before",
            arity = "1..*",
            paramLabel = "CAPTURE",
            description = "Captures of several runs before, or directories that hold them; with --after instead"
                    + " of two captures.")
    private List<Path> before = List.of();

    @Option(
            names = "--after",
            arity = "1..*",
            paramLabel = "CAPTURE",
            description = "Captures of several runs after, or directories that hold them.")
    private List<Path> after = List.of();

    @Option(
            names = "--gate",
            paramLabel = "N%|kernel:NAME=N%",
            description = "How much longer the makespan, or the tasks of a kernel, may take. The exit code is 0"
                    + " within, 1 regressed, 3 cannot tell. May be repeated.")
    private List<String> gateTexts = List.of();

    @Option(names = "--json", description = "Print JSON for programs.")
    private boolean json;

    @Option(names = "--markdown", description = "Print Markdown, for a comment of a pull request.")
    private boolean markdown;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "12",
            description = "Rows of each table. Default: ${DEFAULT-VALUE}.")
    private int top;

    @Override
    public Integer call() throws IOException {
        if (top < 1) {
            throw UserError.usage("--top " + top + " shows nothing; give 1 or more.");
        }
        if (json && markdown) {
            throw UserError.usage("--json and --markdown exclude each other.");
        }
        List<Gate> gates = gates();
        List<CaptureDirectory> one;
        List<CaptureDirectory> other;
        if (before.isEmpty() && after.isEmpty()) {
            if (pair.size() != 2) {
                throw UserError.usage("name two captures, the one before and the one after, or several a side with"
                        + " --before and --after.");
            }
            one = List.of(single(pair.get(0)));
            other = List.of(single(pair.get(1)));
        } else {
            if (before.isEmpty() || after.isEmpty() || !pair.isEmpty()) {
                throw UserError.usage("--before and --after go together, and take the place of the two captures.");
            }
            one = runs(before);
            other = runs(after);
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter verdicts = json || markdown ? spec.commandLine().getErr() : out;
        Sources runsBefore = new Sources("before", one);
        Sources runsAfter = new Sources("after", other);
        DiffReport report;
        try {
            report = Comparison.of(runsBefore.runs(), runsAfter.runs());
        } finally {
            runsBefore.tell(verdicts);
            if (runsBefore.areOpen()) { // else a thread may or may not have come to those after
                runsAfter.tell(verdicts);
            }
        }
        List<Gate.Answer> answers = new ArrayList<>();
        for (Gate gate : gates) {
            answers.add(gate.ask(report).orElseThrow(() -> noKernel(gate, report)));
        }
        if (json) {
            JsonWriter writer = new JsonWriter(out, 4);
            writer.beginObject();
            DiffJson.members(report, answers, writer);
            writer.endObject().finish();
        } else if (markdown) {
            DiffText.markdown(report, answers, top, out);
        } else {
            DiffText.print(report, answers, top, out);
        }
        return exitCode(report, answers);
    }

    private List<Gate> gates() {
        List<Gate> gates = new ArrayList<>();
        for (String text : gateTexts) {
            gates.add(Gate.parse(text)
                    .orElseThrow(() -> UserError.usage("--gate " + text + " is no limit; give 1% or kernel:NAME=2%.")));
        }
        return gates;
    }

    private static CaptureDirectory single(Path place) throws IOException {
        List<CaptureDirectory> found = withRuns(place);
        if (found.size() > 1) {
            throw UserError.usage("%s holds %d captures; name one of them, or compare them as runs with --before and"
                            .formatted(place, found.size())
                    + " --after.");
        }
        return found.getFirst();
    }

    private static List<CaptureDirectory> runs(List<Path> places) throws IOException {
        List<CaptureDirectory> found = new ArrayList<>();
        for (Path place : places) {
            found.addAll(withRuns(place));
        }
        return found;
    }

    private static List<CaptureDirectory> withRuns(Path place) throws IOException {
        List<CaptureDirectory> all = CaptureArgument.at(place);
        List<CaptureDirectory> found = all.stream()
                .filter(directory -> directory.swimlane().isPresent())
                .toList();
        if (found.isEmpty()) {
            throw all.stream().allMatch(CaptureDirectory::isEmpty)
                    ? MissingCapture.at(place)
                    : UserError.failed(place + " holds no swimlane records; record them with --chip-swimlane.");
        }
        return found;
    }

    /** Opens the captures of a side, and keeps what is to be said of each. */
    private static final class Sources {
        private final String side;
        private final List<CaptureDirectory> directories;
        private final Map<Integer, String> told = new ConcurrentSkipListMap<>();
        private final Set<Integer> open = ConcurrentHashMap.newKeySet();

        Sources(String side, List<CaptureDirectory> directories) {
            this.side = side;
            this.directories = directories;
        }

        List<RunSource> runs() {
            return IntStream.range(0, directories.size()).mapToObj(this::run).toList();
        }

        private RunSource run(int number) {
            return new RunSource() {
                @Override
                public ComparedRun open() {
                    return Sources.this.open(number);
                }

                @Override
                public Optional<Certificate> certificate() {
                    return StoredCapture.open(directories.get(number)).certificate();
                }
            };
        }

        private ComparedRun open(int number) {
            StoredCapture capture = StoredCapture.open(directories.get(number)).withoutPhases();
            capture.readAhead(ComparedRun.CHANNELS);
            ComparedRun run = new ComparedRun(directories.get(number).root().toString(), capture);
            StringWriter text = new StringWriter();
            PrintWriter lines = new PrintWriter(text);
            CaptureArgument.printEnding(capture.ending(), side + ": ", lines);
            lines.println("%s: %s  %s".formatted(side, run.verdict().line(), run.label()));
            told.put(number, text.toString());
            Runs.model(capture);
            open.add(number);
            return run;
        }

        boolean areOpen() {
            return open.size() == directories.size();
        }

        void tell(PrintWriter out) {
            told.values().forEach(out::print);
            out.flush();
        }
    }

    private static UserError noKernel(Gate gate, DiffReport report) {
        return UserError.usage("there is no kernel %s; the runs have %s."
                .formatted(
                        gate.kernel(),
                        report.kernels().kernels().stream()
                                .map(KernelChange::kernel)
                                .collect(Collectors.joining(", "))));
    }

    private static int exitCode(DiffReport report, List<Gate.Answer> answers) {
        if (answers.stream().anyMatch(answer -> answer.outcome() == Gate.Outcome.REGRESSED)) {
            return ExitCode.FAILED;
        }
        boolean isOpen = answers.stream().anyMatch(answer -> answer.outcome() == Gate.Outcome.CANNOT_TELL);
        return isOpen || !report.isComparable() ? ExitCode.INCOMPLETE : ExitCode.OK;
    }
}
