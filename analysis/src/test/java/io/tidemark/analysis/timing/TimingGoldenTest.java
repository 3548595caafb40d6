package io.tidemark.analysis.timing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.TestResource;
import io.tidemark.analysis.compat.CompatTiming;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.capture.strace.HostPhaseReader;
import io.tidemark.capture.strace.StraceLog;
import io.tidemark.capture.strace.StraceReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers of a known log as the tools of the time printed them, to the last digit. */
class TimingGoldenTest {
    @TempDir
    private Path directory;

    private Path log;
    private TimingReport report;

    @BeforeEach
    void read() throws IOException {
        log = TestResource.file(getClass(), "strace.log.gz", directory.resolve("strace.log"));
        report = TimingReport.of(StraceReader.read(log, new Findings()));
    }

    @Test
    void callablesAndTornMarkersAreCounted() {
        assertThat(report.log().tornRecords()).isOne();
        assertThat(report.log().spans()).hasSize(227);
        assertThat(report.callables())
                .extracting(callable -> callable.hash() + " " + callable.label())
                .containsExactly("deadbeef01 decode", "cafe02 prefill");
        assertThat(report.callables().getFirst().invocations()).hasSize(23);
    }

    @Test
    void meansPerSpanAreThoseOfTheLog() {
        String text = print(out -> TimingText.print(report, CompatTiming.FIGURES, out));
        assertThat(text)
                .containsPattern("chip\\.run +host +23 +28\\.3 +28\\.1 +24\\.1 +33\\.0")
                .containsPattern("chip\\.run\\.bind +host +23 +3\\.6 ")
                .containsPattern("chip\\.run\\.runner_run +host +23 +24\\.0 ")
                .containsPattern("runner_run\\.device_wall +device +23 +23\\.1 ")
                .containsPattern("device_wall\\.orch +device +23 +9\\.4 ")
                .containsPattern("device_wall\\.sched +device +23 +12\\.4 ")
                .containsPattern("chip\\.run +host +1 +26\\.5 +26\\.5 +26\\.5 +26\\.5");
    }

    @Test
    void roundsHaveTheKnownColumns() {
        String text = print(out -> CompatTiming.printRounds(report.callables().getFirst(), out));
        assertThat(text)
                .containsPattern(" 0 +24\\.1 +20\\.3 +12\\.8 +9\\.8 +12\\.5\n")
                .containsPattern("18 +33\\.0 +27\\.2 +12\\.7 +9\\.9 +12\\.4\n")
                .containsPattern("22 +25\\.1 +19\\.7 +12\\.4 +9\\.7 +12\\.1\n")
                .containsPattern("mean +28\\.3 +23\\.1 +12\\.7 +9\\.4 +12\\.4\n")
                .contains("Host 27.9 us Device 22.2 us");
    }

    @Test
    void theTreeShowsMediansAndNeverAddsWhatRanAtTheSameTime() {
        String text = print(out -> new SpanTree(report.callables().getFirst()).print(out));
        assertThat(text)
                .containsPattern("run +28\\.1 us\n")
                .containsPattern("  bind +3\\.8 us\n")
                .containsPattern("  runner_run +23\\.1 us\n")
                .containsPattern("    device_wall \\[device\\] +22\\.2 us\n")
                .containsPattern("      Effective \\[device\\] +12\\.7 us\n")
                .contains("orch 9.4 us and sched 12.4 us at the same time");
        assertThat(text.indexOf("validate")).isLessThan(text.indexOf("bind"));
    }

    @Test
    void overlapIsCheckedPairByPair() throws IOException {
        assertThat(OverlapCheck.of(report, false).failure().orElseThrow())
                .contains("run 5 started executing at 61896 ns")
                .contains("at 62506 ns");
        assertThat(OverlapCheck.of(report, true).failure().orElseThrow())
                .contains("run 3: preparation ended at 36485 ns")
                .contains("35917 ns");
        Path good = TestResource.file(getClass(), "overlap.log.gz", directory.resolve("overlap.log"));
        OverlapCheck.Result result = OverlapCheck.of(TimingReport.of(StraceReader.read(good, new Findings())), true);
        assertThat(result.failure()).isEmpty();
        assertThat(result.pairs()).isEqualTo(3);
    }

    @Test
    void prepareTimesAreThoseOfTheLog() throws IOException {
        Path bind = TestResource.file(getClass(), "bind.log.gz", directory.resolve("bind.log"));
        BindLog lines = BindLog.read(bind);
        String text = print(out -> BindText.print(BindReport.of(lines, 0, 0, false), out));
        assertThat(text)
                .contains("8 passes over 1 rank, 7 warm, 1 cold")
                .containsPattern("args +3\\.121 +3\\.443 +3\\.991 +7\n")
                .containsPattern("relocate +control +0\\.309 +0\\.356 +0\\.389 +6\n")
                .containsPattern("total +control +2\\.850 +2\\.970 +3\\.366 +6\n")
                .contains("weird_new");
        BindReport byRounds = BindReport.of(lines, 0, 4, false);
        assertThat(byRounds.ranks()).isEqualTo(2);
        assertThat(print(out -> BindText.print(byRounds, out)))
                .containsPattern("total +control +2\\.850 +2\\.960 +3\\.366 +5\n");
        assertThat(BindReport.of(lines, 0, 0, true).warm()).isEqualTo(8);
        assertThat(BindReport.of(lines, 8, 0, false).warm()).isZero();
    }

    @Test
    void tracesHoldTheKnownEvents() throws IOException {
        StringBuilder trace = new StringBuilder();
        assertThat(InvocationTrace.write(report, trace)).isEqualTo(216);
        assertThat(events(trace)).containsExactlyInAnyOrderElementsOf(expected("trace"));

        BindLog lines = BindLog.read(log);
        assertThat(swimlane(report.log(), lines.phases(), List.of()))
                .containsExactlyInAnyOrderElementsOf(expected("swimlane"));

        Path records = TestResource.file(
                getClass(), "host_phase_records.jsonl.gz", directory.resolve("host_phase_records.jsonl"));
        List<HostPhasePass> passes = HostPhaseReader.read(records, new Findings());
        assertThat(swimlane(report.log(), lines.phases(), passes))
                .containsExactlyInAnyOrderElementsOf(expected("swimlane_records"));

        Path overlap = TestResource.file(getClass(), "overlap.log.gz", directory.resolve("overlap.log"));
        assertThat(swimlane(
                        StraceReader.read(overlap, new Findings()),
                        BindLog.read(overlap).phases(),
                        List.of()))
                .containsExactlyInAnyOrderElementsOf(expected("overlap_swimlane"));
    }

    private List<String> swimlane(StraceLog spans, List<BindPhase> lines, List<HostPhasePass> passes)
            throws IOException {
        StringBuilder text = new StringBuilder();
        HostSwimlane.write(spans, lines, passes, text);
        return events(text);
    }

    private List<String> expected(String name) throws IOException {
        return TestResource.lines(getClass(), name + ".expected.gz");
    }

    private List<String> events(CharSequence text) throws IOException {
        return TraceLines.of(text, directory.resolve("trace.json"));
    }

    private static String print(Consumer<PrintWriter> body) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        body.accept(out);
        out.flush();
        return text.toString();
    }
}
