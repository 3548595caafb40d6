package io.tidemark.checks.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.testkit.GoldenFile;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the launcher says when {@code sql} is first used and its engine cannot be loaded. A clone of
 * a few files stands for the repository, with Maven and the plugin of the real build; Maven finds
 * nothing behind the address of Maven Central.
 */
class SqlFirstUseTest {
    private static final String NOWHERE = "http://127.0.0.1:1/"; // no server has this port

    @TempDir
    Path directory;

    private Path clone;
    private Path home;

    @BeforeEach
    void cloneTheLauncher() throws IOException {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, "mvn"))),
                "Maven is not on the path");
        Path repository = GoldenFile.repositoryRoot();
        String parent = Files.readString(repository.resolve("pom.xml"));
        clone = Files.createDirectories(directory.resolve("clone"));
        home = directory.resolve("home");
        Files.copy(repository.resolve("tidemark"), clone.resolve("tidemark"));
        write("pom.xml", """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>io.tidemark</groupId><artifactId>tidemark</artifactId><version>1</version>
                  <packaging>pom</packaging>
                  <modules><module>sql</module></modules>
                </project>
                """);
        write("sql/pom.xml", """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <parent><groupId>io.tidemark</groupId><artifactId>tidemark</artifactId><version>1</version></parent>
                  <artifactId>tidemark-sql</artifactId>
                  <packaging>pom</packaging>
                  <dependencies>
                    <dependency><groupId>org.duckdb</groupId><artifactId>duckdb_jdbc</artifactId><version>%s</version></dependency>
                  </dependencies>
                  <build><plugins><plugin>
                    <artifactId>maven-dependency-plugin</artifactId><version>%s</version>
                    <executions><execution><phase>package</phase><goals><goal>copy-dependencies</goal></goals></execution></executions>
                  </plugin></plugins></build>
                </project>
                """.formatted(
                        found("<version.duckdb>([^<]+)<", parent),
                        found("maven-dependency-plugin</artifactId><version>([^<]+)<", parent)));
        write("cli/target/lib/tidemark-launcher.jar", "");
        write("cli/target/tidemark.built", ""); // the command itself is built
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }

    private void write(String file, String text) throws IOException {
        Path path = clone.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** Settings of a person without network, whose Maven has loaded these files before. */
    private void settings(Path localRepository) throws IOException {
        Files.createDirectories(home.resolve(".m2"));
        Files.writeString(home.resolve(".m2/settings.xml"), """
                <settings>
                  <localRepository>%s</localRepository>
                  <mirrors><mirror><id>central</id><mirrorOf>central</mirrorOf><url>%s</url></mirror></mirrors>
                </settings>
                """.formatted(localRepository, NOWHERE));
    }

    /** Everything that this machine has loaded, but for the engine. */
    private Path allButTheEngine() throws IOException {
        Path real = Path.of(System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository"));
        assumeTrue(Files.isDirectory(real.resolve("org")), "there is no local repository");
        Path links =
                Files.createDirectories(directory.resolve("repository/org")).getParent();
        link(real, links, "org");
        link(real.resolve("org"), links.resolve("org"), "duckdb");
        return links;
    }

    private static void link(Path from, Path to, String without) throws IOException {
        try (Stream<Path> all = Files.list(from)) {
            for (Path each : all.filter(Files::isDirectory).toList()) {
                if (!each.endsWith(without)) {
                    Files.createSymbolicLink(to.resolve(each.getFileName()), each);
                }
            }
        }
    }

    /** The links lead out of the directory, which is not for JUnit to clear. */
    @AfterEach
    void unlink() throws IOException {
        Path links = directory.resolve("repository");
        if (Files.exists(links)) {
            try (Stream<Path> all = Files.walk(links)) { // follows none
                for (Path each : all.filter(Files::isSymbolicLink).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    private record Answer(int exitCode, List<String> lines) {}

    private Answer ask() throws IOException, InterruptedException {
        Path said = directory.resolve("said");
        ProcessBuilder builder =
                new ProcessBuilder(clone.resolve("tidemark").toString(), "sql", "here", "-q", "select 1");
        builder.environment().put("MAVEN_OPTS", "-Xmx256m -Duser.home=" + home);
        builder.environment().remove("MAVEN_ARGS");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.redirectErrorStream(true).redirectOutput(said.toFile());
        int exitCode = builder.start().waitFor();
        return new Answer(exitCode, Files.readAllLines(said, StandardCharsets.UTF_8));
    }

    @Test
    void anEngineThatCannotBeLoadedCostsOneSentence() throws Exception {
        settings(allButTheEngine());
        Answer answer = ask();
        assertThat(answer.exitCode()).as(answer.toString()).isEqualTo(1);
        assertThat(answer.lines()).as("what is done, and why it failed").hasSize(2);
        assertThat(answer.lines().getLast())
                .startsWith("tidemark: 'sql' needs its engine from Maven Central once (duckdb_jdbc")
                .contains("try again with the network");
        assertThat(clone.resolve("sql/target/build.log")).content().contains("duckdb");
    }

    /** Where not even what builds the module was loaded before. */
    @Test
    void aPluginThatCannotBeLoadedCostsTheSameSentence() throws Exception {
        settings(Files.createDirectories(directory.resolve("empty")));
        Answer answer = ask();
        assertThat(answer.exitCode()).as(answer.toString()).isEqualTo(1);
        assertThat(answer.lines()).hasSize(2);
        assertThat(answer.lines().getLast()).contains("try again with the network");
    }
}
