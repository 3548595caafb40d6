package io.tidemark.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.OracleCase;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.certificate.EndingKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ComparedRunTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void onlyARunThatCameToItsEndIsWhole(EndingKind kind) throws IOException {
        try (Stream<Path> files = Files.list(OracleCase.of("tiny-l4").directory())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, directory.resolve(file.getFileName()));
            }
        }
        Files.writeString(directory.resolve("run.json"), "{\"status\": \"" + kind.word() + "\"}");
        ComparedRun run = new ComparedRun("run", StoredCapture.open(directory));
        boolean cameToItsEnd = List.of(EndingKind.OK, EndingKind.UNKNOWN, EndingKind.WRONG_RESULT)
                .contains(kind);
        assertThat(Comparability.own("before", run).isEmpty()).isEqualTo(cameToItsEnd);
    }
}
