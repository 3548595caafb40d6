package io.tidemark.analysis.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.Generated;
import io.tidemark.analysis.OracleCase;
import io.tidemark.analysis.convert.TraceFile.ArrowEnd;
import io.tidemark.analysis.convert.TraceFile.Slice;
import io.tidemark.analysis.convert.TraceOptions.Format;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.swimlane.SchedulerPhases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the default picture promises beyond today's converter, in both formats. */
class DefaultTraceTest {
    @TempDir
    Path directory;

    static Stream<OracleCase> captures() {
        return OracleCase.all().filter(oracle -> oracle.swimlane().isPresent());
    }

    private final List<String> warnings = new ArrayList<>();

    private TraceConverter converter(CaptureModel run, Format format, long arrowLimit) {
        return new TraceConverter(
                run,
                new TraceOptions(format, true, arrowLimit),
                Verdict.complete(Verdict.Basis.CONTENTS),
                Optional.empty(),
                warnings::add,
                share -> {});
    }

    private TraceFile json(CaptureModel run) throws IOException {
        Path file = directory.resolve("trace.json");
        converter(run, Format.JSON, Integer.MAX_VALUE - 8).write(file);
        return TraceFile.readJson(file);
    }

    private TraceFile perfetto(CaptureModel run) throws IOException {
        Path file = directory.resolve("trace.pftrace");
        converter(run, Format.PFTRACE, Integer.MAX_VALUE - 8).write(file);
        return TraceFile.readNative(file);
    }

    private static Map<String, List<Slice>> byTrack(TraceFile trace) {
        Map<String, List<Slice>> byTrack = new HashMap<>();
        trace.slices.forEach(slice ->
                byTrack.computeIfAbsent(slice.track(), key -> new ArrayList<>()).add(slice));
        return byTrack;
    }

    @ParameterizedTest
    @MethodSource("captures")
    void slicesOfOneTrackNeverCross(OracleCase oracle) throws IOException {
        TraceFile trace = json(oracle.model());
        assertThat(trace.slices).isNotEmpty();
        for (List<Slice> track : byTrack(trace).values()) {
            Deque<Slice> open = new ArrayDeque<>();
            track.stream()
                    .sorted(Comparator.comparingLong(Slice::begin).thenComparing(Slice::end, Comparator.reverseOrder()))
                    .forEach(slice -> {
                        while (!open.isEmpty() && open.peek().end() <= slice.begin()) {
                            open.pop();
                        }
                        assertThat(open.isEmpty() || slice.end() <= open.peek().end())
                                .as("%s crosses %s", slice, open.peek())
                                .isTrue();
                        open.push(slice);
                    });
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void everyArrowJoinsTwoSlicesAndEveryNamedTrackShowsSomething(OracleCase oracle) throws IOException {
        TraceFile trace = json(oracle.model());
        Map<String, List<Slice>> byTrack = byTrack(trace);
        for (ArrowEnd end : trace.ends) {
            assertThat(byTrack.get(end.track()))
                    .as("slices under %s", end)
                    .anyMatch(slice -> slice.begin() <= end.moment() && end.moment() <= slice.end());
        }
        Set<String> silent = new HashSet<>(trace.tracks.keySet());
        silent.removeAll(byTrack.keySet());
        silent.remove("2/3999"); // the queue depths are counters
        assertThat(silent).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void bothFormatsHoldTheSameSlicesArrowsAndSamples(OracleCase oracle) throws IOException {
        CaptureModel run = oracle.model();
        TraceFile one = json(run);
        TraceFile other = perfetto(run);
        assertThat(shapes(other)).isEqualTo(shapes(one));
        assertThat(other.ends).hasSameSizeAs(one.ends);
        assertThat(other.ends.stream().filter(ArrowEnd::isStart).count()).isEqualTo(other.ends.size() / 2);
        Map<String, Integer> samples = new HashMap<>(other.samples);
        samples.keySet().removeIf(name -> name.startsWith("shared_ready_queue ")); // three series
        Map<String, Integer> expected = new HashMap<>(one.samples);
        boolean hasQueues = expected.remove("shared_ready_queue") != null;
        assertThat(samples).isEqualTo(expected);
        assertThat(other.samples.containsKey("shared_ready_queue AIC")).isEqualTo(hasQueues);
    }

    /** Track name, begin and end of every slice, sorted. */
    private static List<String> shapes(TraceFile trace) {
        return trace.slices.stream()
                .map(slice -> trace.tracks.get(slice.track()) + " " + slice.begin() + " " + slice.end())
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void everyRunOnACoreHasItsOwnSlice(OracleCase oracle) throws IOException {
        CaptureModel run = oracle.model();
        TraceFile trace = json(run);
        long worker = trace.slices.stream()
                .filter(slice -> slice.track().startsWith("4/1"))
                .filter(slice -> slice.arguments().containsKey("taskId"))
                .count();
        assertThat(worker).isEqualTo(oracle.swimlane().orElseThrow().aicore().size());
    }

    /** Drains were once recorded and never drawn. */
    @ParameterizedTest
    @MethodSource("captures")
    void noPhaseThatASchedulerSpentTimeInIsLeftOutOfThePicture(OracleCase oracle) throws IOException {
        SchedulerPhases phases = oracle.swimlane().orElseThrow().schedulerPhases();
        Map<String, Integer> expected = new TreeMap<>();
        for (int row = 0; row < phases.size(); row++) {
            SchedPhaseKind kind = phases.kind(row);
            if (kind.placement() != SchedPhaseKind.Placement.MARKER && kind != SchedPhaseKind.OTHER) {
                expected.merge(phases.kindName(row), 1, Integer::sum);
            }
        }
        Map<String, Integer> drawn = new TreeMap<>();
        for (Slice slice : json(oracle.model()).slices) {
            String word = slice.name().replaceAll("\\(.*", "");
            if (slice.track().startsWith("2/") && expected.containsKey(word)) {
                drawn.merge(word, 1, Integer::sum);
            }
        }
        assertThat(drawn).isEqualTo(expected);
    }

    @Test
    void deviceSlicesComeAfterTheUploadsThatPrecedeThem() throws IOException {
        TraceFile trace = json(OracleCase.of("edge-host_unaligned").model());
        long uploaded =
                trace.slicesOf("1/4100").stream().mapToLong(Slice::end).max().orElseThrow();
        long started = trace.slices.stream()
                .filter(slice -> slice.arguments().containsKey("taskId"))
                .mapToLong(Slice::begin)
                .min()
                .orElseThrow();
        assertThat(started).isGreaterThanOrEqualTo(uploaded);
        assertThat(trace.metadata).containsEntry("layout", "causal_composite");
    }

    @Test
    void arrowsAboveTheLimitAreLeftOutAndSaid() throws IOException {
        CaptureModel run = OracleCase.of("small-l4").model();
        Path file = directory.resolve("few.json");
        TraceReport report = converter(run, Format.JSON, 100).write(file);
        assertThat(report.arrowsDrawn()).isEqualTo(100);
        assertThat(TraceFile.readJson(file).ends).hasSize(200);
        assertThat(warnings).singleElement().asString().contains("--flows-cap=");
        Path none = directory.resolve("none.pftrace");
        assertThat(converter(run, Format.PFTRACE, 0).write(none).arrowsDrawn()).isZero();
        assertThat(TraceFile.readNative(none).ends).isEmpty();
    }

    @Test
    void gapsAndFreezesAreDrawnOnLanesOfTheirOwn() throws IOException {
        CaptureModel run = OracleCase.of("tiny-l4").model();
        long tick = run.axis().baseTick();
        Verdict verdict = Verdict.gaps(
                List.of(new Verdict.Gap("swimlane", 3, tick + 100, tick + 200, 7, "ring full")),
                "7 records are missing",
                Verdict.Basis.CERTIFICATE);
        Certificate certificate = new Certificate(
                new Certificate.Origin("1", "a2a3", "x", "case", "host", 4, 0, ""),
                Certificate.Ending.OK,
                List.of(),
                List.of(),
                List.of(new Certificate.Freeze("swimlane", -1, tick + 300, tick + 350, "host behind")),
                List.of(),
                List.of(),
                verdict,
                Optional.empty());
        Path file = directory.resolve("gaps.json");
        new TraceConverter(
                        run,
                        new TraceOptions(Format.JSON, false, 1000),
                        verdict,
                        Optional.of(certificate),
                        warnings::add,
                        share -> {})
                .write(file);
        TraceFile trace = TraceFile.readJson(file);
        List<Slice> marks = trace.slices.stream()
                .filter(slice -> slice.track().startsWith("6/"))
                .toList();
        assertThat(marks)
                .extracting(Slice::name, Slice::begin, Slice::end)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("gap", 2000L, 4000L),
                        org.assertj.core.groups.Tuple.tuple("freeze", 6000L, 7000L));
        assertThat(trace.metadata.get("verdict").toString()).startsWith("GAPS");
    }

    @Test
    void theSameCaptureGivesTheSameBytes() throws IOException {
        long seed = 20261115;
        CaptureModel run = Generated.capture(directory, 3000, seed).model();
        for (Format format : Format.values()) {
            Path first = directory.resolve("first");
            Path second = directory.resolve("second");
            converter(run, format, 5000).write(first);
            converter(run, format, 5000).write(second);
            assertThat(Files.mismatch(first, second)).as("seed %d", seed).isEqualTo(-1);
        }
    }

    @Test
    void aFailedConversionLeavesTheOldFileAndNothingElse() throws IOException {
        CaptureModel run = OracleCase.of("tiny-l4").model();
        Path place = Files.createDirectory(directory.resolve("out"));
        Path file = Files.writeString(place.resolve("trace.json"), "old");
        TraceConverter converter = new TraceConverter(
                run,
                new TraceOptions(Format.JSON, false, 1000),
                Verdict.complete(Verdict.Basis.CONTENTS),
                Optional.empty(),
                warnings::add,
                share -> {
                    throw new IllegalStateException("the disk is gone");
                });
        assertThatThrownBy(() -> converter.write(file)).hasMessage("the disk is gone");
        assertThat(file).hasContent("old");
        try (Stream<Path> left = Files.list(place)) {
            assertThat(left).containsExactly(file);
        }
    }

    @Test
    void hostileKernelNamesStayTextInBothFormats() throws IOException {
        Path place = directory.resolve("hostile");
        io.tidemark.lab.generate.CaptureGenerator.generate(
                io.tidemark.lab.generate.GeneratorOptions.of(200, 5).withHostileNames(), place);
        CaptureModel run = io.tidemark.capture.StoredCapture.open(place).model();
        assertThat(shapes(perfetto(run))).isEqualTo(shapes(json(run)));
    }
}
