package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sql.table.ColumnSpec;
import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.table.TableSpec;
import io.tidemark.sql.tables.CaptureTables;
import io.tidemark.testkit.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares docs/tables with the declarations; {@code -Dgolden.update=true} rewrites the pages. */
class TablePagesTest {
    private static final String FOLDER = "docs/tables/";

    @Test
    void thePageOfATableIsWhatTheDeclarationSays() {
        for (TableDefinition<?> table : CaptureTables.all()) {
            TableSpec spec = table.spec();
            StringBuilder page = new StringBuilder();
            page.append("# ").append(spec.name()).append("\n\n").append(spec.meaning());
            page.append("\n\n| column | type | unit | meaning |\n|---|---|---|---|\n");
            for (ColumnSpec column : spec.columns()) {
                page.append("| `%s` | %s | %s | %s |\n"
                        .formatted(
                                column.name(),
                                column.type().name().toLowerCase(Locale.ROOT),
                                column.unit(),
                                column.meaning()));
            }
            GoldenFile.inRepository(FOLDER + spec.name() + ".md").matches(page.toString());
        }
    }

    @Test
    void thePageOfAViewIsWhatTheDeclarationSays() {
        for (SqlView view : SqlView.all()) {
            StringBuilder page = new StringBuilder();
            page.append("# ").append(view.name()).append("\n\nA view. ").append(view.meaning());
            page.append("\n\n| column | meaning |\n|---|---|\n");
            for (String column : view.columns()) {
                String[] parts = column.split(": ", 2);
                page.append("| `%s` | %s |\n".formatted(parts[0], parts[1]));
            }
            page.append("\n```sql\n").append(view.query()).append("\n```\n");
            GoldenFile.inRepository(FOLDER + view.name() + ".md").matches(page.toString());
        }
    }

    @Test
    void theListNamesEveryTableAndNoPageIsLeftOver() throws IOException {
        StringBuilder page = new StringBuilder("""
                        # Tables

                        What `tidemark sql` and `tidemark export` know of a capture, whatever era it is of. Times are whole nanoseconds on the
                        capture's axis, the one that every report uses. The pages are printed from the declarations, and a test compares them; to
                        write them anew: `mvn -pl sql -am test -Dtest=TablePagesTest -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.update=true`

                        | table | one row is |
                        |---|---|
                        """);
        List<String> files = new ArrayList<>(List.of("README.md"));
        for (TableDefinition<?> table : CaptureTables.all()) {
            line(page, table.name(), table.spec().meaning());
            files.add(table.name() + ".md");
        }
        page.append("\n| view | it answers |\n|---|---|\n");
        for (SqlView view : SqlView.all()) {
            line(page, view.name(), view.meaning());
            files.add(view.name() + ".md");
        }
        GoldenFile.inRepository(FOLDER + "README.md").matches(page.toString());
        try (Stream<Path> there = Files.list(GoldenFile.repositoryRoot().resolve(FOLDER))) {
            assertThat(there.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(files);
        }
    }

    private static void line(StringBuilder page, String name, String meaning) {
        page.append("| [%s](%s.md) | %s |\n".formatted(name, name, meaning));
    }

    /** What a view says of its columns is what the engine makes of its query. */
    @Test
    void theColumnsOfAViewAreThoseOfItsQuery() throws Exception {
        try (SqlSession session = SqlSession.open(List.of(), 1, "256MB", true)) {
            for (SqlView view : SqlView.all()) {
                List<String> names = new ArrayList<>();
                session.ask("select * from " + view.name(), rows -> {
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        names.add(rows.getMetaData().getColumnLabel(i));
                    }
                });
                assertThat(view.columns().stream().map(column -> column.split(": ")[0]))
                        .as(view.name())
                        .containsExactlyElementsOf(names);
            }
        }
    }
}
