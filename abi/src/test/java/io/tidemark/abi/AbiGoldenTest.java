package io.tidemark.abi;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.catalog.RecordCatalog;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.testkit.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the pages in docs/abi with the code; {@code -Dgolden.update=true} rewrites them. */
class AbiGoldenTest {
    static Stream<String> names() {
        return RecordCatalog.all().stream().map(RecordLayout::name);
    }

    @ParameterizedTest
    @MethodSource("names")
    void thePageOfARecordIsWhatTheCodeSays(String name) {
        RecordLayout layout = RecordCatalog.all().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        GoldenFile.inRepository("docs/abi/" + name + ".txt").matches(layout.page());
    }

    @Test
    void everyPageBelongsToARecordAndTheHistoryNamesTheVersion() throws IOException {
        try (Stream<Path> files = Files.list(GoldenFile.repositoryRoot().resolve("docs/abi"))) {
            List<String> pages = files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".txt"))
                    .map(file -> file.substring(0, file.length() - 4))
                    .toList();
            assertThat(pages).containsExactlyInAnyOrderElementsOf(names().toList());
        }
        String history = Files.readString(GoldenFile.repositoryRoot().resolve("docs/abi/history.md"));
        assertThat(history).contains("## Version " + AbiVersion.CURRENT);
    }

    @Test
    void idsAreNeverShared() {
        assertThat(RecordCatalog.all().stream().map(RecordLayout::id)).doesNotHaveDuplicates();
        assertThat(names()).doesNotHaveDuplicates();
        assertThat(RecordCatalog.ofId(1).orElseThrow().name()).isEqualTo("AicoreTaskRecord");
        assertThat(RecordCatalog.ofId(0)).isEmpty();
    }
}
