package io.tidemark.cli;

import io.tidemark.abi.Channel;
import io.tidemark.capture.CaptureDirectory;
import io.tidemark.capture.CaptureFinder;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.Verdict;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.collector.UnfinishedRun;
import io.tidemark.memory.region.RegionDamagedException;
import io.tidemark.recording.DeviceExchange;
import io.tidemark.recording.RecoveredCapture;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
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
final class RecoverCommand implements Callable<Integer> {
    private static final long ORPHAN_NANOS = 3_000_000_000L;
    private static final long LOOK_NANOS = 10_000_000;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "CAPTURE", description = "The capture directory of that run.")
    private Path capture;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(MissingCapture.existing(capture))) {
            throw UserError.usage(
                    capture + " is not a directory; name the capture directory of the run.");
        }
        Optional<UnfinishedRun> left = UnfinishedRun.in(capture);
        if (isCertified()) {
            return left.isPresent() ? claimed(left.get(), this::clearAndTell) : tellDone();
        }
        UnfinishedRun run =
                left.orElseThrow(
                        () ->
                                UserError.failed(
                                        capture
                                                + " holds nothing to recover: the run had not begun"
                                                + " to record, or recorded nothing."));
        return claimed(run, () -> isCertified() ? clearAndTell() : recover(run));
    }

    private boolean isCertified() {
        return Files.exists(capture.resolve(CertificateWriter.FILE_NAME));
    }

    /** What a recovery does while no other can. */
    @FunctionalInterface
    private interface Work {
        int run() throws IOException;
    }

    private int claimed(UnfinishedRun run, Work work) throws IOException {
        Optional<Closeable> claim = run.claim();
        if (claim.isEmpty()) {
            throw UserError.failed(capture + " is being recovered by someone else right now.");
        }
        try (Closeable _ = claim.get()) {
            return work.run();
        }
    }

    private int recover(UnfinishedRun run) throws IOException {
        requireDead(run);
        try {
            RecoveredCapture recovered = RecoveredCapture.finish(capture, run);
            PrintWriter out = spec.commandLine().getOut();
            out.print(json ? recovered.json() + "\n" : recovered.text());
            return exitCode(recovered.recorded().verdict());
        } catch (FileSystemException unwritten) {
            throw UserError.failed(
                    "%s; what the run left is unchanged. Make room and run 'tidemark recover %s' again."
                            .formatted(unwritten.getMessage(), capture),
                    unwritten);
        } catch (IndexOutOfBoundsException
                | IllegalArgumentException
                | ArithmeticException damage) {
            throw UserError.failed(
                    run.region()
                            + " or its spool is damaged in a way that the books do not explain ("
                            + damage.getMessage()
                            + "); nothing was changed.",
                    damage);
        }
    }

    /** Refuses a region that is missing, damaged or in use. */
    private void requireDead(UnfinishedRun run) throws IOException {
        Path region = run.region();
        if (!Files.isRegularFile(region)) {
            throw UserError.failed(
                    "the region "
                            + region
                            + " of this capture is not there any more, and with it the records that"
                            + " were not collected; a restart of the machine empties /dev/shm.");
        }
        try {
            Optional<Long> user = run.liveProcess();
            long deadline = System.nanoTime() + ORPHAN_NANOS;
            while (user.isPresent() && !run.isHostAlive() && System.nanoTime() - deadline < 0) {
                LockSupport.parkNanos(LOOK_NANOS); // a device ends by itself when its host has
                user = run.liveProcess();
            }
            if (user.isPresent()) {
                throw UserError.failed(
                        capture + " is in use: " + UnfinishedCapture.going(user.get()) + ".");
            }
        } catch (RegionDamagedException damaged) {
            throw UserError.failed("the region cannot be used: " + damaged.getMessage(), damaged);
        }
    }

    /** After a death between certificate and clearing up, or when another was faster. */
    private int clearAndTell() throws IOException {
        Optional<UnfinishedRun> left = UnfinishedRun.in(capture);
        if (left.isPresent()) {
            if (Files.isRegularFile(left.get().region())) {
                requireDead(left.get());
            }
            left.get().discard();
        }
        return tellDone();
    }

    private int tellDone() throws IOException {
        DeviceExchange.discard(capture); // the last thing that a host clears away
        CaptureDirectory directory = CaptureFinder.at(capture);
        Verdict verdict = StoredCapture.open(directory).verdict(EnumSet.allOf(Channel.class));
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
        return Json.text(
                writer -> {
                    writer.writeStartObject();
                    writer.writeStringProperty("verdict", verdict.kind().name());
                    writer.writeBooleanProperty("recovered", false);
                    writer.writeStringProperty("capture", capture.toString());
                    writer.writeEndObject();
                });
    }

    private static int exitCode(Verdict verdict) {
        return verdict.dataMissing() ? ExitCode.INCOMPLETE : ExitCode.OK;
    }
}
