package io.tidemark.checks.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the launcher starts, and from where. The clone and the JDK are a few files; {@code java}
 * prints its locale and its words, and {@code mvn} builds nothing.
 */
class LauncherTest {
    private static final String JAVA =
            "#!/bin/sh\necho \"LC_ALL=${LC_ALL:-}\"\nfor word in \"$@\"; do echo \"$word\"; done\n";

    @TempDir
    Path directory;

    private Path clone;
    private Path programs;

    @BeforeEach
    void cloneTheLauncher() throws IOException {
        clone = directory.resolve("a clone");
        for (String empty : List.of("pom.xml", "cli/target/lib/tidemark-launcher.jar", "sql/pom.xml")) {
            write(clone.resolve(empty), "");
        }
        write(clone.resolve("cli/target/tidemark.built"), "");
        Files.copy(GoldenFile.repositoryRoot().resolve("tidemark"), clone.resolve("tidemark")); // with its permissions
        write(directory.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        programs = directory.resolve("programs");
        program(directory.resolve("jdk/bin/java"), JAVA);
        program(directory.resolve("jdk/bin/javac"), JAVA);
        program(programs.resolve("mvn"), "#!/bin/sh\necho \"$@\"\n");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void program(Path file, String text) throws IOException {
        write(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<String> words(String... command) throws IOException, InterruptedException {
        return said(clone.resolve("tidemark").toString(), Map.of(), command);
    }

    private List<String> said(String launcher, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        Path said = directory.resolve("said");
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", "exec \"$@\"", "sh", launcher);
        builder.command().addAll(List.of(command));
        builder.environment().put("TIDEMARK_JAVA_HOME", directory.resolve("jdk").toString());
        builder.environment().merge("PATH", programs.toString(), (old, own) -> own + ":" + old);
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true).redirectOutput(said.toFile());
        assertThat(builder.start().waitFor()).isZero();
        return Files.readAllLines(said);
    }

    @Test
    void everyCommandHasTheSameFlags() throws Exception {
        Path cache = clone.toRealPath().resolve("cli/target/tidemark.aot");
        assertThat(words("summary", "a b")).endsWith("summary", "a b").noneMatch(word -> word.contains(".aot"));
        write(cache, "");
        List<String> summary = words("summary", "x");
        assertThat(summary).contains("-XX:AOTCache=" + cache, "-XX:+UseSerialGC");
        for (String command : List.of("run", "view", "whatif", "--help")) {
            assertThat(words(command, "x").subList(0, summary.size() - 2))
                    .isEqualTo(summary.subList(0, summary.size() - 2));
        }
        assertThat(said(clone.resolve("tidemark").toString(), Map.of("TIDEMARK_JVM_FLAGS", "-Xmx1g -Da=b"), "run"))
                .containsSubsequence("-Xmx1g", "-Da=b", "-jar");
    }

    @Test
    void itIsFoundThroughLinksAndOnThePath() throws Exception {
        Path jar = clone.toRealPath().resolve("cli/target/lib/tidemark-launcher.jar");
        Path link = Files.createSymbolicLink(programs.resolve("tidemark"), clone.resolve("tidemark"));
        Path further = Files.createSymbolicLink(
                directory.resolve("tm"), link.getParent().getFileName().resolve("tidemark"));
        assertThat(said(link.toString(), Map.of(), "list")).endsWith("-jar", jar.toString(), "list");
        assertThat(said(further.toString(), Map.of(), "list")).endsWith("-jar", jar.toString(), "list");
        assertThat(said("tidemark", Map.of(), "list")).endsWith("-jar", jar.toString(), "list");
    }

    /** In the locale C the JVM knows no letter of a path but ASCII's. */
    @Test
    void aPathMayHaveAnyLetterInEveryLocale() throws Exception {
        String launcher = clone.resolve("tidemark").toString();
        assertThat(said(launcher, Map.of("LC_ALL", "C"), "list")).contains("LC_ALL=C.UTF-8");
        assertThat(said(launcher, Map.of("LC_ALL", "", "LC_CTYPE", "", "LANG", "POSIX"), "list"))
                .contains("LC_ALL=C.UTF-8");
        assertThat(said(launcher, Map.of("LC_ALL", "de_DE.UTF-8"), "list")).contains("LC_ALL=de_DE.UTF-8");
    }

    @Test
    void aChangeIsBuiltOnceAndTheCacheWrittenAnew() throws Exception {
        write(clone.resolve("cli/src/main/newer"), "");
        Files.setLastModifiedTime(clone.resolve("cli/target/tidemark.built"), FileTime.fromMillis(0));
        write(clone.resolve("cli/target/old.aot"), "");
        assertThat(words("list"))
                .anyMatch(word -> word.startsWith("tidemark: building"))
                .endsWith("list");
        assertThat(clone.resolve("cli/target/build.log")).content().contains("-pl cli -am");
        assertThat(clone.resolve("cli/target/training.log")).content().contains("io.tidemark.cli.Training");
        assertThat(clone.resolve("cli/target/old.aot")).doesNotExist();
        assertThat(words("list")).as("once").noneMatch(word -> word.startsWith("tidemark:"));
    }

    @Test
    void thePageHasTheSqlEngineWhereItWasBuilt() throws Exception {
        String engine = "-Dtidemark.sql.home=" + clone.toRealPath().resolve("sql/target");
        assertThat(words("view", "here")).endsWith("view", "here").doesNotContain(engine);
        Files.createDirectories(clone.resolve("sql/target/lib"));
        write(clone.resolve("sql/target/tidemark.built"), "");
        Files.setLastModifiedTime(
                clone.resolve("sql/target/tidemark.built"),
                FileTime.from(Instant.now().plusSeconds(5)));
        for (String command : List.of("view", "compare", "sql", "export")) {
            assertThat(words(command, "here"))
                    .endsWith(command, "here")
                    .contains(engine)
                    .noneMatch(word -> word.startsWith("tidemark:"));
        }
    }

    @Test
    void theSqlEngineIsBuiltWhenItIsAskedAndNotForHelp() throws Exception {
        assertThat(words("sql", "--help")).noneMatch(word -> word.startsWith("tidemark:"));
        assertThat(words("sql", "here")).anyMatch(word -> word.startsWith("tidemark: building the SQL engine"));
        assertThat(clone.resolve("sql/target/build.log")).content().contains("-pl sql -am");
    }

    /** Beside a runtime of its own, as {@code checks/bundle} packs it. */
    @Test
    void aBundleTakesItsOwnRuntimeAndBuildsNothing() throws Exception {
        Files.delete(clone.resolve("pom.xml"));
        Files.move(directory.resolve("jdk"), clone.resolve("runtime"));
        Files.delete(clone.resolve("runtime/bin/javac"));
        assertThat(words("run", "vector")).endsWith("run", "vector");
        Files.setLastModifiedTime(clone.resolve("cli/target/tidemark.built"), FileTime.fromMillis(0));
        write(clone.resolve("cli/src/main/newer"), "");
        assertThat(words("run", "vector")).as("no sources, no build").noneMatch(word -> word.startsWith("tidemark:"));
        Files.delete(clone.resolve("cli/target/tidemark.built"));
        assertThat(words("run", "vector"))
                .startsWith("tidemark: writing the cache for quick starts (half a minute) ...")
                .endsWith("run", "vector");
        assertThat(words("run", "vector")).as("once").noneMatch(word -> word.startsWith("tidemark:"));
    }
}
