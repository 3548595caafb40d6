package io.tidemark.checks.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.GoldenFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the launcher starts a built clone with. The clone and the JDK are a few files; {@code java}
 * prints its words.
 */
class LauncherFlagsTest {
    @TempDir
    Path directory;

    private Path clone;
    private String toolOptions; // null: none
    private Path path; // of programs before all others; null: none

    @BeforeEach
    void cloneTheLauncher() throws IOException {
        clone = directory.resolve("clone");
        for (String empty : List.of("pom.xml", "cli/target/lib/tidemark-launcher.jar", "sql/pom.xml")) {
            write(clone.resolve(empty), "");
        }
        write(clone.resolve("cli/target/tidemark.built"), "");
        Files.copy(GoldenFile.repositoryRoot().resolve("tidemark"), clone.resolve("tidemark")); // with its permissions
        write(directory.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        for (String program : List.of("java", "javac")) {
            Path file = directory.resolve("jdk/bin/" + program);
            write(file, "#!/bin/sh\nfor word in \"$@\"; do echo \"$word\"; done\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private List<String> words(String... command) throws IOException, InterruptedException {
        return wordsWith("", command);
    }

    private List<String> wordsWith(String flags, String... command) throws IOException, InterruptedException {
        Path said = directory.resolve("said");
        ProcessBuilder builder = new ProcessBuilder(clone.resolve("tidemark").toString());
        builder.command().addAll(List.of(command));
        builder.environment().put("TIDEMARK_JAVA_HOME", directory.resolve("jdk").toString());
        builder.environment().put("TIDEMARK_JVM_FLAGS", flags);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        if (toolOptions != null) {
            builder.environment().put("JAVA_TOOL_OPTIONS", toolOptions);
        }
        if (path != null) {
            builder.environment().merge("PATH", path.toString(), (old, own) -> own + ":" + old);
        }
        builder.redirectErrorStream(true).redirectOutput(said.toFile());
        assertThat(builder.start().waitFor()).isZero();
        return Files.readAllLines(said);
    }

    @Test
    void thePageHasTheSqlEngineWhereItWasFetched() throws Exception {
        String engine = "-Dtidemark.sql.home=" + clone.toRealPath().resolve("sql/target");
        assertThat(words("view", "here")).endsWith("view", "here").doesNotContain(engine);
        Files.createDirectories(clone.resolve("sql/target/lib"));
        write(clone.resolve("sql/target/tidemark.built"), "");
        assertThat(words("view", "here")).endsWith("view", "here").contains(engine);
        assertThat(words("compare", "a", "b")).contains(engine);
        assertThat(words("sql", "here")).contains(engine);
        assertThat(words("verify", "here")).doesNotContain(engine);
    }

    /** Each walk over the sources takes time at every start. */
    @Test
    void anEngineBuiltAfterTheCommandIsNotLookedForChangesAgain() throws Exception {
        Path calls = directory.resolve("calls");
        Path find = directory.resolve("path/find");
        write(find, "#!/bin/sh\necho call >>'" + calls + "'\n");
        Files.setPosixFilePermissions(find, PosixFilePermissions.fromString("rwxr-xr-x"));
        path = find.getParent();
        Files.createDirectories(clone.resolve("sql/target/lib"));
        Path built = clone.resolve("sql/target/tidemark.built");
        write(built, "");
        FileTime ofCommand = Files.getLastModifiedTime(clone.resolve("cli/target/tidemark.built"));
        Files.setLastModifiedTime(built, FileTime.fromMillis(ofCommand.toMillis() + 5_000));
        assertThat(words("sql", "here")).endsWith("sql", "here");
        assertThat(calls).content().isEqualTo("call\n");
        Files.setLastModifiedTime(built, FileTime.fromMillis(ofCommand.toMillis() - 5_000));
        assertThat(words("sql", "here")).endsWith("sql", "here");
        assertThat(calls).content().isEqualTo("call\ncall\ncall\n");
    }

    @Test
    void thePageHasItsScriptFromTheBuild() throws Exception {
        Path script = clone.resolve("cli/target/page.js");
        String named = "-Dtidemark.page.script=";
        assertThat(words("view", "here"))
                .endsWith("view", "here")
                .contains("-XX:PretenureSizeThreshold=64k")
                .noneMatch(word -> word.startsWith(named));
        write(script, "");
        assertThat(words("view", "here")).contains(named + script.toRealPath());
        assertThat(words("compare", "a", "b")).contains(named + script.toRealPath());
        assertThat(words("summary", "a")).noneMatch(word -> word.startsWith(named));
    }

    /** Its training is made without; what goes on when the page is there must not be. */
    @Test
    void thePageHasTheOptimisingCompiler() throws Exception {
        for (String command : List.of("view", "compare")) {
            assertThat(words(command, "a", "b")).doesNotContain("-XX:TieredStopAtLevel=1");
        }
    }

    /** A limit of the heap would refuse captures that are larger than those it was chosen for. */
    @Test
    void aComparisonCollectsItsHeapBeforeItGrowsAndHasNoLimit() throws Exception {
        assertThat(words("diff", "a", "b"))
                .endsWith("diff", "a", "b")
                .contains("-XX:PretenureSizeThreshold=128k", "-XX:MinHeapFreeRatio=15")
                .noneMatch(word -> word.startsWith("-Xmx"));
        assertThat(words("verify", "a")).noneMatch(word -> word.startsWith("-XX:Pretenure"));
    }

    /** It begins as a share of the memory, which unlike a size never is above somebody's limit. */
    @Test
    void aConversionHasASmallHeapThatIsCollectedBeforeItGrows() throws Exception {
        String young = "-Xmn32m";
        for (String command : List.of("convert", "deps")) {
            assertThat(words(command, "a"))
                    .endsWith(command, "a")
                    .contains(young, "-XX:PretenureSizeThreshold=128k", "-XX:MinHeapFreeRatio=10")
                    .noneMatch(word -> word.startsWith("-Xmx") || word.startsWith("-Xms"))
                    .filteredOn(word -> word.startsWith("-XX:InitialRAMPercentage="))
                    .singleElement()
                    .asString()
                    .matches(".*=[0-9]{1,2}[.][0-9]{2}");
        }
        for (String report : List.of("summary", "critical-path", "overhead")) {
            assertThat(wordsWith("-Xmx512m", report, "a")).contains(young);
        }
    }

    /** What the training met would stay quick code, in which a large graph takes twice the time. */
    @Test
    void aLargeGraphIsCompiledAsItIsMet() throws Exception {
        String anew = "-XX:-AOTReplayTraining";
        Path capture = directory.resolve("capture");
        write(capture.resolve("deps.json"), "");
        setLength(capture.resolve("deps.json"), 90);
        assertThat(words("deps", capture.toString())).doesNotContain(anew);
        setLength(capture.resolve("deps.json"), 120);
        assertThat(words("deps", capture.toString())).containsSubsequence("-XX:+UnlockDiagnosticVMOptions", anew);
    }

    /** A heap that begins larger than its limit would not start at all. */
    @Test
    void reportsHaveRoomForAMillionTasksWhereTheMachineHas() throws Exception {
        for (String report : List.of("summary", "critical-path", "overhead")) {
            boolean isLarge = Runtime.getRuntime().maxMemory() > 3_900_000_000L; // of a quarter
            if (isLarge) {
                assertThat(words(report, "a")).contains("-Xms1700m", "-XX:NewSize=1400m");
            }
            assertThat(wordsWith("-Xmx512m", report, "a"))
                    .contains("-Xmx512m")
                    .noneMatch(word -> word.startsWith("-Xms") || word.contains("NewSize"));
            toolOptions = "-Xmx512m"; // the JVM takes it from there, too
            assertThat(words(report, "a")).noneMatch(word -> word.startsWith("-Xms"));
            toolOptions = null;
        }
        assertThat(words("deps", "a")).noneMatch(word -> word.startsWith("-Xms"));
    }

    /** Without the processor's instructions a digest takes ten times as long. */
    @Test
    void whatHasTheOptimisingCompilerHasItForDigestsFirst() throws Exception {
        String first = "-XX:CompileCommand=BackgroundCompilation,"
                + "sun.security.provider.DigestBase::implCompressMultiBlock0,false";
        assertThat(words("run", "vector")).contains("-XX:CompileCommand=quiet", first);
        assertThat(words("view", "a")).contains("-XX:CompileCommand=quiet", first);
        assertThat(words("summary", "a")).contains("-Dtidemark.digests.process=true");
    }

    @Test
    void aQuestionAboutALargeCaptureHasTheOptimisingCompiler() throws Exception {
        String quick = "-XX:TieredStopAtLevel=1";
        Path capture = directory.resolve("capture");
        write(capture.resolve("tables/deps.tide"), "");
        assertThat(words("whatif", capture.toString(), "--best")).contains(quick);
        setLength(capture.resolve("tables/deps.tide"), 200);
        assertThat(words("whatif", capture.toString(), "--best")).doesNotContain(quick);
    }

    /** The table of submits is what the edges are made from then. */
    @Test
    void aLargeCaptureMayHaveItsDependenciesInTablesOnly() throws Exception {
        String quick = "-XX:TieredStopAtLevel=1";
        Path capture = directory.resolve("capture");
        for (String table : List.of("deps.submit_slot.tide", "deps.graph.tide")) {
            write(capture.resolve("tables").resolve(table), "");
            assertThat(words("whatif", capture.toString(), "--best")).contains(quick);
        }
        setLength(capture.resolve("tables/deps.graph.tide"), 40);
        assertThat(words("whatif", capture.toString(), "--best")).contains(quick);
        setLength(capture.resolve("tables/deps.submit_slot.tide"), 40);
        assertThat(words("whatif", capture.toString(), "--best")).doesNotContain(quick);
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
        assertThat(words("run", "vector")).as("no sources, no build").endsWith("run", "vector");
        Files.delete(clone.resolve("cli/target/tidemark.built"));
        assertThat(words("run", "vector"))
                .startsWith("tidemark: writing the caches of this machine (only once) ...")
                .endsWith("run", "vector");
        assertThat(words("run", "vector")).as("once").noneMatch(word -> word.contains("once"));
    }

    private static void setLength(Path file, long mebibytes) throws IOException {
        try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(mebibytes << 20); // a hole: it takes no room
        }
    }
}
