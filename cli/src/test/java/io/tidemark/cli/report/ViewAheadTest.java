package io.tidemark.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which command lines let the viewer look at a capture before they are understood. */
class ViewAheadTest {
    @TempDir
    Path directory;

    @Test
    void onlyACommandThatServesAPageLooksAhead() {
        String capture = directory.toString();
        assertThat(ViewCommand.lookedAt("view", "--port", "0", capture)).contains(directory);
        assertThat(ViewCommand.lookedAt("diff", capture)).isEmpty();
        for (String word : new String[] {"--out", "--out=site", "-h", "--help", "--version"}) {
            assertThat(ViewCommand.lookedAt("view", capture, word)).as(word).isEmpty();
        }
    }
}
