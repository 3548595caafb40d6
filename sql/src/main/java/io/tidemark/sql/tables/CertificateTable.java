package io.tidemark.sql.tables;

import io.tidemark.capture.Capture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.sql.table.TableDefinition;
import java.util.Optional;
import java.util.function.Function;

/** The table certificate: its columns, their meaning and where they come from. Stateless. */
final class CertificateTable {
    /** How the run was made and ended, and what its data is worth. */
    private record Sealed(Optional<Certificate> certificate, String ending, Verdict verdict) {
        String origin(Function<Certificate.Origin, String> word) {
            return certificate.map(c -> word.apply(c.origin())).orElse(null);
        }
    }

    private CertificateTable() {}

    static TableDefinition<Sealed> definition() {
        return TableDefinition.named(
                        "certificate",
                        "One row per capture: who made it, how its run ended and what its data is"
                                + " worth. The first columns are null for foreign captures.",
                        capture -> Optional.of(new Sealed(
                                capture.part(Capture::certificate),
                                capture.part(Capture::ending).line(),
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
                .text("ending", "how the run ended", (it, row, out, at) -> out.put(at, it.ending))
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
