package io.tidemark.viewer.http;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.viewer.index.ViewIndex;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.CaptureViewReader;
import io.tidemark.viewer.notes.NotesFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The captures the server shows, numbered in the order they were opened. Any thread. */
final class CaptureList {
    /** The page lists them in one choice, and each takes memory. */
    private static final int MOST = 64;

    private final Function<CaptureDirectory, CaptureView> reader;
    private final List<CaptureSlot> slots = new ArrayList<>();

    CaptureList(Function<CaptureDirectory, CaptureView> reader) {
        this.reader = reader;
    }

    /** Begins to read a capture and answers its number; one of a name is opened once. */
    synchronized int open(CaptureDirectory directory, String name) {
        for (int at = 0; at < slots.size(); at++) {
            if (!name.isEmpty() && slots.get(at).name().equals(name)) {
                return at;
            }
        }
        if (slots.size() >= MOST) {
            throw new IllegalArgumentException(MOST + " captures are open already");
        }
        return add(new CaptureSlot(
                CaptureViewReader.label(directory),
                name,
                Optional.of(new NotesFile(directory.root())),
                () -> ViewIndex.of(directory),
                () -> reader.apply(directory)));
    }

    synchronized int add(CaptureSlot slot) {
        slots.add(slot);
        return slots.size() - 1;
    }

    synchronized int size() {
        return slots.size();
    }

    synchronized Optional<CaptureSlot> at(int number) {
        return number >= 0 && number < slots.size() ? Optional.of(slots.get(number)) : Optional.empty();
    }

    /** Where the notes of a capture are; empty for one that is not on disk. */
    Optional<NotesFile> notes(int number) {
        return at(number).flatMap(CaptureSlot::notes);
    }

    synchronized void writeTo(JsonWriter json) {
        for (CaptureSlot slot : slots) {
            slot.writeTo(json);
        }
    }
}
