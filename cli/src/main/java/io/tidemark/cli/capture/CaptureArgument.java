package io.tidemark.cli.capture;

import static java.util.stream.Collectors.joining;

import io.tidemark.abi.Channel;
import io.tidemark.analysis.text.Ink;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.Report;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.certificate.EndingKind;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.directory.NewestCapture;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.file.Misfit;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.Terminal;
import io.tidemark.cli.text.Ticker;
import io.tidemark.cli.text.UserError;
import io.tidemark.recording.UnfinishedCapture;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The captures that a command reads. They are the named one, all captures below it if a run left
 * several ranks or devices, or the newest under outputs. Before all other output it prints each
 * verdict, and how the run ended if it did not end well. The verdict determines the exit code: a
 * report on a run that hung is good if no record is missing. Mixed into every command that reads
 * captures.
 */
public final class CaptureArgument {
    private static final Path OUTPUTS = Path.of("outputs");
    private static final int MOST_FINDINGS = 20;

    /** What a command does with one capture. */
    @FunctionalInterface
    public interface Body {
        /** Answers an {@link ExitCode}; the worst over all captures becomes the command's. */
        int run(Capture capture) throws IOException;
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "CAPTURE",
            description = "A capture directory, one that holds several, or a file of one. Without it: the"
                    + " newest under outputs/.")
    private Path path;

    @Option(
            names = {"-q", "--quiet"},
            description = "Leave out notes and progress.")
    private boolean quiet;

    /** Where graph and names come from; the capture itself unless a command sets it. */
    private SourceOptions sources = new SourceOptions();

    private boolean needsModel;
    private boolean checksExports;

    /** Reads graph and names from where these options say. */
    public CaptureArgument from(SourceOptions newSources) {
        sources = newSources;
        return this;
    }

    /** Makes the model of a capture while its files are checked. */
    public CaptureArgument withModel(boolean isNeeded) {
        needsModel = isNeeded;
        return this;
    }

    /** Gives verdicts on every file of a capture, also on those that no report reads. */
    public CaptureArgument withExports() {
        checksExports = true;
        return this;
    }

    private StoredCapture open(CaptureDirectory directory, Set<Channel> channels) {
        StoredCapture capture = StoredCapture.open(directory, sources.files());
        if (checksExports) {
            capture.withExports();
        }
        if (needsModel) {
            capture.readModelAhead(channels);
        } else {
            capture.readAhead(channels);
        }
        return capture;
    }

    public PrintWriter out() {
        return spec.commandLine().getOut();
    }

    public PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Prints a report for the person at the terminal, or into the pipe. */
    public void print(Report report) {
        report.print(Terminal.ink(), Terminal.columns(), out());
    }

    /** Prints a report on a capture as a page of Markdown. */
    public void printMarkdown(String title, RunEnding ending, Verdict verdict, Report report) {
        PrintWriter page = out();
        page.println("# " + Plain.markdown(title));
        page.println();
        if (ending.isBad()) {
            page.println("**" + Plain.markdown(ending.line()) + "**");
            page.println();
        }
        page.println("**" + Plain.markdown(verdict.line()) + "**");
        page.println();
        report.printMarkdown(2, page);
    }

    /** Where a progress bar may be drawn; null without a terminal. */
    public PrintWriter progressTerminal() {
        return Terminal.isInteractive() && !quiet ? Terminal.cursor() : null;
    }

    /** Says on a terminal how long work takes, until it is closed. */
    public Ticker working(String what) {
        return Ticker.elapsed(progressTerminal(), what);
    }

    /** The captures that hold what the command needs. */
    public List<CaptureDirectory> find(Predicate<CaptureDirectory> wanted, String missing) throws IOException {
        sources.files(); // reports a file that does not exist before any capture is read
        List<CaptureDirectory> all = all();
        List<CaptureDirectory> fitting = all.stream().filter(wanted).toList();
        sources.requireOne(fitting);
        if (fitting.isEmpty()) {
            all.forEach(directory -> printEnding(StoredCapture.open(directory).ending(), "", err()));
            Path root = path == null ? all.getFirst().root() : path;
            boolean hasLog = (Files.isDirectory(root) || root.toString().endsWith(".log"))
                    && all.stream().anyMatch(directory -> !directory.logs().isEmpty());
            String lack = all.stream()
                    .flatMap(directory -> nothingRecorded(directory).stream())
                    .findFirst()
                    .orElse("%s%s".formatted(missing, misfits(all)));
            String elsewhere = hasLog ? "; its log can be read with 'tidemark timing'" : "";
            String sentence = "%s holds %s%s.".formatted(root, lack, elsewhere);
            throw UnfinishedCapture.sentence(root)
                    .map(UserError::failed)
                    .orElseGet(() -> !hasLog && all.stream().allMatch(CaptureDirectory::isEmpty)
                            ? MissingCapture.at(root)
                            : UserError.failed(sentence));
        }
        return fitting;
    }

    /** Directory entries that are present in place of the expected files. */
    private static String misfits(List<CaptureDirectory> captures) {
        String found = captures.stream()
                .flatMap(directory -> directory.misfits().stream())
                .map(Misfit::toString)
                .collect(joining("; "));
        return found.isEmpty() ? "" : "; but " + found;
    }

    /** That the run ended before its channels had anything to record: no option would help. */
    private static Optional<String> nothingRecorded(CaptureDirectory directory) {
        return directory
                .certificate()
                .flatMap(file -> CertificateReader.read(file, new Findings()))
                .filter(it -> it.origin().flags() != 0 && it.ending().kind() != EndingKind.OK)
                .map(Certificate::verdict)
                .filter(verdict -> verdict.kind() == Verdict.Kind.EMPTY)
                .map(verdict -> "no records: " + verdict.reason());
    }

    private List<CaptureDirectory> all() throws IOException {
        if (path == null) {
            NewestCapture newest = CaptureFinder.newest(OUTPUTS).orElseThrow(MissingCapture::amongOutputs);
            if (!quiet) {
                err().println("tidemark: reading " + newest.sentence());
            }
            return List.of(newest.capture());
        }
        return at(path);
    }

    /** The capture at a place, or those below it. */
    public static List<CaptureDirectory> at(Path place) throws IOException {
        MissingCapture.existing(place);
        List<CaptureDirectory> found = new ArrayList<>();
        if (Files.isDirectory(place)) {
            found.addAll(CaptureFinder.below(place));
        }
        if (found.isEmpty()) {
            found.add(CaptureFinder.at(place));
        }
        return found;
    }

    /**
     * Runs the body on each capture, its ending and verdict printed to {@code verdicts} before. A line behind several
     * captures counts the verdicts.
     */
    public int forEach(List<CaptureDirectory> captures, Set<Channel> channels, PrintWriter verdicts, Body body)
            throws IOException {
        int exitCode = ExitCode.OK;
        Map<Verdict.Kind, Integer> counts = new EnumMap<>(Verdict.Kind.class);
        for (int at = 0; at < captures.size(); at++) {
            StoredCapture capture = open(captures.get(at), channels);
            if (captures.size() > 1) {
                verdicts.print(at > 0 ? "\n" : "");
                verdicts.println("capture: " + label(captures.get(at)));
            }
            Verdict verdict;
            try (Ticker _ = working("reading the capture")) {
                verdict = capture.verdict(channels);
            }
            counts.merge(verdict.kind(), 1, Integer::sum);
            capture.names(); // what is odd about them is said before, not in the report
            printEnding(capture.ending(), "", verdicts);
            verdicts.println(coloured(verdict));
            printFindings(capture, verdicts);
            verdicts.flush();
            sources.requireUsable(capture);
            int code = captures.size() == 1 ? body.run(capture) : guarded(capture, body);
            exitCode = worse(exitCode, verdict.dataMissing() ? worse(code, ExitCode.INCOMPLETE) : code);
        }
        if (captures.size() > 1) {
            verdicts.println();
            verdicts.println("%s: %s"
                    .formatted(
                            Units.plural(captures.size(), "capture"),
                            counts.entrySet().stream()
                                    .map(count -> count.getValue() + " " + count.getKey())
                                    .collect(joining(", "))));
        }
        return exitCode;
    }

    /** Writes one document with an object per capture; the body adds its members. */
    public int forEachJson(List<CaptureDirectory> captures, Set<Channel> channels, PrintWriter out, JsonBody body)
            throws IOException {
        int exitCode = ExitCode.OK;
        JsonWriter json = new JsonWriter(out, 4);
        json.beginObject().name("captures").beginArray();
        for (CaptureDirectory directory : captures) {
            StoredCapture capture = open(directory, channels);
            Verdict verdict = capture.verdict(channels);
            json.beginObject().member("capture", directory.root().toString());
            VerdictJson.ending(json, capture.ending());
            VerdictJson.member(json, verdict);
            int code = guarded(capture, json, usable(body));
            VerdictJson.findings(json, capture.findings());
            json.endObject();
            exitCode = worse(exitCode, verdict.dataMissing() ? worse(code, ExitCode.INCOMPLETE) : code);
        }
        json.endArray().endObject().finish();
        return exitCode;
    }

    private JsonBody usable(JsonBody body) {
        return (capture, json) -> {
            sources.requireUsable(capture);
            return body.run(capture, json);
        };
    }

    /** What a command adds to a capture's object. */
    @FunctionalInterface
    public interface JsonBody {
        int run(Capture capture, JsonWriter json) throws IOException;
    }

    /** Prints the failure of one capture and continues with the next. */
    private int guarded(Capture capture, Body body) throws IOException {
        try {
            return body.run(capture);
        } catch (UserError failure) {
            out().flush();
            err().println("tidemark: " + failure.getMessage());
            return ExitCode.FAILED;
        }
    }

    /** Runs a body that writes JSON; its failure becomes the member {@code error} of the object. */
    private int guarded(Capture capture, JsonWriter json, JsonBody body) throws IOException {
        try {
            return body.run(capture, json);
        } catch (UserError failure) {
            json.member("error", failure.getMessage());
            err().println("tidemark: " + failure.getMessage());
            return ExitCode.FAILED;
        }
    }

    /** A failure outweighs missing data, missing data outweighs success. */
    private static int worse(int one, int other) {
        if (one == ExitCode.FAILED || other == ExitCode.FAILED) {
            return ExitCode.FAILED;
        }
        return Math.max(one, other);
    }

    public static String label(CaptureDirectory directory) {
        return directory.label().equals(".") ? directory.root().toString() : directory.label();
    }

    /** Prints on a separate line how a run ended, if it ended badly. */
    public static void printEnding(RunEnding ending, String before, PrintWriter out) {
        if (ending.isBad()) {
            out.println(before + Terminal.ink().bad(Plain.line(ending.line())));
        }
    }

    private void printFindings(Capture capture, PrintWriter out) {
        int printed = 0;
        for (Finding finding : capture.findings().kept()) {
            boolean isNote = finding.severity() == Finding.Severity.NOTE;
            if (isNote && quiet || printed++ >= MOST_FINDINGS) {
                continue;
            }
            out.println("%s: %s".formatted(finding.severityWord(), finding));
        }
        long more = Math.max(0, printed - MOST_FINDINGS) + capture.findings().unkept();
        if (more > 0) {
            out.println(
                    "and %d more like these; --json lists the first %d of each kind".formatted(more, Findings.KEPT));
        }
    }

    private static String coloured(Verdict verdict) {
        Ink ink = Terminal.ink();
        return switch (verdict.kind()) {
            case COMPLETE -> ink.good(verdict.line());
            case EMPTY, GAPS -> ink.warning(verdict.line());
            case UNTRUSTED -> ink.bad(verdict.line());
        };
    }
}
