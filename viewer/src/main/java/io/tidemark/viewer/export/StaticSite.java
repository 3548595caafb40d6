package io.tidemark.viewer.export;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.viewer.http.PageFiles;
import io.tidemark.viewer.http.PageScript;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.DifferenceSource;
import io.tidemark.viewer.notes.NotesFile;
import io.tidemark.viewer.resource.CaptureResources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes the page and everything it may ask for into a directory, to be opened from disk. Used once
 * by one thread. Meant for runs of some ten thousand tasks; a million works, but is a large
 * directory.
 */
public final class StaticSite {
    private static final String SCRIPTS =
            "<script src=\"data/index.js\" defer></script>\n" + "<script src=\"app.js\" defer></script>";

    private static final String CHARSET = "<meta charset=\"utf-8\">";

    /** The server's policy, as far as a page can set it for itself and a browser knows files. */
    private static final String POLICY = "\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
            + " script-src 'self' file:; style-src 'self' file:; img-src data:;"
            + " base-uri 'none'; form-action 'none'\">";

    /** What the values of dumped arguments may take per capture. */
    private static final long VALUE_BUDGET_BYTES = 64L << 20;

    /** Runs of a capture that are written; every tile of every depth becomes a part of a file. */
    private static final int MOST_RUNS = 250_000;

    /** Captures of a page that are compared in pairs. */
    private static final int MOST_COMPARED = 4;

    private final Path directory;
    private final long valueBudgetBytes;
    private final int mostRuns;
    private int leftOutValues;

    /** {@code directory} is created; it must be empty or absent. */
    public StaticSite(Path directory) {
        this(directory, VALUE_BUDGET_BYTES, MOST_RUNS);
    }

    StaticSite(Path directory, long valueBudgetBytes, int mostRuns) {
        this.directory = directory;
        this.valueBudgetBytes = valueBudgetBytes;
        this.mostRuns = mostRuns;
    }

    /** Why a capture is too large for files, as a sentence; empty when it is not. */
    public Optional<String> refusal(CaptureView view) {
        int runs = view.runs().size();
        return runs <= mostRuns
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%s has %,d runs of kernels, and --out shows at most %,d of a"
                                + " capture; 'tidemark view' without --out shows them all.",
                        view.label(),
                        runs,
                        mostRuns));
    }

    /** Arguments whose values did not fit; the page says so, too. */
    public int leftOutValues() {
        return leftOutValues;
    }

    /** Writes it all and answers how many bytes that were. */
    public long write(List<CaptureView> views) throws IOException {
        Files.createDirectories(directory);
        try (Stream<Path> there = Files.list(directory)) {
            if (there.findAny().isPresent()) {
                throw new FileAlreadyExistsException(directory.toString());
            }
        }
        Files.createDirectories(directory.resolve("data"));
        Files.createDirectories(directory.resolve("app"));
        Files.createDirectories(directory.resolve("style"));
        writePage();
        try (DataPack pack = new DataPack(directory.resolve("data"))) {
            pack.add("captures.json", captureList(views));
            for (int index = 0; index < views.size(); index++) {
                addCapture(pack, index, new CaptureResources(views.get(index)));
                byte[] notes = new NotesFile(views.get(index).directory().root()).json();
                pack.add("capture/" + index + "/" + NotesFile.FILE_NAME, notes);
            }
            addDifferences(pack, views);
        }
        return size();
    }

    /** Every capture against every other, if they are few. */
    private static void addDifferences(DataPack pack, List<CaptureView> views) throws IOException {
        for (int one = 0; one < views.size() && views.size() <= MOST_COMPARED; one++) {
            for (int other = 0; other < views.size(); other++) {
                Optional<DifferenceSource> before = views.get(one).difference();
                Optional<DifferenceSource> after = views.get(other).difference();
                if (one != other && before.isPresent() && after.isPresent()) {
                    pack.add("capture/" + one + "/diff/" + other, before.get().json(after.get()));
                }
            }
        }
    }

    private void writePage() throws IOException {
        String page = text(PageFiles.INDEX);
        if (!page.contains(PageFiles.MODULES)) {
            throw new IllegalStateException("index.html does not load " + PageFiles.MAIN);
        }
        String plain = page.replace(PageFiles.MODULES, SCRIPTS).replace(CHARSET, CHARSET + POLICY);
        Files.writeString(directory.resolve(PageFiles.INDEX), plain);
        Files.write(directory.resolve("app.js"), PageScript.bytes());
        Files.writeString(directory.resolve(PageFiles.LIBRARY), text(PageFiles.LIBRARY));
        for (String style : PageFiles.styles()) {
            Files.writeString(directory.resolve(style), text(style));
        }
    }

    /** Everything but values that no longer fit; smaller ones that come later may still. */
    private void addCapture(DataPack pack, int index, CaptureResources capture) throws IOException {
        String prefix = "capture/" + index + "/";
        long valueBytes = 0;
        int carried = 0;
        int leftOut = 0;
        for (String name : capture.names()) {
            Optional<byte[]> bytes = capture.read(name);
            boolean isValues = name.startsWith(CaptureResources.VALUES);
            if (bytes.isEmpty()) {
                continue;
            }
            if (isValues && valueBytes + bytes.get().length > valueBudgetBytes) {
                leftOut++;
                continue;
            }
            valueBytes += isValues ? bytes.get().length : 0;
            carried += isValues ? 1 : 0;
            pack.add(prefix + name, bytes.get());
        }
        leftOutValues += leftOut;
        pack.add(prefix + "export.json", exportNote(carried, leftOut));
    }

    private byte[] exportNote(int carried, int leftOut) {
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text, 0);
        json.beginObject();
        json.member("carriedValues", carried);
        json.member("leftOutValues", leftOut);
        json.member("budgetBytes", valueBudgetBytes);
        json.endObject();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] captureList(List<CaptureView> views) {
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text, 0);
        json.beginObject();
        json.member("live", false);
        json.name("captures").beginArray();
        for (CaptureView view : views) {
            json.beginObject();
            json.member("label", view.label());
            json.member("state", "ready");
            json.member("notes", true);
            json.member("failure", "");
            json.endObject();
        }
        json.endArray();
        json.endObject();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String text(String file) throws IOException {
        byte[] bytes = PageFiles.read(file).orElseThrow(() -> new IllegalStateException("file=" + file));
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private long size() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            long bytes = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }
}
