package io.tidemark.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of the house that a compiler does not know, read off the source files. */
class HouseStyleTest {
    private static final Pattern BANNED_NAME = Pattern.compile(".*(Manager|Helper|Util|Utils|Impl|Data|Info)\\.java");
    private static final Pattern MACHINE_PATH = Pattern.compile("(^|[\\s\"'(=])/(work|root|farm)/");

    private static final Path CLONE = findClone();

    @Test
    void noNameHidesWhatItsClassIsFor() throws IOException {
        assertThat(javaSources())
                .extracting(path -> path.getFileName().toString())
                .noneMatch(name -> BANNED_NAME.matcher(name).matches());
    }

    @Test
    void noFileImportsAWildcardOrNamesThisMachine() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path source : javaSources()) {
            for (String line : Files.readAllLines(source)) {
                boolean wildcard = line.startsWith("import ") && line.endsWith(".*;");
                if (wildcard || MACHINE_PATH.matcher(line).find()) {
                    found.add(CLONE.relativize(source) + ": " + line.strip());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void everyModuleSaysWhatItIsFor() throws IOException {
        try (Stream<Path> modules = Files.list(CLONE)) {
            assertThat(modules.filter(path -> Files.exists(path.resolve("pom.xml"))))
                    .isNotEmpty()
                    .allSatisfy(
                            module -> assertThat(module.resolve("README.md")).exists());
        }
    }

    @Test
    void everyClassOnTheWalksThroughTheCodeExists() throws IOException {
        String walks = Files.readString(CLONE.resolve("docs/guide/internals.md"));
        List<String> named = Pattern.compile("`([A-Z][A-Za-z]+)[`.]")
                .matcher(walks)
                .results()
                .map(found -> found.group(1) + ".java")
                .distinct()
                .toList();
        assertThat(javaSources())
                .extracting(path -> path.getFileName().toString())
                .containsAll(named);
    }

    private static List<Path> javaSources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(CLONE)) {
            for (Path module : modules.filter(Files::isDirectory).toList()) {
                Path tree = module.resolve("src");
                if (Files.isDirectory(tree)) {
                    try (Stream<Path> files = Files.walk(tree)) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                    }
                }
            }
        }
        assertThat(sources).isNotEmpty();
        return sources;
    }

    static Path findClone() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("tidemark"))) {
            directory = directory.getParent();
        }
        return directory;
    }
}
