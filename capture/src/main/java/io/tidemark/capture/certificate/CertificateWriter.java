package io.tidemark.capture.certificate;

import io.tidemark.capture.certificate.Certificate.FileDigest;
import io.tidemark.capture.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

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
        String path = captureRoot.relativize(file).toString().replace('\\', '/');
        return new FileDigest(path, Files.size(file), Digests.sha256(file));
    }
}
