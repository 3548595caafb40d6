package io.tidemark.capture.swimlane.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import io.tidemark.testkit.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded captures have a records file and table files; both hold the same. */
class SwimlaneTablesTest {
    @TempDir
    Path directory;

    private static Path recorded(String name) {
        return GoldenFile.repositoryRoot().resolve("sql/src/test/resources/captures/" + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vector-constant", "bgemm", "noop", "host-built"})
    void theRecordsFileThatTheTablesMakeIsTheOneOfTheRun(String name) throws IOException {
        Path capture = recorded(name);
        Path made = directory.resolve("made.json");
        SwimlaneWriter.write(
                made,
                SwimlaneReader.read(capture.resolve(SwimlaneTables.HEAD), new Findings())
                        .orElseThrow());
        assertThat(made).hasSameBinaryContentAs(capture.resolve(SwimlaneChannel.FILE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"vector-constant", "bgemm", "noop", "host-built"})
    void theTablesAreReadAsTheRecordsFileIs(String name) throws IOException {
        Path capture = recorded(name);
        assertThat(text(capture.resolve(SwimlaneTables.HEAD))).isEqualTo(text(capture.resolve(SwimlaneChannel.FILE)));
    }

    private String text(Path source) throws IOException {
        Findings findings = new Findings();
        Optional<SwimlaneTable> table = SwimlaneReader.read(source, findings);
        assertThat(findings.kept()).as(source.toString()).isEmpty();
        Path written = directory.resolve(source.getFileName() + ".again");
        SwimlaneWriter.write(written, table.orElseThrow());
        return Files.readString(written);
    }
}
