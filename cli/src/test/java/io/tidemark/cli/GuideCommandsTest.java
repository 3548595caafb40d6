package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What README and guides tell people to type is understood, and shows what it should. */
class GuideCommandsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern COMMAND =
            Pattern.compile("^ *(?:\\$ )?\\./tidemark (?!bench)([^#\n]*?) *(?:#.*)?$", Pattern.MULTILINE);

    private static List<Path> pages() throws IOException {
        try (Stream<Path> guides = Files.list(ROOT.resolve("docs/guide"))) {
            List<Path> pages =
                    new ArrayList<>(guides.filter(page -> page.toString().endsWith(".md"))
                            .sorted()
                            .toList());
            pages.add(ROOT.resolve("README.md"));
            return pages;
        }
    }

    @Test
    void everyCommandIsOne() throws IOException {
        int commands = 0;
        for (Path page : pages()) {
            Matcher found = COMMAND.matcher(Files.readString(page));
            while (found.find()) {
                String line = found.group(1).replaceFirst(" &$", "");
                if (line.contains("<") || line.contains("|")) {
                    continue;
                }
                commands++;
                assertThatCode(() -> parse(line)).as(page + ": " + line).doesNotThrowAnyException();
            }
        }
        assertThat(commands).isGreaterThan(20);
    }

    private static void parse(String line) {
        Tidemark.commandLine().setCaseInsensitiveEnumValuesAllowed(true).parseArgs(line.split(" +"));
    }

    @Test
    void theGuideShowsHowToFindAWrongTaskAndAWarmRound() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path page : pages()) {
            Matcher found = COMMAND.matcher(Files.readString(page));
            while (found.find()) {
                all.append(found.group(1)).append('\n');
            }
        }
        assertThat(all)
                .containsPattern("run .*--check-args")
                .containsPattern("dump .*--diff")
                .containsPattern("run .*--rounds [0-9]+ --profile-round [0-9]+");
    }
}
