package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sql.standard.StandardQuery;
import io.tidemark.testkit.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of standard queries, its page and the files agree. */
class StandardQueryPageTest {
    private static final String FILES = "sql/src/main/resources/io/tidemark/sql/standard";

    @Test
    void everyFileIsInTheListAndSaysWhatItAnswers() throws IOException {
        try (Stream<Path> files = Files.list(GoldenFile.repositoryRoot().resolve(FILES))) {
            assertThat(StandardQuery.all().stream().map(query -> query.name() + ".sql"))
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(file -> file.getFileName().toString()).toList());
        }
        for (StandardQuery query : StandardQuery.all()) {
            assertThat(query.meaning()).as(query.name()).endsWith(".").hasSizeLessThan(120);
            assertThat(query.sql()).as(query.name()).contains("\norder by ").doesNotContain("::");
        }
    }

    @Test
    void thePageListsThem() {
        StringBuilder page = new StringBuilder("""
                        # Standard queries

                        Questions about one capture or a lake of them. `tidemark sql --standard NAME CAPTURE...` asks DuckDB, the module `fleet`
                        ([guide](fleet.md)) asks Spark; both give the same rows. The texts are in
                        `sql/src/main/resources/io/tidemark/sql/standard`. A test compares this page with them; to write it anew:
                        `mvn -pl sql -am test -Dtest=StandardQueryPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.update=true`

                        | query | it answers |
                        |---|---|
                        """);
        for (StandardQuery query : StandardQuery.all()) {
            page.append("| `%s` | %s |\n".formatted(query.name(), query.meaning()));
        }
        GoldenFile.inRepository("docs/guide/standard-queries.md").matches(page.toString());
    }
}
