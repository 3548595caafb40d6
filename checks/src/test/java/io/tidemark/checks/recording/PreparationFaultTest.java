package io.tidemark.checks.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.checks.recording.RecordedRun.Options;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.spool.SpoolWriter;
import io.tidemark.memory.OffHeap;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A recording that is prepared and comes to nothing: each thing it took is let go, once. */
class PreparationFaultTest {
    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private static SpoolWriter.Opener failingAt(int last) {
        AtomicInteger opened = new AtomicInteger();
        return file -> {
            if (opened.getAndIncrement() == last) {
                throw new IOException("no room for spool " + last);
            }
            return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        };
    }

    private static Options shadowed(boolean shadow) {
        return Options.everyChannel().withShadow(shadow);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPreparationThatFailsAnywhereLeavesNeitherMemoryNorFilesOpen(boolean shadow) throws IOException {
        for (int at = 0; at < ChannelCatalog.all().size(); at++) {
            Path own = Files.createDirectory(directory.resolve("at-" + at));
            SpoolWriter.Opener opener = failingAt(at);
            Options options = shadowed(shadow).withFaults(plan -> plan.withFaults(copy -> false, opener));
            assertThatThrownBy(() -> RecordedRun.open(own, options))
                    .isInstanceOf(IOException.class)
                    .hasMessage("no room for spool " + at)
                    .hasNoSuppressedExceptions();
            assertNothingIsHeld(own);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRunThatIsPreparedAndNeverStartedLetsGoOfEverythingOnce(boolean shadow) throws IOException {
        CollectorSession session = RecordedRun.open(directory, shadowed(shadow)).session();
        session.close();
        session.close();
        session.discard();
        session.discard();
        assertNothingIsHeld(directory);
        assertThat(directory.resolve("capture/spool")).doesNotExist();
    }

    @Test
    void aHostThatIsStartedForADeviceThatNeverComesEndsWhenItIsToldTo() throws Exception {
        CollectorSession session = RecordedRun.open(directory, shadowed(false)).session();
        session.start();
        session.stop();
        session.stop();
        session.discard();
        assertNothingIsHeld(directory);
    }

    private static void assertNothingIsHeld(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("tidemark-"));
        }
        assertThat(openFilesBelow(place)).isEmpty();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("tidemark-collector");
    }

    private static List<String> openFilesBelow(Path place) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                if (Files.isSymbolicLink(descriptor)) { // the one of this listing is gone already
                    String target = Files.readSymbolicLink(descriptor).toString();
                    if (target.startsWith(place.toRealPath().toString())) {
                        found.add(target);
                    }
                }
            }
        }
        return found;
    }
}
