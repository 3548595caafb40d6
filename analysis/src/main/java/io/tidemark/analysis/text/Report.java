package io.tidemark.analysis.text;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A report as data: sentences, facts, tables and sections of these, in order. The three forms are written by one method
 * each: {@link #print} for a terminal, {@link #printMarkdown} for a page, {@link #write} for programs. A part is for
 * people, for programs or for both. Not thread-safe.
 */
public final class Report {
    /** How a sentence is coloured on a terminal. */
    public enum Tone {
        PLAIN,
        FAINT,
        WARNING,
        BAD;

        private String paint(Ink ink, String text) {
            return switch (this) {
                case PLAIN -> text;
                case FAINT -> ink.faint(text);
                case WARNING -> ink.warning(text);
                case BAD -> ink.bad(text);
            };
        }
    }

    private sealed interface Part {}

    /** A sentence or a command, for people. */
    private record Line(Tone tone, int indent, boolean isCode, String text) implements Part {}

    /** A member, for programs. */
    private record Fact(String key, Object value) implements Part {}

    private record Rows(Table<?> table) implements Part {}

    /** Both may be null: without a title for people, without a key its parts belong to the object around it. */
    private record Section(String title, String key, Report content) implements Part {}

    private final List<Part> parts = new ArrayList<>();

    /** A sentence for people. */
    public Report line(String sentence, Object... values) {
        return line(Tone.PLAIN, sentence, values);
    }

    public Report line(Tone tone, String sentence, Object... values) {
        return add(new Line(tone, 0, false, values.length == 0 ? sentence : sentence.formatted(values)));
    }

    /** A sentence about the table or the line before it. */
    public Report detail(String sentence, Object... values) {
        return add(new Line(Tone.PLAIN, 2, false, values.length == 0 ? sentence : sentence.formatted(values)));
    }

    /** What a person types to see more. */
    public Report command(String line) {
        return add(new Line(Tone.FAINT, 3, true, line));
    }

    /** A value for programs: a text, a number, a truth, null, or maps and lists of these. */
    public Report fact(String key, Object value) {
        return add(new Fact(key, value));
    }

    /** A value for both; people see it on one line with its label. */
    public Report fact(String label, String key, Quantity quantity, Object value) {
        return fact(key, value).line("%s: %s", label, quantity.text(value));
    }

    public Report table(Table<?> table) {
        return add(new Rows(table));
    }

    /** Parts under a title; programs do not see the title. */
    public Report section(String title, Consumer<Report> content) {
        return section(title, null, content);
    }

    /** Parts in a separate object; people do not see that. */
    public Report object(String key, Consumer<Report> content) {
        return section(null, key, content);
    }

    /** Parts under a title, and in a separate object. */
    public Report section(String title, String key, Consumer<Report> content) {
        Report inside = new Report();
        content.accept(inside);
        return add(new Section(title, key, inside));
    }

    /** All parts of another report. */
    public Report all(Report other) {
        parts.addAll(other.parts);
        return this;
    }

    private Report add(Part part) {
        parts.add(part);
        return this;
    }

    /** Writes it for a terminal with this number of columns. A pipe gets whole lines. */
    public void print(Ink ink, int columns, PrintWriter out) {
        print(ink, columns, 0, out);
    }

    /** The same as a text without colour. */
    public String text() {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        print(Ink.of(false), Terminals.ENDLESS, out);
        out.flush();
        return text.toString();
    }

    private void print(Ink ink, int columns, int indent, PrintWriter out) {
        for (Part part : parts) {
            switch (part) {
                case Line line -> {
                    int shift = line.indent();
                    boolean whole = line.isCode() || columns == Terminals.ENDLESS;
                    for (String piece : whole ? List.of(line.text()) : Terminals.wrap(line.text(), columns - shift)) {
                        out.println(" ".repeat(shift) + line.tone().paint(ink, piece));
                    }
                }
                case Fact _ -> {}
                case Rows rows -> {
                    TextTable table = rows.table().forPeople();
                    if (table != null) {
                        out.print(table.text(indent, columns));
                    }
                }
                case Section section -> {
                    if (section.title() != null && section.content().isForPeople()) {
                        out.println();
                        out.println(ink.bold(Plain.line(section.title())));
                    }
                    section.content().print(ink, columns, section.title() == null ? indent : 2, out);
                }
            }
        }
    }

    private boolean isForPeople() {
        return parts.stream().anyMatch(part -> switch (part) {
            case Line _ -> true;
            case Fact _ -> false;
            case Rows rows -> rows.table().forPeople() != null;
            case Section section -> section.content().isForPeople();
        });
    }

    /** Writes it as Markdown; titles are of this level, which is 2 below a title of the page. */
    public void printMarkdown(int level, PrintWriter out) {
        for (Part part : parts) {
            switch (part) {
                case Line line -> {
                    out.println(line.isCode() ? "   " + Plain.code(line.text()) : Plain.markdown(line.text()));
                    out.println();
                }
                case Fact _ -> {}
                case Rows rows -> {
                    TextTable table = rows.table().forPeople();
                    if (table != null) {
                        out.println(table.markdown());
                    }
                }
                case Section section -> {
                    boolean hasTitle =
                            section.title() != null && section.content().isForPeople();
                    if (hasTitle) {
                        out.println("#".repeat(level) + " " + Plain.markdown(section.title()));
                        out.println();
                    }
                    section.content().printMarkdown(hasTitle ? level + 1 : level, out);
                }
            }
        }
    }

    /** Writes its members into the object that is open. */
    public void write(JsonWriter json) {
        for (Part part : parts) {
            switch (part) {
                case Line _ -> {}
                case Fact fact -> json.name(fact.key()).tree(fact.value());
                case Rows rows -> rows.table().write(json);
                case Section section -> {
                    if (section.key() == null) {
                        section.content().write(json);
                    } else {
                        json.name(section.key()).beginObject();
                        section.content().write(json);
                        json.endObject();
                    }
                }
            }
        }
    }

    /** The entries in their order, with each key as a program reads it. */
    public static <K, V> Map<String, V> byKey(Map<K, V> values, Function<? super K, String> key) {
        return values.entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> key.apply(entry.getKey()),
                        Map.Entry::getValue,
                        (one, other) -> one,
                        LinkedHashMap::new));
    }
}
