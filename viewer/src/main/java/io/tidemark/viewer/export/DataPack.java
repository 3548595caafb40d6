package io.tidemark.viewer.export;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes pieces of data as scripts a page may load from disk, a few megabytes to a file: {@code
 * tidemarkPiece("capture/0/skyline", "base64...")}. Used by one thread; {@link #close} writes the
 * index that maps each piece to its file.
 */
final class DataPack implements AutoCloseable {
    private static final int PACK_BYTES = 2 << 20;

    private final Path directory;
    private final Map<String, Integer> packOf = new LinkedHashMap<>();
    private Writer pack;
    private int packs;
    private long written;

    DataPack(Path directory) {
        this.directory = directory;
    }

    void add(String name, byte[] bytes) throws IOException {
        if (pack == null || written > PACK_BYTES) {
            next();
        }
        String text = Base64.getEncoder().encodeToString(bytes);
        pack.write("tidemarkPiece(\"" + name + "\",\"" + text + "\");\n");
        written += text.length();
        packOf.put(name, packs - 1);
    }

    private void next() throws IOException {
        if (pack != null) {
            pack.close();
        }
        Path file = directory.resolve("pack-" + packs + ".js");
        pack = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        packs++;
        written = 0;
    }

    @Override
    public void close() throws IOException {
        if (pack != null) {
            pack.close();
        }
        try (Writer index = Files.newBufferedWriter(directory.resolve("index.js"), StandardCharsets.UTF_8)) {
            index.write("window.tidemarkPacks = {\n");
            for (Map.Entry<String, Integer> entry : packOf.entrySet()) {
                index.write("\"" + entry.getKey() + "\":" + entry.getValue() + ",\n");
            }
            index.write("};\n");
        }
    }
}
