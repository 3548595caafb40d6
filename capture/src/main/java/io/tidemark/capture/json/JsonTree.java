package io.tidemark.capture.json;

import io.tidemark.capture.finding.Findings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a small document into maps and lists: name maps, certificates. Objects are {@code
 * Map<String, Object>} in file order, lists {@code List<Object>}, numbers Long where they fit, else
 * Double. Stateless; any thread. Documents above {@link #MAX_BYTES} are refused.
 */
public final class JsonTree {
    /** Largest document; a certificate of a thousand lanes has a tenth of it. */
    public static final long MAX_BYTES = 16L << 20;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxDocumentLength(MAX_BYTES)
                    .maxNestingDepth(JsonScanner.MAX_DEPTH)
                    .maxStringLength(JsonScanner.MAX_TEXT_BYTES)
                    .maxNumberLength(JsonNumbers.LONGEST)
                    .build())
            .build();

    private static final Pattern PARSER_NOTES = Pattern.compile("[:;,]? *\\(?(was expecting|start marker|\\[Source).*");

    private JsonTree() {}

    /** The top object of {@code file}; empty, with a finding, when it cannot be read. */
    public static Optional<Map<String, Object>> read(Path file, Findings findings) {
        String label = JsonDocument.label(file);
        try (InputStream stream = JsonDocument.open(file)) {
            return read(stream, label, findings);
        } catch (IOException unreadable) {
            findings.damage(label, "", "cannot be opened: " + JsonDocument.reason(unreadable));
            return Optional.empty();
        }
    }

    /** The top object of a stream; empty, with a finding, when it cannot be read. */
    public static Optional<Map<String, Object>> read(InputStream stream, String label, Findings findings) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), stream)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                findings.damage(label, "byte 0", "expected an object");
                return Optional.empty();
            }
            Map<String, Object> top = object(parser);
            if (parser.nextToken() != null) {
                findings.damage(label, "", "more text after the end of the document");
                return Optional.empty();
            }
            return Optional.of(top);
        } catch (JacksonException malformed) {
            long at = malformed.getLocation() == null
                    ? -1
                    : malformed.getLocation().getByteOffset();
            findings.damage(label, at < 0 ? "" : "byte " + at, fault(malformed));
        }
        return Optional.empty();
    }

    /** Without what the parser would have accepted instead, and without its notes about itself. */
    private static String fault(JacksonException malformed) {
        if (malformed instanceof UnexpectedEndOfInputException) {
            return "the JSON text ends too early";
        }
        String message = String.valueOf(malformed.getOriginalMessage());
        String first = message.lines().findFirst().orElse("malformed JSON");
        return PARSER_NOTES.matcher(first).replaceFirst("");
    }

    private static Map<String, Object> object(JsonParser parser) {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return fields;
    }

    private static List<Object> list(JsonParser parser) {
        List<Object> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(parser));
        }
        return values;
    }

    private static Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> list(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            default -> null;
        };
    }

    private static Object integer(JsonParser parser) {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            default -> parser.getDoubleValue();
        };
    }
}
