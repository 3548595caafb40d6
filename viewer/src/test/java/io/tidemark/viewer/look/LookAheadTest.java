package io.tidemark.viewer.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.capture.ahead.Ahead;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A look that was begun before anyone asked for it is the one that is shown. */
class LookAheadTest {
    @TempDir
    Path directory;

    @Test
    void whatWasBegunIsUsedOnce() throws IOException {
        GeneratedCapture.in(directory, GeneratorOptions.of(500, 2));
        CaptureDirectory capture = CaptureFinder.at(directory);
        assertThat(LookAhead.begin(directory)).isTrue();
        assertThat(LookAhead.begin(directory)).as("once").isFalse();
        LookAhead begun = LookAhead.of(capture);
        assertThat(begun.look()).as("a small capture is read at once").isEmpty();
        assertThat(LookAhead.of(capture)).as("it may have changed").isNotSameAs(begun);
        assertThat(LookAhead.begin(directory)).isTrue();
        assertThat(LookAhead.of(capture)).isNotSameAs(begun);
    }

    /** Who opens it finds what is there by then. */
    @Test
    void aPathWithoutACaptureIsNoFault() throws IOException {
        Path late = directory.resolve("late");
        LookAhead.begin(late);
        Ahead<LookAhead> begun = LookAhead.begun(late).orElseThrow();
        assertThatThrownBy(begun::get).isInstanceOf(UncheckedIOException.class);
        Files.createDirectory(late);
        GeneratedCapture.in(late, GeneratorOptions.of(100, 3));
        assertThat(LookAhead.of(CaptureFinder.at(late)).look()).isEmpty();
        assertThat(LookAhead.begun(late)).isEmpty();
    }

    /** One file of a directory is opened, or a run has added a newer one. */
    @Test
    void aLookAtOtherRecordsOfTheDirectoryIsNotUsed() throws IOException {
        GeneratedCapture.in(directory, GeneratorOptions.of(100, 4));
        Path newest = CaptureFinder.at(directory).swimlane().orElseThrow();
        Path older = directory.resolve("l2_perf_records_20240101_000000.json");
        Files.copy(newest, older);
        Files.setLastModifiedTime(older, FileTime.fromMillis(0));
        LookAhead.begin(directory);
        LookAhead begun = LookAhead.begun(directory).orElseThrow().get();
        assertThat(LookAhead.of(CaptureFinder.at(older))).isNotSameAs(begun);
        LookAhead.begin(directory);
        begun = LookAhead.begun(directory).orElseThrow().get();
        assertThat(LookAhead.of(CaptureFinder.at(directory))).isSameAs(begun);
    }
}
