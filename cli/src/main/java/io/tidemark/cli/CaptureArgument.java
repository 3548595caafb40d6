package io.tidemark.cli;

import io.tidemark.abi.Channel;
import io.tidemark.analysis.text.Ink;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.Capture;
import io.tidemark.capture.CaptureDirectory;
import io.tidemark.capture.CaptureFinder;
import io.tidemark.capture.Finding;
import io.tidemark.capture.Findings;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The capture a command reads: the one named, every one below it where a run left several ranks or
 * devices, or the newest under outputs. Prints each one's verdict before anything else and turns it
 * into the exit code. Mixed into every command that reads captures.
 */
final class CaptureArgument {
    private static final Path OUTPUTS = Path.of("outputs");
    private static final int MOST_FINDINGS = 20;

    /** What a command does with one capture. */
    @FunctionalInterface
    interface Body {
        /** Answers an {@link ExitCode}; the worst over all captures becomes the command's. */
        int run(Capture capture) throws IOException;
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "CAPTURE",
            description =
                    "A capture directory, one that holds several, or a file of one. Without it: the"
                            + " newest under outputs/.")
    private Path path;

    @Option(
            names = {"-q", "--quiet"},
            description = "Leave out notes and progress.")
    private boolean quiet;

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Where a progress bar may be drawn; null where nobody watches. */
    PrintWriter progressTerminal() {
        return Terminal.isInteractive() && !quiet ? err() : null;
    }

    /** The captures that hold what the command needs. */
    List<CaptureDirectory> find(Predicate<CaptureDirectory> wanted, String missing)
            throws IOException {
        List<CaptureDirectory> all = all();
        List<CaptureDirectory> fitting = all.stream().filter(wanted).toList();
        if (fitting.isEmpty()) {
            Path root = path == null ? all.getFirst().root() : path;
            boolean hasLog = all.stream().anyMatch(directory -> !directory.logs().isEmpty());
            String lack =
                    "%s holds %s%s."
                            .formatted(
                                    root,
                                    missing,
                                    hasLog ? "; its log can be read with 'tidemark timing'" : "");
            throw UserError.failed(UnfinishedCapture.sentence(root).orElse(lack));
        }
        return fitting;
    }

    private List<CaptureDirectory> all() throws IOException {
        if (path == null) {
            CaptureDirectory newest =
                    CaptureFinder.newest(OUTPUTS)
                            .orElseThrow(
                                    () ->
                                            UserError.failed(
                                                    "there is no capture under outputs/; name"
                                                            + " one."));
            if (!quiet) {
                err().println("tidemark: reading the newest capture, " + newest.root());
            }
            return List.of(newest);
        }
        if (!Files.exists(path)) {
            throw UserError.failed(path + " does not exist.");
        }
        List<CaptureDirectory> found = new ArrayList<>();
        if (Files.isDirectory(path)) {
            found.addAll(CaptureFinder.below(path));
        }
        if (found.isEmpty()) {
            found.add(CaptureFinder.at(path));
        }
        return found;
    }

    /** Runs the body on each capture, its verdict printed to {@code verdicts} before. */
    int forEach(
            List<CaptureDirectory> captures, Set<Channel> channels, PrintWriter verdicts, Body body)
            throws IOException {
        int exitCode = ExitCode.OK;
        for (int at = 0; at < captures.size(); at++) {
            StoredCapture capture = StoredCapture.open(captures.get(at));
            capture.readAhead(channels);
            if (captures.size() > 1) {
                verdicts.println((at > 0 ? "\n" : "") + "capture: " + label(captures.get(at)));
            }
            Verdict verdict = capture.verdict(channels);
            capture.names(); // what is odd about them is said before, not in the report
            verdicts.println(coloured(verdict));
            printFindings(capture, verdicts);
            verdicts.flush();
            int code = captures.size() == 1 ? body.run(capture) : guarded(capture, body);
            exitCode =
                    worse(
                            exitCode,
                            verdict.dataMissing() ? worse(code, ExitCode.INCOMPLETE) : code);
        }
        return exitCode;
    }

    /** Writes one document with an object per capture; the body adds its members. */
    int forEachJson(
            List<CaptureDirectory> captures, Set<Channel> channels, PrintWriter out, JsonBody body)
            throws IOException {
        int exitCode = ExitCode.OK;
        JsonWriter json = new JsonWriter(out, 4);
        json.beginObject().name("captures").beginArray();
        for (CaptureDirectory directory : captures) {
            StoredCapture capture = StoredCapture.open(directory);
            capture.readAhead(channels);
            Verdict verdict = capture.verdict(channels);
            json.beginObject().member("capture", directory.root().toString());
            VerdictJson.member(json, verdict);
            int code = guarded(capture, json, body);
            VerdictJson.findings(json, capture.findings());
            json.endObject();
            exitCode =
                    worse(
                            exitCode,
                            verdict.dataMissing() ? worse(code, ExitCode.INCOMPLETE) : code);
        }
        json.endArray().endObject().finish();
        return exitCode;
    }

    /** What a command adds to a capture's object. */
    @FunctionalInterface
    interface JsonBody {
        int run(Capture capture, JsonWriter json) throws IOException;
    }

    /** Tells a capture's failure and goes on: those after it are still read. */
    private int guarded(Capture capture, Body body) throws IOException {
        try {
            return body.run(capture);
        } catch (UserError failure) {
            out().flush();
            err().println("tidemark: " + failure.getMessage());
            return ExitCode.FAILED;
        }
    }

    /** As the other, with the sentence inside the document, which stays whole. */
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

    static String label(CaptureDirectory directory) {
        return directory.label().equals(".") ? directory.root().toString() : directory.label();
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
                    "and %d more like these; --json lists the first %d of each kind"
                            .formatted(more, Findings.KEPT));
        }
    }

    private static String coloured(Verdict verdict) {
        Ink ink = Terminal.ink();
        return switch (verdict.kind()) {
            case COMPLETE -> ink.good(verdict.line());
            case GAPS -> ink.warning(verdict.line());
            case UNTRUSTED -> ink.bad(verdict.line());
        };
    }
}
