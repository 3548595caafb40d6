package io.tidemark.viewer.notes;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.file.ViewerFiles;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The notes of one capture, in {@value #FILE_NAME} beside its records. The certificate does not
 * cover the file: notes change, records do not. The file is replaced as a whole, and only when the
 * writer has seen what is in it: {@code revision} counts the replacements. One thread at a time.
 */
public final class NotesFile {
    public static final String FILE_NAME = ViewerFiles.NOTES;

    /** Bytes of the longest list that is taken. */
    public static final int MOST_BYTES = 1 << 20;

    private static final int VERSION = 1;
    private static final int MOST_NOTES = 2_000;
    private static final int MOST_LETTERS = 4_000;

    private final Path file;

    /**
     * A note.
     *
     * @param beginNanos of the moment or stretch it marks
     * @param endNanos the same as its begin for a moment
     * @param task decimal id, empty when it marks none
     */
    private record Note(String text, double beginNanos, double endNanos, String task) {}

    public NotesFile(Path capture) {
        this.file = capture.resolve(FILE_NAME);
    }

    /** What the file holds as the page reads it; an unreadable one says so and is left alone. */
    public byte[] json() {
        Findings findings = new Findings();
        Optional<Map<String, Object>> top = read(findings);
        boolean damaged = Files.exists(file) && top.isEmpty();
        String problem = damaged ? "notes.json cannot be read, so no note can be written." : "";
        return write(top.map(NotesFile::notes).orElse(List.of()), revision(top), problem);
    }

    /**
     * Replaces the notes.
     *
     * @return what the page shows from now on; empty when someone else has written meanwhile
     * @throws IllegalArgumentException if the bytes are no list of notes
     */
    public Optional<byte[]> replace(byte[] sent) throws IOException {
        Findings findings = new Findings();
        Map<String, Object> wanted = JsonTree.read(new ByteArrayInputStream(sent), FILE_NAME, findings)
                .orElseThrow(() -> new IllegalArgumentException("no JSON object"));
        Optional<Map<String, Object>> before = read(findings);
        boolean damaged = Files.exists(file, LinkOption.NOFOLLOW_LINKS) && before.isEmpty();
        long revision = revision(before);
        if (damaged || number(wanted.get("revision")) != revision) {
            return Optional.empty();
        }
        List<Note> notes = notes(wanted);
        byte[] bytes = write(notes, revision + 1, "");
        AtomicFile.write(file, part -> Files.write(part, bytes));
        return Optional.of(bytes);
    }

    private Optional<Map<String, Object>> read(Findings findings) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? JsonTree.read(file, findings) : Optional.empty();
    }

    private static long revision(Optional<Map<String, Object>> top) {
        return top.map(known -> (long) number(known.get("revision"))).orElse(0L);
    }

    private static double number(Object value) {
        return value instanceof Number number ? number.doubleValue() : 0;
    }

    private static List<Note> notes(Map<String, Object> top) {
        List<Note> notes = new ArrayList<>();
        if (top.get("notes") instanceof List<?> list) {
            for (Object entry : list) {
                if (entry instanceof Map<?, ?> fields && notes.size() < MOST_NOTES) {
                    notes.add(new Note(
                            text(fields.get("text")),
                            number(fields.get("beginNanos")),
                            number(fields.get("endNanos")),
                            text(fields.get("task")).replaceAll("\\D", "")));
                }
            }
        }
        return notes;
    }

    private static String text(Object value) {
        String text = value instanceof String known ? known : "";
        return text.length() > MOST_LETTERS ? text.substring(0, MOST_LETTERS) : text;
    }

    private static byte[] write(List<Note> notes, long revision, String problem) {
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text, 2);
        json.beginObject();
        json.member("version", VERSION);
        json.member("revision", revision);
        if (!problem.isEmpty()) {
            json.member("problem", problem);
        }
        json.name("notes").beginArray();
        for (Note note : notes) {
            json.beginObject();
            json.member("text", note.text());
            json.member("beginNanos", note.beginNanos());
            json.member("endNanos", note.endNanos());
            json.member("task", note.task());
            json.endObject();
        }
        json.endArray();
        json.endObject();
        return (text + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
