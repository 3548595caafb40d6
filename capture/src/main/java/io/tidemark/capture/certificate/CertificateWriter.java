package io.tidemark.capture.certificate;

import io.tidemark.capture.WriteFailure;
import io.tidemark.capture.certificate.Certificate.FileDigest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes {@code certificate.json}, last of all files of a capture, and in one step: a reader sees
 * the whole certificate or none. Stateless; one writer per capture.
 */
public final class CertificateWriter {
    /** Name of the file in the capture directory. */
    public static final String FILE_NAME = "certificate.json";

    private CertificateWriter() {}

    public static Path write(Path captureRoot, Certificate certificate) throws IOException {
        Path target = captureRoot.resolve(FILE_NAME);
        Path fresh = captureRoot.resolve(FILE_NAME + ".tmp");
        byte[] text = new CertificateText().of(certificate).getBytes(StandardCharsets.UTF_8);
        WriteFailure.naming(target, () -> Files.write(fresh, text));
        return Files.move(
                fresh, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Digest of a file as the certificate lists it. */
    public static FileDigest digest(Path captureRoot, Path file) throws IOException {
        String path = captureRoot.relativize(file).toString().replace('\\', '/');
        return new FileDigest(path, Files.size(file), Digests.sha256(file));
    }
}
