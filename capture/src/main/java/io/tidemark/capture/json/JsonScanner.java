package io.tidemark.capture.json;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads JSON from a stream in one pass and bounded memory. One thread.
 *
 * <p>There are two kinds of errors. Text that is no JSON throws {@link JsonDamage}, because the
 * rest cannot be read. A value of the wrong type or range is skipped, and a neutral value is
 * returned. {@link #takeProblem} then has the reason, so that the caller drops one row and
 * continues. Values the caller skips are checked for balance, depth and closed strings only.
 * Strings longer than {@link #MAX_TEXT_BYTES} are a problem, not a heap.
 */
public final class JsonScanner implements Closeable {
    /** No capture nests deeper than eight; this is what keeps a hostile one from the stack. */
    public static final int MAX_DEPTH = 60;

    /** Longest string that is turned into text. */
    public static final int MAX_TEXT_BYTES = 1 << 20;

    /** What {@link #nextField} answers at the end of the object. */
    public static final int END = -2;

    /** For rows whose numbers must all stay below 2^63. */
    public static final int SIGNED = 0;

    private final JsonInput input;
    private final JsonStrings strings;
    private final JsonNumbers numbers;
    private int depth;
    private long fresh; // bit per depth: no element read yet
    private String problem;
    private long problemPosition;

    public JsonScanner(InputStream stream) {
        this(new JsonInput(stream));
    }

    /** A scanner over one line; the byte behind the line is overwritten. */
    public static JsonScanner ofLine(LineReader line) {
        return new JsonScanner(new JsonInput(line.bytes(), line.begin(), line.end(), line.position()));
    }

    private JsonScanner(JsonInput input) {
        this.input = input;
        this.strings = new JsonStrings(input);
        this.numbers = new JsonNumbers(input);
    }

    /**
     * Enters an object; false, and the value is skipped with a problem, when something else is
     * there.
     */
    public boolean beginObject() throws IOException, JsonDamage {
        return begin((byte) '{', "an object");
    }

    /**
     * Enters an array; false, and the value is skipped with a problem, when something else is
     * there.
     */
    public boolean beginArray() throws IOException, JsonDamage {
        return begin((byte) '[', "a list");
    }

    private boolean begin(byte opener, String what) throws IOException, JsonDamage {
        if (peek() != opener) {
            mismatch(what);
            return false;
        }
        if (depth == MAX_DEPTH) {
            throw damage("nested deeper than " + MAX_DEPTH);
        }
        input.at++;
        depth++;
        fresh |= 1L << depth;
        return true;
    }

    /**
     * True when the array has another element, which must be read or skipped; leaves the array
     * else.
     */
    public boolean nextElement() throws IOException, JsonDamage {
        return more((byte) ']');
    }

    /**
     * The next field's number in {@code names}, {@link Words#UNKNOWN} for another name (see {@link
     * #text()}), or {@link #END}. The value must be read or skipped.
     */
    public int nextField(Words names, int guess) throws IOException, JsonDamage {
        if (!more((byte) '}')) {
            return END;
        }
        if (peek() != '"') {
            throw damage("expected a field name");
        }
        int field = strings.word(names, guess);
        if (peek() != ':') {
            throw damage("expected ':' after a field name");
        }
        input.at++;
        return field;
    }

    private boolean more(byte closer) throws IOException, JsonDamage {
        int next = peek();
        long bit = 1L << depth;
        if (next == closer) {
            input.at++;
            depth--;
            return false;
        }
        if ((fresh & bit) != 0) {
            fresh &= ~bit;
            return true;
        }
        if (next != ',') {
            throw damage("expected ',' or '" + (char) closer + "'");
        }
        input.at++;
        if (peek() == closer) {
            throw damage("a ',' with nothing behind it");
        }
        return true;
    }

    /** A whole number in -2^63 .. 2^63 - 1, also when written as a string; else 0 and a problem. */
    public long integer() throws IOException, JsonDamage {
        long value = unsigned();
        if (value < 0 && numbers.wrapped) {
            setProblem("number out of range: " + Long.toUnsignedString(value));
            return 0;
        }
        return value;
    }

    /**
     * A whole number in -2^63 .. 2^64 - 1 as 64 bits, also when written as a string; else 0 and a
     * problem.
     */
    public long unsigned() throws IOException, JsonDamage {
        int next = peek();
        input.ensure(JsonNumbers.LONGEST);
        numbers.wrapped = false;
        if (next == '"') {
            return quotedInteger();
        }
        if (!JsonNumbers.isStart(next)) {
            mismatch("a whole number");
            return 0;
        }
        long start = input.position();
        long value = numbers.integer();
        if (numbers.fault != null) {
            setProblem(numbers.fault, start);
            return 0;
        }
        return value;
    }

    private long quotedInteger() throws IOException, JsonDamage {
        long start = input.position();
        int begin = input.at++;
        if (JsonNumbers.isStart(input.bytes[input.at])) {
            try {
                long value = numbers.integer();
                if (numbers.fault == null && input.bytes[input.at] == '"') {
                    input.at++;
                    return value;
                }
            } catch (JsonDamage noNumber) {
                numbers.fault = noNumber.getMessage(); // inside a string it is no damage
            }
        }
        numbers.wrapped = false;
        input.at = begin;
        strings.skip();
        setProblem("expected a whole number, found a string", start);
        return 0;
    }

    /** A whole number from {@code least} to {@code most}; else {@code least} and a problem. */
    public long integer(long least, long most) throws IOException, JsonDamage {
        boolean clean = problem == null;
        long value = integer();
        if (value < least || value > most) {
            if (clean && problem == null) {
                setProblem("number out of range: " + value);
            }
            return least;
        }
        return value;
    }

    /**
     * A decimal number times 1000, rounded: microseconds become nanoseconds. Else 0 and a problem.
     */
    public long thousandths() throws IOException, JsonDamage {
        if (!atNumber()) {
            return 0;
        }
        long start = input.position();
        long value = numbers.thousandths();
        if (numbers.fault != null) {
            setProblem(numbers.fault, start);
            return 0;
        }
        return value;
    }

    /** Any finite number; else 0.0 and a problem. */
    public double real() throws IOException, JsonDamage {
        if (!atNumber()) {
            return 0.0;
        }
        double value = numbers.real();
        if (!Double.isFinite(value)) {
            setProblem("number out of range");
            return 0.0;
        }
        return value;
    }

    private boolean atNumber() throws IOException, JsonDamage {
        if (!JsonNumbers.isStart(peek())) {
            mismatch("a number");
            return false;
        }
        input.ensure(JsonNumbers.LONGEST);
        return true;
    }

    /** True for the literal true, false for false; else false and a problem. */
    public boolean bool() throws IOException, JsonDamage {
        int next = peek();
        if (next != 't' && next != 'f') {
            mismatch("true or false");
            return false;
        }
        skipValue();
        return next == 't';
    }

    /** Consumes a null and returns true, or leaves any other value in place and returns false. */
    public boolean isNull() throws IOException, JsonDamage {
        if (peek() != 'n') {
            return false;
        }
        skipValue();
        return true;
    }

    /** A string; else the empty text and a problem. */
    public String text() throws IOException, JsonDamage {
        if (peek() != '"') {
            mismatch("a string");
            return "";
        }
        long start = input.position();
        String text = strings.text();
        if (text == null) {
            setProblem("string longer than " + MAX_TEXT_BYTES + " bytes", start);
            return "";
        }
        return text;
    }

    /** The name last met by {@link #nextField} or {@link #word} when it was unknown. */
    public String lastText() {
        return strings.lastText();
    }

    /**
     * Number of a string in {@code words}; {@link Words#UNKNOWN} for any other, see {@link
     * #lastText}.
     */
    public int word(Words words, int guess) throws IOException, JsonDamage {
        if (peek() != '"') {
            mismatch("a string");
            strings.forget();
            return Words.UNKNOWN;
        }
        return strings.word(words, guess);
    }

    /**
     * First byte of the next value: an opening brace or bracket, a quote, {@code t}, {@code f},
     * {@code n}, or the start of a number.
     */
    public char nextKind() throws IOException, JsonDamage {
        return (char) peek();
    }

    /** True when the next value is a number with a point or an exponent. */
    public boolean nextIsFraction() throws IOException, JsonDamage {
        peek();
        input.ensure(JsonNumbers.LONGEST);
        return numbers.isFractionAhead();
    }

    /**
     * An array of whole numbers into {@code row}; the count, or -1 and a problem. Numbers beyond
     * {@code row.length} are read and dropped. A number above 2^63 - 1 is a problem unless bit n of
     * {@code unsignedColumns} allows it in column n.
     */
    public int row(long[] row, int unsignedColumns) throws IOException, JsonDamage {
        if (peek() != '[') {
            mismatch("a list");
            return -1;
        }
        input.ensure(JsonNumbers.LONGEST * 8);
        int count = numbers.plainRow(row);
        return count >= 0 ? count : anyRow(row, unsignedColumns);
    }

    private int anyRow(long[] row, int unsignedColumns) throws IOException, JsonDamage {
        boolean good = problem == null;
        beginArray();
        int count = 0;
        while (nextElement()) {
            long value = (unsignedColumns >>> count & 1) != 0 ? unsigned() : integer();
            if (count < row.length) {
                row[count++] = value;
            }
        }
        return good && problem == null ? count : -1;
    }

    /** Reads past any value. */
    public void skipValue() throws IOException, JsonDamage {
        JsonSkip.value(input, strings, MAX_DEPTH - depth);
    }

    /** Throws unless only white space follows. */
    public void expectEnd() throws IOException, JsonDamage {
        int next = input.at < input.limit || input.more() ? input.significant() : -1;
        if (next >= 0) {
            throw damage("more text after the end of the document");
        }
    }

    public long position() {
        return input.position();
    }

    public boolean hasProblem() {
        return problem != null;
    }

    /** What was wrong since the last call, null when nothing was; forgets it. */
    public String takeProblem() {
        String taken = problem;
        problem = null;
        return taken;
    }

    /** Where the last problem was met. */
    public long problemPosition() {
        return problemPosition;
    }

    private void mismatch(String wanted) throws IOException, JsonDamage {
        String found = JsonSkip.describe(peek());
        setProblem("expected " + wanted + ", found " + found);
        skipValue();
    }

    private void setProblem(String what) {
        setProblem(what, input.position());
    }

    private void setProblem(String what, long position) {
        if (problem == null) {
            problem = what;
            problemPosition = position;
        }
    }

    /** The next byte that is no white space. */
    private int peek() throws IOException, JsonDamage {
        int next = input.significant();
        if (next < 0) {
            throw damage("the text ends " + (depth == 0 ? "at once" : "in the middle of a value"));
        }
        return next;
    }

    private JsonDamage damage(String reason) {
        return new JsonDamage(input.position(), reason);
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
