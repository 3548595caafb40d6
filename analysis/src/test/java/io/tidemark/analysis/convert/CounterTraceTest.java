package io.tidemark.analysis.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Generated;
import io.tidemark.analysis.convert.TraceOptions.Format;
import io.tidemark.analysis.counter.CounterTrack;
import io.tidemark.analysis.counter.Counters;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.finding.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters of a trace are those of the capture, in both formats. */
class CounterTraceTest {
    @TempDir
    Path directory;

    @Test
    void everyCounterIsATrackWithItsSteps() throws IOException {
        long seed = 11;
        StoredCapture capture = Generated.capture(directory, 400, seed);
        List<CounterTrack> tracks = Counters.of(capture.model(), capture.scopes(), capture.pmu());
        Path perfetto = write(capture, tracks, Format.PFTRACE);
        Path json = write(capture, tracks, Format.JSON);
        TraceFile file = TraceFile.readNative(perfetto);
        String text = Files.readString(json);
        assertThat(tracks).extracting(CounterTrack::key).contains("aic_busy", "ready_tasks");
        for (CounterTrack track : tracks) {
            int changes = 0;
            long shown = Long.MIN_VALUE;
            for (int step = 0; step < track.size(); step++) {
                changes += Math.round(track.value(step)) == shown ? 0 : 1;
                shown = Math.round(track.value(step));
            }
            assertThat(file.samples.get(track.name()))
                    .as("seed %d, %s", seed, track.key())
                    .isEqualTo(changes);
            assertThat(text).contains('"' + track.name() + '"');
        }
    }

    private Path write(StoredCapture capture, List<CounterTrack> tracks, Format format) throws IOException {
        Path target = directory.resolve("trace." + format.name());
        TraceConverter converter = new TraceConverter(
                capture.model(),
                new TraceOptions(format, false, 0),
                Verdict.complete(Verdict.Basis.CONTENTS),
                Optional.empty(),
                warning -> {},
                share -> {});
        tracks.forEach(converter::counter);
        converter.write(target);
        return target;
    }
}
