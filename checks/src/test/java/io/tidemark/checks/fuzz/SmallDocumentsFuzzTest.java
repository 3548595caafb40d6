package io.tidemark.checks.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.names.NameMapReader;

/** Certificates and name maps. */
class SmallDocumentsFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void documentsOfAnyBytesAreReadOrRefused(byte[] content) {
        FuzzedFile.read("certificate.json", content, (file, findings) -> {
            CertificateReader.read(file, findings);
            NameMapReader.read(file, findings);
        });
    }
}
