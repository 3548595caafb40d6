package io.tidemark.checks.viewer;

import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.EndingKind;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.TickRange;
import io.tidemark.lab.generate.GeneratorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Generated captures made to look like those of runs that did not go well. */
final class SpoiledCapture {
    private SpoiledCapture() {}

    /** With a doctor's report beside it. */
    static Path hung(Path directory) throws IOException {
        ShownCapture.generate(directory, GeneratorOptions.of(60, 6));
        Files.writeString(directory.resolve("hang.json"), HANG);
        return directory;
    }

    /** Killed: with a gap, freezes of two channels, records saved after death, and a report. */
    static Path withGaps(Path directory, GeneratorOptions options) throws IOException {
        ShownCapture.generate(directory, options);
        Path report = directory.resolve("hang.json");
        Files.writeString(report, HANG);
        spoil(directory, CertificateWriter.digest(directory, report));
        return directory;
    }

    /**
     * Rewrites the certificate as a run would have left it that froze, lost records and was killed.
     */
    private static void spoil(Path capture, Certificate.FileDigest report) throws IOException {
        Path file = capture.resolve(CertificateWriter.FILE_NAME);
        Certificate good = CertificateReader.read(file, new Findings()).orElseThrow();
        List<ChannelLedger> books = new ArrayList<>();
        for (ChannelLedger channel : good.channels()) {
            boolean phases = channel.stream().equals(SwimlaneStream.AICPU_SCHED_PHASE.label());
            List<LaneLedger> lanes = new ArrayList<>();
            for (LaneLedger lane : channel.lanes()) {
                long saved = phases ? Math.min(40, lane.delivered()) : 0;
                long lost = phases && lane.lane() == 1 ? 17 : 0;
                lanes.add(new LaneLedger(
                        lane.lane(),
                        lane.reserved() + lost,
                        lane.delivered() - saved,
                        saved,
                        lost > 0 ? Map.of("ready queue full", lost) : Map.of(),
                        0));
            }
            books.add(new ChannelLedger(channel.channel(), channel.stream(), lanes));
        }
        long tick = TickRange.of(StoredCapture.open(capture).swimlane().orElseThrow())
                .lowest();
        Verdict.Gap gap = new Verdict.Gap("swimlane", 1, tick + 20_000, tick + 26_000, 17, "ready queue full");
        Certificate.Freeze freeze =
                new Certificate.Freeze("swimlane", -1, tick + 40_000, tick + 43_000, "no free buffer");
        Certificate.Freeze elsewhere =
                new Certificate.Freeze("args", -1, tick + 60_000, tick + 63_000, "payload arena full");
        List<Certificate.FileDigest> digests = new ArrayList<>(good.digests());
        digests.add(report);
        Certificate spoiled = new Certificate(
                good.origin(),
                new Certificate.Ending(EndingKind.KILLED, 0, "", ""),
                books,
                good.clocks(),
                List.of(freeze, elsewhere),
                List.of(),
                digests,
                Verdict.gaps(List.of(gap), "17 records missing", Verdict.Basis.CERTIFICATE),
                Optional.empty());
        CertificateWriter.write(capture, spoiled);
    }

    private static final String HANG = """
            {"sentence": "Task r1t7 (matmul) has run on core 3 for 2.0 s and its progress word stands still; \
            41 tasks wait for it.", "taskId": "4294967303",
             "advice": "Raise --op-timeout-ms if it is only slow.",
             "waitFor": {"nodes": [
               {"id": "o", "label": "orchestrator", "kind": "waits for ring space"},
               {"id": "t9", "label": "r1t9 softmax", "kind": "pending"},
               {"id": "t7", "label": "r1t7 matmul", "kind": "running, frozen", "taskId": "4294967303"},
               {"id": "c3", "label": "core 3", "kind": "no FIN for 2.0 s"}],
              "edges": [
               {"from": "o", "to": "t9", "reason": "ring 1 is full"},
               {"from": "t9", "to": "t7", "reason": "reads its output"},
               {"from": "t7", "to": "c3", "reason": "runs on"}]}}
            """;
}
