package io.tidemark.checks.example;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The artifacts of this build as a Maven repository in a directory, as {@code mvn install} would
 * leave them, without touching the user's own repository: Maven reads it and the plugins that the
 * build has already loaded, and writes to a local repository beside it.
 */
final class BuiltArtifacts {
    private static final Pattern VERSION = Pattern.compile("<revision>([^<]+)</revision>");

    private final Path settings;
    private final Path local;

    BuiltArtifacts(Path home, Path directory) throws IOException {
        Path repository = Files.createDirectories(directory.resolve("artifacts"));
        local = Files.createDirectories(directory.resolve("local"));
        install(home, home.resolve("bom"), repository, "tidemark-bom");
        install(home, home, repository, "tidemark");
        try (Stream<Path> modules = Files.list(home)) {
            for (Path module : modules.filter(BuiltArtifacts::isBuilt).toList()) {
                install(home, module, repository, "tidemark-" + module.getFileName());
            }
        }
        String loaded = System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository");
        settings = directory.resolve("settings.xml");
        Files.writeString(
                settings, """
                <settings>
                  <profiles>
                    <profile>
                      <id>built</id>
                      <repositories>
                        <repository><id>built</id><url>%1$s</url></repository>
                        <repository><id>loaded</id><url>%2$s</url></repository>
                      </repositories>
                      <pluginRepositories>
                        <pluginRepository><id>loaded</id><url>%2$s</url></pluginRepository>
                      </pluginRepositories>
                    </profile>
                  </profiles>
                  <activeProfiles><activeProfile>built</activeProfile></activeProfiles>
                </settings>
                """.formatted(repository.toUri(), Path.of(loaded).toUri()));
    }

    /** Name of a module's jar. */
    static String jar(Path home, String module) {
        return "tidemark-" + module + "-" + version(home) + ".jar";
    }

    /** The command that calls a goal on a project; nothing is loaded from a network. */
    String[] mvn(Path project, String goal) {
        return new String[] {
            "mvn",
            "-o",
            "-q",
            "-B",
            "-Daether.offline.protocols=file",
            "-Dmaven.repo.local=" + local,
            "-s",
            settings.toString(),
            "-f",
            project.toString(),
            goal
        };
    }

    private static void install(Path home, Path module, Path repository, String artifact) throws IOException {
        String version = version(home);
        Path place = Files.createDirectories(
                repository.resolve("io/tidemark").resolve(artifact).resolve(version));
        Files.copy(module.resolve("target/.flattened-pom.xml"), place.resolve(artifact + "-" + version + ".pom"));
        Optional<Path> jar = Optional.of(module.resolve("target").resolve(artifact + "-" + version + ".jar"))
                .filter(Files::exists);
        if (jar.isPresent()) {
            Files.copy(jar.get(), place.resolve(jar.get().getFileName()));
        }
    }

    private static boolean isBuilt(Path module) {
        return Files.exists(module.resolve("src/main")) && Files.exists(module.resolve("target/.flattened-pom.xml"));
    }

    private static String version(Path home) {
        try {
            Matcher version = VERSION.matcher(Files.readString(home.resolve("bom/pom.xml")));
            if (!version.find()) {
                throw new IllegalStateException("bom/pom.xml names no revision");
            }
            return version.group(1);
        } catch (IOException cannotRead) {
            throw new UncheckedIOException(cannotRead);
        }
    }
}
