package io.tidemark.sql.tables;

import io.tidemark.capture.Capture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.ending.RunEndingReader;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.sql.table.TableDefinition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** The table certificate: its columns, their meaning and where they come from. Stateless. */
final class CertificateTable {
    /** How the run was made and ended, and what its data is worth. */
    private record Sealed(Optional<Certificate> certificate, RunEnding ending, OptionalInt clusters, Verdict verdict) {
        String origin(Function<Certificate.Origin, String> word) {
            return certificate.map(c -> word.apply(c.origin())).orElse(null);
        }

        Optional<Conditions> conditions() {
            return certificate.flatMap(Certificate::conditions);
        }

        String time() {
            return conditions().map(c -> c.isVirtual() ? "virtual" : "real").orElse(null);
        }

        String profile() {
            return conditions()
                    .map(Conditions::profile)
                    .filter(name -> !name.isEmpty())
                    .orElse(null);
        }

        /** Runs of one case are compared only where this is the same. */
        String setup() {
            if (certificate.isEmpty()) {
                return null;
            }
            Certificate.Origin origin = certificate.get().origin();
            List<String> parts = new ArrayList<>(List.of(origin.platform(), origin.runtime()));
            clusters.ifPresent(count -> parts.add(count + (count == 1 ? " cluster" : " clusters")));
            parts.add("level " + origin.level());
            if (time() != null) {
                parts.add(time() + " time" + (profile() == null ? "" : " of " + profile()));
            }
            return String.join(", ", parts);
        }
    }

    private CertificateTable() {}

    /** As the run said it. */
    private static OptionalInt clusters(Path capture) {
        Path run = capture.resolve(RunEndingReader.RUN_FILE);
        return Files.isRegularFile(run)
                        && JsonTree.read(run, new Findings()).orElse(Map.of()).get("clusters") instanceof Long count
                ? OptionalInt.of(count.intValue())
                : OptionalInt.empty();
    }

    static TableDefinition<Sealed> definition() {
        return TableDefinition.named(
                        "certificate",
                        "One row per capture: who made it, how its run ended and what its data is"
                                + " worth. The first columns are null for foreign captures.",
                        capture -> Optional.of(new Sealed(
                                capture.part(Capture::certificate),
                                capture.part(Capture::ending),
                                clusters(capture.directory().root()),
                                capture.verdict())),
                        certificate -> 1)
                .text(
                        "version",
                        "version of Tidemark",
                        (it, row, out, at) -> out.put(at, it.origin(Certificate.Origin::version)))
                .text(
                        "platform",
                        "platform of the run",
                        (it, row, out, at) -> out.put(at, it.origin(Certificate.Origin::platform)))
                .text(
                        "runtime",
                        "runtime of the run",
                        (it, row, out, at) -> out.put(at, it.origin(Certificate.Origin::runtime)))
                .text(
                        "case_name",
                        "what was run",
                        (it, row, out, at) -> out.put(at, it.origin(Certificate.Origin::caseName)))
                .text("host", "machine", (it, row, out, at) -> out.put(at, it.origin(Certificate.Origin::host)))
                .integer(
                        "level",
                        "",
                        "swimlane level",
                        (it, row, out, at) -> out.putUnlessNegative(
                                at, it.certificate.map(c -> c.origin().level()).orElse(-1)))
                .text(
                        "created_at",
                        "when, ISO 8601",
                        (it, row, out, at) -> out.put(at, it.origin(Certificate.Origin::createdAt)))
                .text(
                        "time",
                        "real or virtual; null where the capture does not say it",
                        (it, row, out, at) -> out.put(at, it.time()))
                .text(
                        "profile",
                        "of the chip that virtual time models, else null",
                        (it, row, out, at) -> out.put(at, it.profile()))
                .integer(
                        "clusters",
                        "",
                        "clusters of the chip, null where the capture does not say it",
                        (it, row, out, at) -> out.putUnlessNegative(at, it.clusters.orElse(-1)))
                .text(
                        "setup",
                        "platform, runtime, clusters, level and time in one text: runs of a case are"
                                + " compared where it is the same",
                        (it, row, out, at) -> out.put(at, it.setup()))
                .text(
                        "ended",
                        "how the run ended, in a word: ok for a good end",
                        (it, row, out, at) -> out.put(at, it.ending.kind().word()))
                .text("ending", "how the run ended", (it, row, out, at) -> out.put(at, it.ending.line()))
                .text(
                        "verdict",
                        "COMPLETE, EMPTY, GAPS or UNTRUSTED",
                        (it, row, out, at) -> out.put(at, it.verdict.kind().name()))
                .text(
                        "basis",
                        "certificate, or contents where there is none",
                        (it, row, out, at) -> out.putWord(at, it.verdict.basis()))
                .text(
                        "reason",
                        "why it is not COMPLETE, else null",
                        (it, row, out, at) -> out.putUnlessEmpty(at, it.verdict.reason()));
    }
}
