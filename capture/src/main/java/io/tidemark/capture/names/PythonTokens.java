package io.tidemark.capture.names;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of a Python source: names, numbers, texts, signs and, outside of brackets, ends of
 * lines. Comments and blanks are left out. Never fails: what is no word of Python becomes signs.
 * One use each, one thread.
 */
final class PythonTokens {
    /** What a word is. */
    enum Kind {
        NAME,
        NUMBER,
        /** A text as it means, without quotes and escapes. */
        TEXT,
        /** A text whose value only Python knows. */
        FORMATTED_TEXT,
        SIGN,
        LINE_END
    }

    /** One word. */
    record Token(Kind kind, String text) {
        boolean is(String sign) {
            return (kind == Kind.SIGN || kind == Kind.NAME) && text.equals(sign);
        }
    }

    private final String source;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int depth;

    private PythonTokens(String source) {
        this.source = source;
    }

    static List<Token> of(String source) {
        PythonTokens reader = new PythonTokens(source);
        while (reader.at < source.length()) {
            reader.next();
        }
        reader.add(Kind.LINE_END, "");
        return reader.tokens;
    }

    private void add(Kind kind, String text) {
        tokens.add(new Token(kind, text));
    }

    private char peek(int ahead) {
        return at + ahead < source.length() ? source.charAt(at + ahead) : '\0';
    }

    private void next() {
        char c = peek(0);
        if (c == '#') {
            int end = source.indexOf('\n', at);
            at = end < 0 ? source.length() : end;
        } else if (c == '\n') {
            if (depth == 0) {
                add(Kind.LINE_END, "");
            }
            at++;
        } else if (c == '\\' && (peek(1) == '\n' || peek(1) == '\r')) {
            at += peek(1) == '\r' && peek(2) == '\n' ? 3 : 2; // the line continues
        } else if (Character.isWhitespace(c)) {
            at++;
        } else if (textPrefix() >= 0) {
            text(textPrefix());
        } else if (c >= '0' && c <= '9') {
            word(Kind.NUMBER);
        } else if (Character.isJavaIdentifierStart(c)) {
            word(Kind.NAME);
        } else {
            sign(c);
        }
    }

    private void word(Kind kind) {
        int begin = at;
        while (at < source.length() && Character.isJavaIdentifierPart(peek(0))) {
            at++;
        }
        if (kind == Kind.NUMBER && peek(0) == '.') { // a fraction is no id; one word all the same
            at++;
            while (Character.isJavaIdentifierPart(peek(0))) {
                at++;
            }
        }
        add(kind, source.substring(begin, at));
    }

    private void sign(char c) {
        if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if (c == ')' || c == ']' || c == '}') {
            depth = Math.max(0, depth - 1);
        }
        add(Kind.SIGN, String.valueOf(c));
        at++;
    }

    /** How many letters stand before a text that begins here; -1 if none does. */
    private int textPrefix() {
        int letters = 0;
        while (letters < 2 && "rRbBuUfFtT".indexOf(peek(letters)) >= 0 && peek(letters) != '\0') {
            letters++;
        }
        return peek(letters) == '"' || peek(letters) == '\'' ? letters : -1;
    }

    private void text(int letters) {
        String prefix = source.substring(at, at + letters).toLowerCase(java.util.Locale.ROOT);
        at += letters;
        char quote = peek(0);
        boolean isLong = peek(1) == quote && peek(2) == quote;
        String end = String.valueOf(quote).repeat(isLong ? 3 : 1);
        at += end.length();
        boolean isRaw = prefix.contains("r");
        StringBuilder value = new StringBuilder();
        while (at < source.length() && !source.startsWith(end, at)) {
            if (peek(0) == '\n' && !isLong) {
                break; // not closed; the line ends it
            }
            if (peek(0) == '\\') {
                escape(value, isRaw);
            } else {
                value.append(peek(0));
                at++;
            }
        }
        at = source.startsWith(end, at) ? at + end.length() : at;
        boolean isKnown = !prefix.contains("f") && !prefix.contains("t") && !prefix.contains("b");
        add(isKnown ? Kind.TEXT : Kind.FORMATTED_TEXT, value.toString());
    }

    private void escape(StringBuilder value, boolean isRaw) {
        char next = peek(1);
        at += 2;
        if (isRaw) {
            value.append('\\').append(next);
            return;
        }
        switch (next) {
            case '\n' -> value.append(""); // a continued line
            case 'n' -> value.append('\n');
            case 't' -> value.append('\t');
            case 'r' -> value.append('\r');
            case 'x' -> code(value, 2);
            case 'u' -> code(value, 4);
            case 'U' -> code(value, 8);
            case '\\', '\'', '"' -> value.append(next);
            default -> value.append('\\').append(next); // Python keeps what it does not know
        }
    }

    private void code(StringBuilder value, int digits) {
        String hex = source.substring(at, Math.min(source.length(), at + digits));
        if (hex.length() == digits && hex.matches("[0-9a-fA-F]+")) {
            int point = Integer.parseUnsignedInt(hex, 16);
            value.appendCodePoint(Character.isValidCodePoint(point) ? point : 0xFFFD);
            at += digits;
        }
    }
}
