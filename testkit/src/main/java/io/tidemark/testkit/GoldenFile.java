package io.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A text file in the repository that must equal what the code produces. {@code
 * -Dgolden.update=true} rewrites it instead, and the change is then reviewed as a diff. Test
 * threads only.
 */
public final class GoldenFile {
    private static final String UPDATE = "golden.update";

    private final Path path;

    private GoldenFile(Path path) {
        this.path = path;
    }

    /** A file named from the root of the repository. */
    public static GoldenFile inRepository(String name) {
        return new GoldenFile(repositoryRoot().resolve(name));
    }

    /** The outermost directory of builds around the one the test runs in. */
    public static Path repositoryRoot() {
        Path root = Path.of("").toAbsolutePath();
        while (root.getParent() != null && Files.exists(root.resolveSibling("pom.xml"))) {
            root = root.getParent();
        }
        return root;
    }

    public void matches(String actual) {
        try {
            if (Boolean.getBoolean(UPDATE)) {
                Files.createDirectories(path.getParent());
                Files.writeString(path, actual, StandardCharsets.UTF_8);
                return;
            }
            assertThat(path)
                    .as("%s is missing; write it with -D%s=true", path, UPDATE)
                    .exists();
            assertThat(actual)
                    .as("differs from %s; if that is meant, -D%s=true rewrites it", path, UPDATE)
                    .isEqualTo(Files.readString(path, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
