package io.tidemark.cli;

import io.tidemark.abi.DfxFlags;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Certificate.Ending;
import io.tidemark.capture.certificate.Certificate.FileDigest;
import io.tidemark.capture.certificate.Certificate.Origin;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.runtime.RunResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Closes a capture with its certificate: who made it, how it ended, what is in it. */
final class CaptureSeal {
    private CaptureSeal() {}

    /** Call when every other file of the capture is written. */
    static void write(RunOutcome outcome, DfxFlags flags, Recorded recorded) throws IOException {
        Path root = outcome.capture();
        Certificate certificate =
                new Certificate(
                        new Origin(
                                VersionCommand.version(),
                                outcome.platform(),
                                "tensormap_and_ringbuffer",
                                outcome.caseTitle(),
                                hostName(),
                                flags.swimlaneLevel(),
                                flags.bits(),
                                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()),
                        ending(outcome),
                        recorded.ledgers(),
                        recorded.clocks(),
                        recorded.freezes(),
                        digests(root),
                        recorded.verdict());
        CertificateWriter.write(root, certificate);
    }

    private static Ending ending(RunOutcome outcome) {
        RunResult result = outcome.last().result();
        if (result.isOk()) {
            return outcome.isGood() ? Ending.OK : new Ending("wrong-result", 0, "", "");
        }
        boolean hung = result.stall() != null;
        return new Ending(
                hung ? "hang" : "error",
                result.errorCode(),
                result.errorName(),
                hung ? result.stall().detail().label() : "");
    }

    private static List<FileDigest> digests(Path root) throws IOException {
        List<Path> files;
        try (Stream<Path> tree = Files.walk(root)) {
            files = tree.filter(Files::isRegularFile).sorted().toList();
        }
        List<FileDigest> digests = new ArrayList<>();
        for (Path file : files) {
            digests.add(CertificateWriter.digest(root, file));
        }
        return digests;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            return "unknown";
        }
    }
}
