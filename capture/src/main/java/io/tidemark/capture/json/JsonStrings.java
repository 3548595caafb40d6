package io.tidemark.capture.json;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Strings of a {@link JsonInput}; part of {@link JsonScanner}. A string inside the window is looked
 * at in place; one that crosses the window's end is gathered, up to {@link
 * JsonScanner#MAX_TEXT_BYTES}.
 */
final class JsonStrings {
    private final JsonInput input;
    private byte[] gathered = {};
    private byte[] bytes; // of the string scanned last: the window or gathered
    private int begin;
    private int end;
    private boolean special; // escapes or bytes above 127
    private boolean tooLong;
    private String lastText = "";

    JsonStrings(JsonInput input) {
        this.input = input;
    }

    String text() throws IOException, JsonDamage {
        long start = input.position();
        scan();
        return tooLong ? null : decode(start);
    }

    /**
     * Reads past a string. Its bytes must be UTF-8, so that a damaged file is not called whole;
     * what its escapes mean does not matter.
     */
    void skip() throws IOException, JsonDamage {
        long start = input.position();
        Utf8Walk walk = null; // most strings are ASCII
        input.at++;
        while (true) {
            byte next = input.bytes[input.at];
            if (next < 0) {
                walk = walk == null ? new Utf8Walk() : walk;
                if (!walk.accept(next & 0xFF)) {
                    throw notUtf8(start);
                }
                input.at++;
                continue;
            }
            if (walk != null && !walk.isWhole() && input.at < input.limit) {
                throw notUtf8(start);
            }
            if (next == '"') {
                input.at++;
                return;
            }
            if (next == '\\') {
                input.at++;
                if (input.at < input.limit || more()) {
                    input.at++;
                }
            } else if (next >= ' ') {
                input.at++;
            } else if (input.at < input.limit) {
                throw controlCharacter();
            } else {
                more();
            }
        }
    }

    int word(Words words, int guess) throws IOException, JsonDamage {
        int from = input.at + 1;
        if (guess >= 0 && guess < words.size()) {
            int length = words.matches(guess, input.bytes, from, input.limit);
            if (length >= 0) {
                input.at = from + length + 1;
                return guess;
            }
        }
        long start = input.position();
        scan();
        if (tooLong) {
            lastText = "";
            return Words.UNKNOWN;
        }
        if (!special) {
            int index = words.find(bytes, begin, end);
            if (index != Words.UNKNOWN) {
                return index;
            }
        }
        lastText = decode(start);
        return words.find(lastText);
    }

    String lastText() {
        return lastText;
    }

    void forget() {
        lastText = "";
    }

    /** Finds the end of the string at the cursor and leaves the cursor behind it. */
    private void scan() throws IOException, JsonDamage {
        special = false;
        tooLong = false;
        bytes = input.bytes;
        input.at++;
        int from = input.at;
        int gatheredSize = 0;
        int at = from;
        while (true) {
            byte next = bytes[at];
            if (next == '"') {
                break;
            }
            if (next == '\\') {
                special = true;
                at++;
                if (at < input.limit) {
                    at++;
                    continue;
                }
            } else if (next < ' ') {
                special |= next < 0;
                if (next < 0) {
                    at++;
                    continue;
                }
                if (at < input.limit) {
                    input.at = at;
                    throw controlCharacter();
                }
            } else {
                at++;
                continue;
            }
            boolean escaped = at > from && special && endsInEscape(from, at);
            int keep = escaped ? 1 : 0; // the backslash stays with the byte it escapes
            gatheredSize = gather(from, at - keep, gatheredSize);
            input.at = at - keep;
            more();
            from = input.at;
            at = from;
        }
        input.at = at + 1;
        if (gatheredSize == 0 && !tooLong) {
            begin = from;
            end = at;
        } else {
            end = gather(from, at, gatheredSize);
            bytes = gathered;
            begin = 0;
        }
    }

    private boolean endsInEscape(int from, int to) {
        int slashes = 0;
        for (int at = to - 1; at >= from && input.bytes[at] == '\\'; at--) {
            slashes++;
        }
        return slashes % 2 == 1;
    }

    private int gather(int from, int to, int size) {
        int count = to - from;
        if (tooLong || size + count > JsonScanner.MAX_TEXT_BYTES) {
            tooLong = true;
            return 0;
        }
        if (size + count > gathered.length) {
            gathered = Arrays.copyOf(gathered, Math.max(size + count, gathered.length * 2));
        }
        System.arraycopy(input.bytes, from, gathered, size, count);
        return size + count;
    }

    private boolean more() throws IOException, JsonDamage {
        if (!input.more()) {
            throw new JsonDamage(input.position(), "the text ends in the middle of a string");
        }
        return true;
    }

    private JsonDamage controlCharacter() {
        return new JsonDamage(input.position(), "control character inside a string");
    }

    @SuppressWarnings("deprecation") // the bytes are ASCII when nothing special was seen
    private String decode(long start) throws JsonDamage {
        if (!special) {
            return new String(bytes, 0, begin, end - begin);
        }
        try {
            String raw = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, begin, end - begin))
                    .toString();
            return raw.indexOf('\\') < 0 ? raw : unescape(raw, start);
        } catch (CharacterCodingException invalid) {
            throw notUtf8(start);
        }
    }

    private static JsonDamage notUtf8(long start) {
        return new JsonDamage(start, "string is not valid UTF-8");
    }

    private static String unescape(String raw, long start) throws JsonDamage {
        StringBuilder plain = new StringBuilder(raw.length());
        for (int at = 0; at < raw.length(); at++) {
            char next = raw.charAt(at);
            if (next != '\\') {
                plain.append(next);
                continue;
            }
            at++;
            char code = raw.charAt(at);
            switch (code) {
                case '"', '\\', '/' -> plain.append(code);
                case 'b' -> plain.append('\b');
                case 'f' -> plain.append('\f');
                case 'n' -> plain.append('\n');
                case 'r' -> plain.append('\r');
                case 't' -> plain.append('\t');
                case 'u' -> {
                    plain.append(hex(raw, at + 1, start));
                    at += 4;
                }
                default -> throw new JsonDamage(start, "unknown escape \\" + code + " in a string");
            }
        }
        return plain.toString();
    }

    private static char hex(String raw, int from, long start) throws JsonDamage {
        int value = 0;
        for (int at = from; at < from + 4; at++) {
            int digit = at < raw.length() ? Character.digit(raw.charAt(at), 16) : -1;
            if (digit < 0 || raw.charAt(at) > 'f') {
                throw new JsonDamage(start, "malformed \\u escape in a string");
            }
            value = value * 16 + digit;
        }
        return (char) value;
    }

    /**
     * Follows UTF-8 byte by byte, for text that is read past and not kept: the same bytes are
     * refused as when it were decoded. Used for one string by one thread.
     */
    private static final class Utf8Walk {
        private int due; // bytes of the character that must still come
        private int least;
        private int greatest;

        /** Takes a byte above 127; false if the byte is invalid at this position. */
        boolean accept(int next) {
            if (due > 0) {
                boolean fits = next >= least && next <= greatest;
                due--;
                least = 0x80;
                greatest = 0xBF;
                return fits;
            }
            due = next >= 0xC2 && next <= 0xDF ? 1 : next >= 0xE0 && next <= 0xEF ? 2 : 3;
            least = next == 0xE0 ? 0xA0 : next == 0xF0 ? 0x90 : 0x80; // else a shorter form exists
            greatest = next == 0xED ? 0x9F : next == 0xF4 ? 0x8F : 0xBF; // surrogates; past U+10FFFF
            return next >= 0xC2 && next <= 0xF4;
        }

        /** True when no character is half read. */
        boolean isWhole() {
            return due == 0;
        }
    }
}
