package io.tidemark.recording;

import io.tidemark.abi.DfxFlags;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Certificate.Ending;
import io.tidemark.capture.certificate.Certificate.FileDigest;
import io.tidemark.capture.certificate.Certificate.Origin;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.file.ViewerFiles;
import io.tidemark.recording.device.DeviceExchange;
import io.tidemark.recording.plan.Recorded;
import io.tidemark.runtime.RuntimeKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Closes a capture with its certificate: who made it, how it ended, what is in it. */
public final class CaptureSeal {
    private static final Set<String> UNFINISHED_DIRECTORIES = Set.of("spool", "recovering", DeviceExchange.DIRECTORY);

    private CaptureSeal() {}

    /** Call when every other file of the capture is written. */
    public static void write(
            Path root,
            String platform,
            RuntimeKind runtime,
            String caseTitle,
            DfxFlags flags,
            Ending ending,
            Recorded recorded)
            throws IOException {
        Origin origin = new Origin(
                ToolVersion.current(),
                platform,
                runtime.label(),
                caseTitle,
                hostName(),
                flags.swimlaneLevel(),
                flags.bits(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        CertificateWriter.write(
                root,
                new Certificate(
                        origin,
                        ending,
                        recorded.ledgers(),
                        recorded.clocks(),
                        recorded.freezes(),
                        recorded.damage(),
                        digests(root),
                        recorded.verdict(),
                        recorded.conditions()));
    }

    private static List<FileDigest> digests(Path root) throws IOException {
        List<Path> files;
        try (Stream<Path> tree = Files.walk(root)) {
            files = tree.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(file -> !AtomicFile.isLeftover(file))
                    .filter(file -> !isUnfinished(root.relativize(file)))
                    .filter(file -> !ViewerFiles.isOne(root.relativize(file)))
                    .sorted()
                    .toList();
        }
        List<FileDigest> digests = new ArrayList<>();
        for (Path file : files) {
            digests.add(CertificateWriter.digest(root, file));
        }
        return digests;
    }

    /** True for spools, their copies and the region, which go once the certificate is written. */
    private static boolean isUnfinished(Path file) {
        return file.getNameCount() > 1
                ? UNFINISHED_DIRECTORIES.contains(file.getName(0).toString())
                : file.toString().endsWith(".region");
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            return "unknown";
        }
    }
}
