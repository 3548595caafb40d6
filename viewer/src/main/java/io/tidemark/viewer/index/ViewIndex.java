package io.tidemark.viewer.index;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.file.ViewerFiles;
import io.tidemark.viewer.resource.CaptureResources;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The index of one large capture, in {@value #FILE_NAME} beside its records: the first answers that
 * the page asks for, as they were when the capture was last read. With it the page is there at
 * once, while the capture is read again behind it. No digest of the capture covers the file; it may
 * be deleted at any time, and a directory that cannot be written to has none. What is stale or
 * damaged is as good as absent. Any thread may ask.
 *
 * <p>Without it the second opening of ten million tasks shows its first picture after 15 s, with it
 * after 0.7 s (two CPUs).
 */
public final class ViewIndex {
    public static final String FILE_NAME = ViewerFiles.INDEX;

    /** Smaller captures are read as fast as an index. */
    public static final long WORTH_IT_BYTES = 24L << 20;

    /**
     * Tiles of this level and of all coarser ones are kept: a view of a sixty-fourth of the run.
     */
    private static final int DEEPEST_LEVEL = 6;

    private static final long LEAST_BYTES = 16L << 20; // that an index may always take
    private static final int SHARE = 16; // and otherwise this part of its capture

    private static final Pattern PART = Pattern.compile("\\.view\\.index\\.(\\d+)(?:-\\d+)?\\.part");

    private final CaptureDirectory directory;
    private final Path file;
    private final IndexKey key;
    private volatile IndexFile answers; // null when there is none

    private ViewIndex(CaptureDirectory directory, IndexKey key) {
        this.directory = directory;
        this.file = directory.root().resolve(FILE_NAME);
        this.key = key;
        this.answers = IndexFile.open(file, key).orElse(null);
    }

    /** The index of a capture, made or not; empty for one that needs none. */
    public static Optional<ViewIndex> of(CaptureDirectory directory) {
        return of(directory, WORTH_IT_BYTES);
    }

    /** The same for captures of at least this many bytes. */
    public static Optional<ViewIndex> of(CaptureDirectory directory, long worthItBytes) {
        if (directory.isUnfinished()) {
            return Optional.empty();
        }
        return IndexKey.of(directory)
                .filter(key -> key.sourceBytes() >= worthItBytes)
                .map(key -> new ViewIndex(directory, key));
    }

    /** Whether there are answers. */
    public boolean isThere() {
        return answers != null;
    }

    /** The answer of this name, or empty when it has none or it is damaged. */
    public Optional<byte[]> read(String name) {
        IndexFile known = answers;
        if (known == null || !known.has(name)) {
            return Optional.empty();
        }
        try {
            return Optional.of(known.read(name));
        } catch (IOException damaged) {
            discard();
            return Optional.empty();
        }
    }

    /**
     * Holds the index against the capture it is of, now that this is read: one that says something
     * else is discarded.
     *
     * @return false when there was one and it was wrong
     */
    public boolean confirm(CaptureResources read) throws IOException {
        IndexFile known = answers;
        if (known == null) {
            return true;
        }
        Optional<byte[]> meta = read(CaptureResources.META);
        boolean isRight = meta.isPresent()
                && Arrays.equals(meta.get(), read.read(CaptureResources.META).orElse(null));
        if (!isRight) {
            discard();
        }
        return isRight;
    }

    /** Forgets the answers and removes the file. */
    private synchronized void discard() {
        IndexFile known = answers;
        answers = null;
        try {
            if (known != null) {
                known.close();
                Files.deleteIfExists(file);
            }
        } catch (IOException stays) {
            return; // the next one finds it as wrong as this one did
        }
    }

    /**
     * Makes the index from a capture that was read, unless it is there; takes the time of a few
     * passes over the capture. Where it cannot be written there is none.
     */
    public void make(CaptureResources read) {
        if (isThere()) {
            return;
        }
        try {
            synchronized (ViewIndex.class) { // two of one process would write to one file
                removeLeftovers();
                write(read);
            }
            answers = IndexFile.open(file, key).orElse(null);
        } catch (IOException unwritable) {
            return; // a full disk, or a directory that others own
        }
    }

    private void write(CaptureResources read) throws IOException {
        long most = Math.max(LEAST_BYTES, key.sourceBytes() / SHARE);
        try (AtomicFile target = new AtomicFile(file);
                BufferedOutputStream out = new BufferedOutputStream(target.stream(), 1 << 16)) {
            IndexFile.Writer writer = new IndexFile.Writer(out);
            read.visitFirst(DEEPEST_LEVEL, (name, bytes) -> {
                writer.add(name, bytes);
                return writer.bytes() < most;
            });
            writer.finish(key);
            out.flush();
            boolean isUnchanged = IndexKey.of(directory)
                    .filter(now -> now.isSame(key.digest()))
                    .isPresent();
            if (isUnchanged) {
                target.commit();
            }
        }
    }

    /** Removes what writers that died left. */
    private void removeLeftovers() throws IOException {
        List<Path> parts;
        try (Stream<Path> files = Files.list(directory.root())) {
            parts = files.filter(ViewIndex::isOfDeadWriter).toList();
        }
        for (Path part : parts) {
            Files.deleteIfExists(part);
        }
    }

    private static boolean isOfDeadWriter(Path part) {
        Matcher name = PART.matcher(part.getFileName().toString());
        return name.matches()
                && name.group(1).length() < 18
                && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
    }
}
