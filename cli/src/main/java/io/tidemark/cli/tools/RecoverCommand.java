package io.tidemark.cli.tools;

import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.cli.capture.MissingCapture;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.JsonLine;
import io.tidemark.cli.text.Terminal;
import io.tidemark.cli.text.Ticker;
import io.tidemark.cli.text.UserError;
import io.tidemark.recording.RecoveredCapture;
import io.tidemark.recording.Recovery;
import io.tidemark.recording.RecoveryRefusedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Finishes the capture of a run that was killed, or that could not write it. */
@Command(
        name = "recover",
        mixinStandardHelpOptions = true,
        description = {
            "Finish the capture of a run that was killed or whose disk was full.",
            "It is made from the region and the spool that the run left; neither is changed before the",
            "capture is whole."
        })
public final class RecoverCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CAPTURE", description = "The capture directory of that run.")
    private Path capture;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(MissingCapture.existing(capture))) {
            throw UserError.usage(capture + " is not a directory; name the capture directory of the run.");
        }
        try {
            Optional<RecoveredCapture> recovered = finished();
            if (recovered.isEmpty()) {
                return tellDone();
            }
            PrintWriter out = spec.commandLine().getOut();
            out.print(json ? recovered.get().json() + "\n" : recovered.get().text());
            return exitCode(recovered.get().recorded().verdict());
        } catch (RecoveryRefusedException refused) {
            throw UserError.failed(refused.getMessage(), refused);
        } catch (FileSystemException unwritten) {
            throw UserError.failed(
                    "%s; what the run left is unchanged. When that is mended, run 'tidemark recover %s' again."
                            .formatted(unwritten.getMessage(), capture),
                    unwritten);
        }
    }

    private Optional<RecoveredCapture> finished() throws IOException {
        try (Ticker _ = Ticker.elapsed(Terminal.isInteractive() ? Terminal.cursor() : null, "recovering")) {
            return Recovery.finish(capture);
        }
    }

    private int tellDone() throws IOException {
        CaptureDirectory directory = CaptureFinder.at(capture);
        Verdict verdict = StoredCapture.open(directory).verdict(ChannelCatalog.set());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(doneJson(verdict));
        } else {
            out.println(verdict.line());
            out.println(capture + " is finished already; there is nothing to recover.");
        }
        return exitCode(verdict);
    }

    private String doneJson(Verdict verdict) {
        return JsonLine.text(writer -> {
            writer.beginObject();
            writer.member("verdict", verdict.kind().name());
            writer.member("recovered", false);
            writer.member("capture", capture.toString());
            writer.endObject();
        });
    }

    private static int exitCode(Verdict verdict) {
        return verdict.dataMissing() ? ExitCode.INCOMPLETE : ExitCode.OK;
    }
}
