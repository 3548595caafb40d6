package io.tidemark.recording;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFlags;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.LeftOutFiles;
import io.tidemark.capture.certificate.Certificate.Ending;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.UnfinishedRun;
import io.tidemark.recording.plan.ChannelKit;
import io.tidemark.recording.plan.CoreClock;
import io.tidemark.recording.plan.ExportChoice;
import io.tidemark.recording.plan.Recorded;
import io.tidemark.recording.run.ChannelExports;
import io.tidemark.recording.run.DeathScene;
import io.tidemark.recording.run.RecoveredFacts;
import io.tidemark.recording.run.RunFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A capture that a recovery has finished. Immutable.
 *
 * @param region what it was recovered from, if that stays because it does not go with this capture
 */
public record RecoveredCapture(
        Path capture, RecoveredFacts facts, Ending ending, Recorded recorded, Optional<Path> region) {
    private static final String REPORT = "run.json"; // as a run writes it that ends by itself

    /**
     * Exports every channel, then writes the certificate, and only then removes what the run left.
     * The run must be dead.
     *
     * @param kits every channel that its region may have
     */
    public static RecoveredCapture finish(Path capture, UnfinishedRun run, List<ChannelKit> kits) throws IOException {
        List<Channel> known = kits.stream().map(ChannelKit::channel).toList();
        try (CollectorSession session = CollectorSession.resume(capture, known)) {
            RecoveredFacts told =
                    RecoveredFacts.of(run.facts(), session.region().settings().cores());
            RecoveredFacts facts = told.orElse(session.region().status().failure());
            // A run that ended well but not with a certificate was never compared with its golden.
            Ending ending =
                    facts.run().isOk() ? RunFacts.UNKNOWN.ending() : facts.run().ending();
            DfxFlags flags = session.region().settings().flags();
            Recorded recorded = new ChannelExports(session, kits, ExportChoice.AUTO)
                    .write(facts.run(), facts.runtime(), Optional.empty()) // the clocks were not read at its end
                    .under(facts.conditions());
            Optional<CoreClock> clock = CoreClock.unknown(facts.platform());
            if (clock.isPresent()) {
                recorded = recorded.withCoreClock(clock.get(), facts.run().areTakenByCores(facts.runtime()));
            }
            RecoveredCapture done = new RecoveredCapture(capture, facts, ending, recorded, Optional.empty());
            if (told.run().equals(RunFacts.UNKNOWN)) { // else it had ended, and nothing hung
                Optional<DeathScene> scene = DeathScene.of(session.region(), capture, facts.caseTitle());
                if (scene.isPresent()) {
                    scene.get().write(capture);
                }
            }
            AtomicFile.write(capture.resolve(REPORT), part -> Files.writeString(part, done.json() + "\n"));
            CaptureSeal.write(capture, facts.platform(), facts.runtime(), facts.caseTitle(), flags, ending, recorded);
            session.discard();
            return Files.exists(session.region().file())
                    ? new RecoveredCapture(
                            capture,
                            facts,
                            ending,
                            recorded,
                            Optional.of(session.region().file()))
                    : done;
        }
    }

    public String text() {
        return String.format(
                Locale.ROOT,
                "%s%nrecovered: case %s, ended: %s%s; %d records had been collected, %d were taken"
                        + " from the region%ncapture: %s%n%s%s",
                recorded.verdict().line(),
                facts.caseTitle(),
                ending.kind().word(),
                ending.errorName().isEmpty() ? "" : " " + ending.errorName(),
                records(false),
                records(true),
                capture,
                LeftOutFiles.sentence(capture).map("files: %s%n"::formatted).orElse(""),
                region.map("region: %s stays, it may be needed by the capture that this one is a copy of%n"::formatted)
                        .orElse(""));
    }

    public String json() {
        StringBuilder text = new StringBuilder();
        JsonWriter writer = JsonWriter.onOneLine(text);
        writer.beginObject();
        writer.member("case", facts.caseTitle());
        writer.member("platform", facts.platform());
        writer.member("runtime", facts.runtime().label());
        writer.member("clusters", facts.clusters());
        writer.member("aicpu_threads", facts.aicpuThreads());
        writer.member("status", ending.kind().word());
        writer.member("verdict", recorded.verdict().kind().name());
        writer.member("recovered", true);
        writer.member("subtasks", recorded.kernelRuns());
        writer.member("records_collected", records(false));
        writer.member("records_recovered", records(true));
        writer.member("capture", capture.toString());
        writer.endObject();
        return text.toString();
    }

    private long records(boolean recovered) {
        return recorded.ledgers().stream()
                .map(ChannelLedger::lanes)
                .flatMap(lanes -> lanes.stream())
                .mapToLong(lane -> recovered ? lane.recovered() : lane.delivered())
                .sum();
    }
}
