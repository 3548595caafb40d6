package io.tidemark.capture.certificate;

import io.tidemark.capture.certificate.Certificate.FileDigest;
import io.tidemark.capture.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Writes {@code certificate.json}, last of all files of a capture, and in one step: a reader sees
 * the whole certificate or none. Stateless; one writer per capture.
 */
public final class CertificateWriter {
    /** Name of the file in the capture directory. */
    public static final String FILE_NAME = "certificate.json";

    private CertificateWriter() {}

    public static Path write(Path captureRoot, Certificate certificate) throws IOException {
        byte[] text = new CertificateText().of(certificate).getBytes(StandardCharsets.UTF_8);
        return AtomicFile.write(captureRoot.resolve(FILE_NAME), part -> Files.write(part, text));
    }

    /** Digest of a file as the certificate lists it. */
    public static FileDigest digest(Path captureRoot, Path file) throws IOException {
        return digest(captureRoot, file, List.of());
    }

    /** The same, where it may have been begun. */
    public static FileDigest digest(Path captureRoot, Path file, List<EarlyDigests> early) throws IOException {
        String path = captureRoot.relativize(file).toString().replace('\\', '/');
        Optional<String> begun = EarlyDigests.finish(early, file);
        String sha256 = begun.isPresent() ? begun.get() : Digests.sha256(file);
        return new FileDigest(path, Files.size(file), sha256);
    }
}
