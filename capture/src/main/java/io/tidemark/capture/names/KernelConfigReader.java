package io.tidemark.capture.names;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.names.PythonTokens.Kind;
import io.tidemark.capture.names.PythonTokens.Token;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the names of kernels from a {@code kernel_config.py}: a Python module with a list {@code
 * KERNELS} of dictionaries that have {@code func_id} and {@code name}. The module is read, never
 * run; values are taken where they are written out, or are constants of the module. Stateless.
 */
public final class KernelConfigReader {
    private static final long MOST_BYTES = 16L << 20;

    private final List<Token> tokens;
    private final String file;
    private final Findings findings;
    private final Map<String, List<Token>> constants = new HashMap<>();
    private final Map<Integer, String> names = new HashMap<>();
    private boolean hasList;
    private int entries;
    private int at;

    private KernelConfigReader(List<Token> tokens, String file, Findings findings) {
        this.tokens = tokens;
        this.file = file;
        this.findings = findings;
    }

    /** The names; empty, with a note, when there is no such list: no record is missing for that. */
    public static Optional<NameMap> read(Path path, Findings findings) {
        String file = JsonDocument.label(path);
        String source;
        try {
            if (Files.size(path) > MOST_BYTES) {
                findings.note(file, "", "too large for a kernel config; kernels have no names");
                return Optional.empty();
            }
            source = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            findings.note(file, "", "cannot be read; kernels have no names");
            return Optional.empty();
        }
        KernelConfigReader reader = new KernelConfigReader(PythonTokens.of(source), file, findings);
        reader.module();
        if (!reader.hasList) {
            findings.note(file, "", "has no list KERNELS; kernels have no names");
            return Optional.empty();
        }
        return Optional.of(new NameMap(2, null, reader.names));
    }

    /** Statement by statement; what is none of ours is passed over. */
    private void module() {
        while (at < tokens.size()) {
            Token first = tokens.get(at);
            if (first.kind() == Kind.NAME) {
                assignment(first.text());
            }
            while (at < tokens.size() && tokens.get(at).kind() != Kind.LINE_END) {
                at++;
            }
            at++;
        }
    }

    /** {@code NAME = value}, {@code NAME: type = value} and {@code NAME += value}. */
    private void assignment(String name) {
        int value = at + 1;
        while (value < tokens.size()
                && !tokens.get(value).is("=")
                && tokens.get(value).kind() != Kind.LINE_END) {
            value++;
        }
        boolean isTyped = is(at + 1, ":");
        boolean isAdded = is(at + 1, "+") && value == at + 2;
        if (!is(value, "=") || !(value == at + 1 || isTyped || isAdded) || is(value + 1, "=")) {
            return;
        }
        value++;
        if (name.equals("KERNELS") && (is(value, "[") || is(value, "("))) {
            hasList = true;
            at = value + 1;
            list();
        } else {
            int end = value;
            while (end < tokens.size() && tokens.get(end).kind() != Kind.LINE_END) {
                end++;
            }
            constants.put(name, tokens.subList(value, end));
        }
    }

    private boolean is(int index, String sign) {
        return index < tokens.size() && tokens.get(index).is(sign);
    }

    private void list() {
        while (at < tokens.size() && !is(at, "]") && !is(at, ")")) {
            if (is(at, ",")) {
                at++;
                continue;
            }
            int entry = entries++;
            if (is(at, "{")) {
                at++;
                dictionary(entry);
            } else {
                skipValue();
                ignored(entry, "is no dictionary that is written out");
            }
        }
        at++;
    }

    private void dictionary(int entry) {
        List<Token> id = null;
        List<Token> name = null;
        while (at < tokens.size() && !is(at, "}")) {
            List<Token> key = value(":");
            at += is(at, ":") ? 1 : 0;
            List<Token> value = value(",");
            at += is(at, ",") ? 1 : 0;
            if (key.size() == 1 && key.getFirst().kind() == Kind.TEXT) {
                id = key.getFirst().text().equals("func_id") ? value : id;
                name = key.getFirst().text().equals("name") ? value : name;
            }
        }
        at++;
        if (id == null || name == null) {
            ignored(entry, "has no " + (id == null ? "func_id" : "name"));
            return;
        }
        Optional<Integer> number = number(constant(id));
        Optional<String> text = text(constant(name));
        if (number.isEmpty() || text.isEmpty()) {
            ignored(entry, "has a %s that only Python could work out".formatted(number.isEmpty() ? "func_id" : "name"));
            return;
        }
        names.put(number.get(), text.get());
    }

    private void ignored(int entry, String why) {
        findings.note(file, "KERNELS[" + entry + "]", why + "; it was ignored");
    }

    /** Words up to a sign, or to the end of what is around, outside of brackets of their own. */
    private List<Token> value(String end) {
        int begin = at;
        while (at < tokens.size() && !is(at, end) && !is(at, ",") && !is(at, "}") && !is(at, "]") && !is(at, ")")) {
            if (is(at, "(") || is(at, "[") || is(at, "{")) {
                skipBrackets();
            } else {
                at++;
            }
        }
        List<Token> found = new ArrayList<>(tokens.subList(begin, Math.min(at, tokens.size())));
        if (at == begin && at < tokens.size() && !is(at, end) && !is(at, "}")) {
            at++; // a sign that fits nowhere: never stand still
        }
        return found;
    }

    private void skipValue() {
        int begin = at;
        value(",");
        at += at == begin ? 1 : 0;
    }

    private void skipBrackets() {
        int depth = 0;
        do {
            depth += is(at, "(") || is(at, "[") || is(at, "{") ? 1 : 0;
            depth -= is(at, ")") || is(at, "]") || is(at, "}") ? 1 : 0;
            at++;
        } while (at < tokens.size() && depth > 0);
    }

    /** What a name of the module stands for; the words themselves if they are no such name. */
    private List<Token> constant(List<Token> value) {
        return value.size() == 1 && value.getFirst().kind() == Kind.NAME
                ? constants.getOrDefault(value.getFirst().text(), value)
                : value;
    }

    private static Optional<Integer> number(List<Token> value) {
        if (value.size() != 1 || value.getFirst().kind() != Kind.NUMBER) {
            return Optional.empty();
        }
        String digits = value.getFirst().text().replace("_", "");
        try {
            return Optional.of(
                    digits.matches("0[xX].*") ? Integer.parseInt(digits.substring(2), 16) : Integer.parseInt(digits));
        } catch (NumberFormatException notOne) {
            return Optional.empty();
        }
    }

    /** Texts side by side are one. */
    private static Optional<String> text(List<Token> value) {
        boolean isText = value.stream().allMatch(token -> token.kind() == Kind.TEXT);
        return value.isEmpty() || !isText
                ? Optional.empty()
                : Optional.of(value.stream().map(Token::text).reduce("", String::concat));
    }
}
