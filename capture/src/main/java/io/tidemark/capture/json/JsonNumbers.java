package io.tidemark.capture.json;

import java.io.IOException;

/**
 * Numbers of a {@link JsonInput}; part of {@link JsonScanner}. Callers make {@link #LONGEST} bytes
 * visible first. A number that is longer, or no whole number where one is wanted, sets {@link
 * #fault}.
 */
final class JsonNumbers {
    /** Longest number looked at; no capture comes near. */
    static final int LONGEST = 64;

    private static final int SAFE_DIGITS = 18; // always below 2^63

    /** What was wrong with the number read last, null when nothing was. */
    String fault;

    /** True when the number read last was above 2^63 - 1. */
    boolean wrapped;

    private final JsonInput input;

    JsonNumbers(JsonInput input) {
        this.input = input;
    }

    static boolean isStart(int next) {
        return next == '-' || (next >= '0' && next <= '9');
    }

    /** Value of the digits at the cursor; leaves the cursor behind the whole number. */
    long integer() throws IOException, JsonDamage {
        fault = null;
        wrapped = false;
        byte[] bytes = input.bytes;
        int begin = input.at;
        int at = bytes[begin] == '-' ? begin + 1 : begin;
        int first = at;
        long value = 0;
        int digit;
        while ((digit = bytes[at] - '0') >= 0 && digit <= 9) {
            value = value * 10 + digit;
            at++;
        }
        byte next = bytes[at];
        boolean plain = at - first <= SAFE_DIGITS
                && at > first
                && (bytes[first] != '0' || at - first == 1)
                && next != '.'
                && (next | 0x20) != 'e';
        if (!plain) {
            return wide(begin);
        }
        input.at = at;
        return first > begin ? -value : value;
    }

    private long wide(int begin) throws IOException, JsonDamage {
        String text = token(begin);
        if (text == null) {
            return 0;
        }
        if (isFraction(text)) {
            double real = Double.parseDouble(text);
            if (real == Math.rint(real) && Math.abs(real) < 0x1p53) {
                return (long) real;
            }
            fault = "expected a whole number, found " + text;
            return 0;
        }
        try {
            if (text.charAt(0) == '-') {
                return Long.parseLong(text);
            }
            long value = Long.parseUnsignedLong(text);
            wrapped = value < 0;
            return value;
        } catch (NumberFormatException tooLarge) {
            fault = "number out of range: " + text;
            return 0;
        }
    }

    /** The decimal at the cursor times 1000, rounded half up. */
    long thousandths() throws IOException, JsonDamage {
        fault = null;
        byte[] bytes = input.bytes;
        int begin = input.at;
        int at = bytes[begin] == '-' ? begin + 1 : begin;
        int first = at;
        long value = 0;
        int digit;
        while ((digit = bytes[at] - '0') >= 0 && digit <= 9) {
            value = value * 10 + digit;
            at++;
        }
        int point = at;
        boolean threeDecimals = bytes[at] == '.'
                && isDigit(bytes[at + 1])
                && isDigit(bytes[at + 2])
                && isDigit(bytes[at + 3])
                && !isDigit(bytes[at + 4])
                && (bytes[at + 4] | 0x20) != 'e';
        boolean good = threeDecimals && point > first && point - first <= SAFE_DIGITS - 3;
        if (!good || (bytes[first] == '0' && point - first > 1)) {
            return anyThousandths(begin);
        }
        value = value * 1000;
        value += (bytes[at + 1] - '0') * 100L + (bytes[at + 2] - '0') * 10L + bytes[at + 3] - '0';
        input.at = at + 4;
        return first > begin ? -value : value;
    }

    private long anyThousandths(int begin) throws IOException, JsonDamage {
        String text = token(begin);
        if (text == null) {
            return 0;
        }
        double real = Double.parseDouble(text) * 1000.0;
        if (Math.abs(real) >= 0x1p62) {
            fault = "number out of range: " + text;
            return 0;
        }
        return Math.round(real);
    }

    double real() throws IOException, JsonDamage {
        fault = null;
        String text = token(input.at);
        return text == null ? Double.NaN : Double.parseDouble(text);
    }

    /**
     * Reads {@code [1, 2, 3]} of plain numbers from the cursor; the count, or -1 with the cursor
     * unmoved when the row holds anything else or is not wholly visible.
     */
    int plainRow(long[] row) {
        byte[] bytes = input.bytes;
        int at = input.at + 1;
        int count = 0;
        while (count < row.length) {
            while (bytes[at] == ' ') {
                at++;
            }
            boolean negative = bytes[at] == '-';
            if (negative) {
                at++;
            }
            int first = at;
            long value = 0;
            int digit;
            while ((digit = bytes[at] - '0') >= 0 && digit <= 9) {
                value = value * 10 + digit;
                at++;
            }
            int digits = at - first;
            if (digits == 0 || digits > SAFE_DIGITS || (bytes[first] == '0' && digits > 1)) {
                return -1;
            }
            row[count++] = negative ? -value : value;
            if (bytes[at] == ',') {
                at++;
            } else if (bytes[at] == ']') {
                input.at = at + 1;
                return count;
            } else {
                return -1;
            }
        }
        return -1;
    }

    boolean isFractionAhead() {
        int at = input.at;
        while (isNumberByte(input.bytes[at])) {
            if (input.bytes[at] == '.' || (input.bytes[at] | 0x20) == 'e') {
                return true;
            }
            at++;
        }
        return false;
    }

    /** The number's text, checked against the grammar; null and a fault when it is too long. */
    private String token(int begin) throws IOException, JsonDamage {
        byte[] bytes = input.bytes;
        int at = begin;
        while (at - begin < LONGEST && isNumberByte(bytes[at])) {
            at++;
        }
        if (at - begin == LONGEST) {
            input.at = begin;
            JsonSkip.scalar(input);
            fault = "number longer than " + LONGEST + " characters";
            return null;
        }
        @SuppressWarnings("deprecation") // the bytes are ASCII, checked above
        String text = new String(bytes, 0, begin, at - begin);
        if (!isNumber(text)) {
            throw new JsonDamage(input.position(begin), "malformed number " + text);
        }
        input.at = at;
        return text;
    }

    private static boolean isFraction(String text) {
        return text.indexOf('.') >= 0 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
    }

    private static boolean isNumberByte(byte b) {
        return isDigit(b) || b == '-' || b == '+' || b == '.' || (b | 0x20) == 'e';
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** The number grammar of RFC 8259. */
    private static boolean isNumber(String text) {
        int at = text.startsWith("-") ? 1 : 0;
        int digits = digitsFrom(text, at);
        if (digits == 0 || (text.charAt(at) == '0' && digits > 1)) {
            return false;
        }
        at += digits;
        if (at < text.length() && text.charAt(at) == '.') {
            digits = digitsFrom(text, at + 1);
            if (digits == 0) {
                return false;
            }
            at += 1 + digits;
        }
        if (at < text.length() && (text.charAt(at) | 0x20) == 'e') {
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                at++;
            }
            digits = digitsFrom(text, at);
            if (digits == 0) {
                return false;
            }
            at += digits;
        }
        return at == text.length();
    }

    private static int digitsFrom(String text, int begin) {
        int at = begin;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at - begin;
    }
}
