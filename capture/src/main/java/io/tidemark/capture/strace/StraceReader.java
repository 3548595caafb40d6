package io.tidemark.capture.strace;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.LineReader;
import io.tidemark.capture.json.ReadContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds {@code [STRACE]} and {@code [CLOCK_ANCHOR]} markers in a log of any size. One use, one
 * thread. Several markers may share a line; a head without a full record behind it is counted as
 * torn. Keeps at most {@link #MAX_SPANS} markers.
 */
public final class StraceReader {
    /** Markers kept; a round has about thirty. */
    public static final int MAX_SPANS = 2_000_000;

    private static final int MAX_LINE_BYTES = 1 << 20;
    private static final byte[] MARK = "[STRACE]".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ANCHOR_MARK = "[CLOCK_ANCHOR]".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern HEAD = Pattern.compile("\\[STRACE\\] v=\\d+");
    private static final Pattern RECORD =
            Pattern.compile("\\[STRACE\\] v=\\d+ pid=(-?\\d+) tid=(-?\\d+) inv=(\\d+) hid=([0-9a-fA-F]+)"
                    + " depth=(-?\\d+) name=(\\S+) ts=(\\d+) dur=(\\d+)(?: |$)");
    private static final Pattern ATTRIBUTES_END = Pattern.compile("\\[mono_ns=|\\[STRACE\\]");
    private static final Pattern ANCHOR =
            Pattern.compile("\\[CLOCK_ANCHOR\\] v=\\d+ pid=(\\d+) mono_ns=(\\d+) wall_ns=(\\d+)");
    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?\\d{1,18}");

    private final ReadContext context;
    private final List<StraceSpan> spans = new ArrayList<>();
    private final List<ProcessAnchor> anchors = new ArrayList<>();
    private long torn;
    private long lineNumber;

    private StraceReader(ReadContext context) {
        this.context = context;
    }

    /** Every marker of the log; findings say what was lost. */
    public static StraceLog read(Path file, Findings findings) {
        StraceReader reader = new StraceReader(new ReadContext(JsonDocument.label(file), findings));
        try (LineReader lines = new LineReader(JsonDocument.open(file), MAX_LINE_BYTES)) {
            while (lines.next()) {
                reader.readLine(lines);
            }
        } catch (IOException unreadable) {
            reader.context.damage("", "cannot be read: " + JsonDocument.reason(unreadable));
        }
        if (reader.torn > 0) {
            reader.context.loss("", reader.torn + " timing markers are torn");
        }
        return new StraceLog(reader.spans, reader.anchors, reader.torn, reader.lineNumber);
    }

    private void readLine(LineReader lines) {
        lineNumber = lines.number();
        boolean marked = contains(lines, MARK);
        boolean anchored = contains(lines, ANCHOR_MARK);
        if (!marked && !anchored) {
            return;
        }
        if (lines.isTooLong()) {
            torn++;
            return;
        }
        String line =
                new String(lines.bytes(), lines.begin(), lines.end() - lines.begin(), StandardCharsets.ISO_8859_1);
        if (marked) {
            readSpans(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
        }
        if (anchored) {
            readAnchors(line);
        }
    }

    private void readSpans(String line) {
        Matcher head = HEAD.matcher(line);
        Matcher record = RECORD.matcher(line);
        int from = 0;
        while (head.find(from)) {
            record.region(head.start(), line.length());
            if (!record.lookingAt()) {
                torn++;
                from = head.end();
                continue;
            }
            Matcher next = ATTRIBUTES_END.matcher(line);
            int end = next.find(record.end()) ? next.start() : line.length();
            add(record, line.substring(record.end(), end));
            from = end;
        }
    }

    private void add(Matcher record, String attributes) {
        if (spans.size() == MAX_SPANS) {
            context.noteOnce("more than " + MAX_SPANS + " timing markers; the rest was not kept");
            return;
        }
        try {
            spans.add(new StraceSpan(
                    Long.parseLong(record.group(1)),
                    Long.parseLong(record.group(2)),
                    Long.parseUnsignedLong(record.group(3)),
                    record.group(4).toLowerCase(Locale.ROOT),
                    Integer.parseInt(record.group(5)),
                    PercentText.decode(record.group(6)),
                    Long.parseUnsignedLong(record.group(7)),
                    Long.parseUnsignedLong(record.group(8)),
                    parseAttributes(attributes),
                    lineNumber));
        } catch (NumberFormatException tooLarge) {
            context.loss("line " + lineNumber, "number out of range; timing marker skipped");
        }
    }

    private static Map<String, Object> parseAttributes(String text) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        for (String pair : text.strip().split(" +")) {
            int equals = pair.indexOf('=');
            if (equals <= 0) {
                continue;
            }
            String value = pair.substring(equals + 1);
            attributes.put(
                    pair.substring(0, equals),
                    WHOLE_NUMBER.matcher(value).matches() ? (Object) Long.valueOf(value) : PercentText.decode(value));
        }
        return Collections.unmodifiableMap(attributes);
    }

    private void readAnchors(String line) {
        Matcher anchor = ANCHOR.matcher(line);
        while (anchor.find()) {
            try {
                anchors.add(new ProcessAnchor(
                        Long.parseLong(anchor.group(1)),
                        Long.parseLong(anchor.group(2)),
                        Long.parseLong(anchor.group(3))));
            } catch (NumberFormatException tooLarge) {
                context.loss("line " + lineNumber, "number out of range; clock anchor skipped");
            }
        }
    }

    private static boolean contains(LineReader line, byte[] mark) {
        byte[] bytes = line.bytes();
        int last = line.end() - mark.length;
        for (int at = line.begin(); at <= last; at++) {
            if (bytes[at] == '[' && bytes[at + 1] == mark[1] && matches(bytes, at, mark)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(byte[] bytes, int at, byte[] mark) {
        for (int index = 0; index < mark.length; index++) {
            if (bytes[at + index] != mark[index]) {
                return false;
            }
        }
        return true;
    }

    /**
     * The {@code %XX} encoding of names and attributes in timing markers. Stateless; any thread.
     */
    private static final class PercentText {
        private PercentText() {}

        /**
         * The text behind the escapes; an escape that is none, and a cut mark {@code ~}, stay as
         * they are.
         */
        static String decode(String encoded) {
            if (encoded.indexOf('%') < 0) {
                return encoded;
            }
            byte[] bytes = new byte[encoded.length()];
            int size = 0;
            for (int at = 0; at < encoded.length(); at++) {
                int value = encoded.charAt(at) == '%' ? hex(encoded, at + 1) : -1;
                if (value >= 0) {
                    bytes[size++] = (byte) value;
                    at += 2;
                } else {
                    bytes[size++] = (byte) encoded.charAt(at);
                }
            }
            return new String(bytes, 0, size, StandardCharsets.UTF_8);
        }

        private static int hex(String text, int at) {
            if (at + 2 > text.length()) {
                return -1;
            }
            int high = Character.digit(text.charAt(at), 16);
            int low = Character.digit(text.charAt(at + 1), 16);
            return high < 0 || low < 0 ? -1 : high * 16 + low;
        }
    }
}
