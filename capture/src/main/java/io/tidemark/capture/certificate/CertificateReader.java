package io.tidemark.capture.certificate;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.JsonTree;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads {@code certificate.json}. Stateless; any thread. */
public final class CertificateReader {
    private static final int MAX_ROWS = 100_000;

    private CertificateReader() {}

    /** The certificate; empty, with a finding, when it cannot be read whole. */
    public static Optional<Certificate> read(Path file, Findings findings) {
        Optional<Map<String, Object>> top = JsonTree.read(file, findings);
        if (top.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(certificate(new Node(top.get(), "certificate")));
        } catch (NotUnderstood wrong) {
            findings.damage(JsonDocument.label(file), "", wrong.getMessage());
            return Optional.empty();
        }
    }

    private static Certificate certificate(Node top) {
        long version = top.number("certificate_version");
        if (version != CertificateText.VERSION) {
            throw new NotUnderstood("certificate version " + version + " is not known here");
        }
        return new Certificate(
                origin(top.child("origin")),
                ending(top.child("ending")),
                top.rows("channels", CertificateReader::channel),
                top.rows("clocks", CertificateReader::clock),
                top.rows("freezes", CertificateReader::freeze),
                top.optionalRows("damage", CertificateReader::damaged),
                top.rows("digests", CertificateReader::digest),
                verdict(top.child("verdict")),
                top.fields.containsKey("conditions")
                        ? Optional.of(conditions(top.child("conditions")))
                        : Optional.empty());
    }

    private static Certificate.Origin origin(Node node) {
        return new Certificate.Origin(
                node.text("version"),
                node.text("platform"),
                node.text("runtime"),
                node.text("case"),
                node.text("host"),
                (int) node.number("level"),
                node.hex("flags"),
                node.text("created_at"));
    }

    private static Certificate.Ending ending(Node node) {
        return new Certificate.Ending(
                EndingKind.ofWord(node.text("kind")),
                (int) node.number("error_code"),
                node.text("error_name"),
                node.text("hang_class"));
    }

    private static Conditions conditions(Node node) {
        return new Conditions(
                node.count("cpus", 1),
                node.count("cores", 0),
                node.count("rounds_before", 0),
                node.count("load_hundredths", Conditions.UNKNOWN),
                node.count("cpu_percent", Conditions.UNKNOWN),
                node.fields.containsKey("profile") ? node.text("profile") : "",
                node.fields.containsKey("warm_up_tasks") ? node.count("warm_up_tasks", 0) : 0,
                !node.fields.containsKey("values"));
    }

    private static ChannelLedger channel(Node node) {
        return new ChannelLedger(
                node.text("channel"), node.text("stream"), node.rows("lanes", CertificateReader::lane));
    }

    private static LaneLedger lane(Node node) {
        Node dropped = node.child("dropped");
        Map<String, Long> causes = new LinkedHashMap<>();
        for (Object key : dropped.fields.keySet()) {
            String cause = String.valueOf(key);
            causes.put(cause, dropped.number(cause));
        }
        LaneLedger lane = new LaneLedger(
                (int) node.number("lane"),
                node.number("reserved"),
                node.number("delivered"),
                node.number("recovered"),
                causes,
                node.number("torn"));
        if (lane.unaccounted() != node.number("unaccounted")) {
            throw new NotUnderstood("a lane's own sum is wrong");
        }
        return lane;
    }

    private static Certificate.ClockDomain clock(Node node) {
        return new Certificate.ClockDomain(
                node.text("stream"), node.text("domain"), node.number("frequency_hz"), node.number("uncertainty_ns"));
    }

    private static Certificate.Freeze freeze(Node node) {
        return new Certificate.Freeze(
                node.text("channel"),
                (int) node.number("lane"),
                node.number("begin_tick"),
                node.number("end_tick"),
                node.text("cause"));
    }

    private static Certificate.Damaged damaged(Node node) {
        return new Certificate.Damaged(
                node.text("channel"), node.text("kind"), node.number("count"), node.text("what"));
    }

    private static Certificate.FileDigest digest(Node node) {
        return new Certificate.FileDigest(node.text("path"), node.number("size_bytes"), node.text("sha256"));
    }

    private static Verdict verdict(Node node) {
        String word = node.text("kind");
        for (Verdict.Kind kind : Verdict.Kind.values()) {
            if (kind.name().equals(word)) {
                return new Verdict(
                        kind,
                        node.rows("gaps", CertificateReader::gap),
                        node.text("reason"),
                        Verdict.Basis.CERTIFICATE);
            }
        }
        throw new NotUnderstood("verdict kind is none of COMPLETE, EMPTY, GAPS, UNTRUSTED");
    }

    private static Verdict.Gap gap(Node node) {
        return new Verdict.Gap(
                node.text("channel"),
                (int) node.number("lane"),
                node.number("begin_tick"),
                node.number("end_tick"),
                node.number("missing_records"),
                node.text("cause"));
    }

    /** An object of the certificate; asking for what is not there ends the reading. */
    private record Node(Map<?, ?> fields, String path) {
        String text(String key) {
            if (fields.get(key) instanceof String text) {
                return text;
            }
            throw new NotUnderstood(path + "." + key + " is missing or no text");
        }

        long number(String key) {
            if (fields.get(key) instanceof Long number) {
                return number;
            }
            throw new NotUnderstood(path + "." + key + " is missing or no whole number");
        }

        int count(String key, int least) {
            long number = number(key);
            if (number < least || number > Integer.MAX_VALUE) {
                throw new NotUnderstood(path + "." + key + " is out of range");
            }
            return (int) number;
        }

        long hex(String key) {
            try {
                return Long.parseUnsignedLong(text(key).replaceFirst("^0x", ""), 16);
            } catch (NumberFormatException noNumber) {
                throw new NotUnderstood(path + "." + key + " is no hexadecimal number");
            }
        }

        Node child(String key) {
            if (fields.get(key) instanceof Map<?, ?> map) {
                return new Node(map, path + "." + key);
            }
            throw new NotUnderstood(path + "." + key + " is missing or no object");
        }

        /** An empty list if the key is missing, as in certificates from before the key existed. */
        <T> List<T> optionalRows(String key, Function<Node, T> reader) {
            return fields.containsKey(key) ? rows(key, reader) : List.of();
        }

        <T> List<T> rows(String key, Function<Node, T> reader) {
            if (!(fields.get(key) instanceof List<?> list) || list.size() > MAX_ROWS) {
                throw new NotUnderstood(path + "." + key + " is missing, too long or no list");
            }
            return list.stream()
                    .map(row -> {
                        if (row instanceof Map<?, ?> map) {
                            return reader.apply(new Node(map, path + "." + key));
                        }
                        throw new NotUnderstood(path + "." + key + " holds no objects");
                    })
                    .toList();
        }
    }

    /** The document is JSON but no certificate. Caught above; carries no stack trace. */
    private static final class NotUnderstood extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotUnderstood(String message) {
            super(message, null, false, false);
        }
    }
}
