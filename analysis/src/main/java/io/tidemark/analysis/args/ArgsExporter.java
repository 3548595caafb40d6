package io.tidemark.analysis.args;

import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.args.ScalarValue;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes arguments as files: text for people, NumPy arrays for programs. Two entries that would get
 * the same name get different numbers. One thread.
 */
public final class ArgsExporter {
    private final ArgsDump dump;
    private final Path directory;
    private final ElementTexts texts = new ElementTexts();
    private final Map<String, Integer> taken = new HashMap<>();

    public ArgsExporter(ArgsDump dump, Path directory) throws IOException {
        this.dump = dump;
        this.directory = Files.createDirectories(directory);
    }

    /** Writes both files of an entry; answers the name they share. */
    public String export(int row) throws IOException {
        String stem = dump.fileStem(row);
        int repeat = taken.merge(stem, 1, Integer::sum);
        String name = repeat == 1 ? stem : stem + "_" + repeat;
        try (BufferedWriter text = Files.newBufferedWriter(directory.resolve(name + ".txt"))) {
            new ArgsText(dump, text, texts).print(row);
        }
        ArgsManifest manifest = dump.manifest();
        Presence presence = dump.presence(row);
        boolean hasValues = manifest.isScalar(row) || presence == Presence.WHOLE || presence == Presence.CUT;
        if (hasValues) {
            try (OutputStream file =
                    new BufferedOutputStream(Files.newOutputStream(directory.resolve(name + ".npy")))) {
                writeArray(file, row);
            }
        }
        return name;
    }

    private void writeArray(OutputStream file, int row) throws IOException {
        ArgsManifest manifest = dump.manifest();
        if (manifest.isScalar(row)) {
            ScalarValue value = manifest.value(row);
            NpyWriter.writeScalar(file, dump.type(row), TypedScalar.number(dump.type(row), value), value.bits());
        } else {
            NpyWriter.write(file, manifest.shape(row), dump.elements(row));
        }
    }
}
