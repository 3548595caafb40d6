package io.tidemark.sql.table;

import io.tidemark.abi.Channel;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.table.TableFile;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * One capture as SQL sees it. What the readers give is kept as long as there is heap for it and
 * read again after that, so that a thousand captures can be asked in one query. Any thread; one at
 * a time reads.
 */
public final class SqlCapture {
    private final CaptureDirectory directory;
    private final String name;
    private final OptionalInt rank;
    private final TextDictionary nameText;
    private SoftReference<Parts> parts = new SoftReference<>(null);
    private final Map<String, Optional<? extends MappedSource>> mapped = new HashMap<>();
    private final Map<Class<?>, Object> kept = new HashMap<>();
    private final Set<Channel> read = new HashSet<>(); // what was read once, also if it was let go of
    private long fileBytes = -1; // not looked at yet
    private String damage = ""; // the first that was met

    /** What was read of the capture so far. */
    private static final class Parts {
        final StoredCapture capture;
        final Map<String, Object> made = new HashMap<>();

        Parts(StoredCapture capture) {
            this.capture = capture;
        }

        @SuppressWarnings("unchecked") // each key has one maker
        <T> T get(String key, Supplier<T> maker) {
            Object known = made.get(key);
            if (known == null) {
                known = maker.get();
                made.put(key, known);
            }
            return (T) known;
        }
    }

    public SqlCapture(CaptureDirectory directory, String name, OptionalInt rank) {
        this.directory = directory;
        this.name = name;
        this.rank = rank;
        nameText = new TextDictionary(List.of(name));
    }

    public String name() {
        return name;
    }

    public CaptureDirectory directory() {
        return directory;
    }

    public void fillName(ColumnBuffer out, int count) {
        out.codesOf(nameText);
        for (int i = 0; i < count; i++) {
            out.put(i, 0);
        }
    }

    public void fillRank(ColumnBuffer out, int count) {
        for (int i = 0; i < count; i++) {
            if (rank.isPresent()) {
                out.put(i, rank.getAsInt());
            } else {
                out.putNull(i);
            }
        }
    }

    /**
     * The rows of a table: from the mapped files where they hold every column that is wanted, else
     * from the readers.
     */
    public synchronized Optional<TableSource> open(TableDefinition<?> table, BitSet wanted) {
        Optional<? extends MappedSource> files = mapped(table);
        if (files.isPresent() && files.get().holds(wanted)) {
            return Optional.of(files.get());
        }
        return table.open(this);
    }

    /** The rows of a table in mapped files; empty where the capture has none. */
    public synchronized Optional<? extends MappedSource> mapped(TableDefinition<?> table) {
        return mapped.computeIfAbsent(table.name(), name -> table.map(this));
    }

    /** What several tables share, made once and kept for good: a few lines, no rows. */
    @SuppressWarnings("unchecked") // each key has one maker
    public synchronized <T> Optional<T> kept(Class<T> key, Supplier<Optional<T>> maker) {
        Object known = kept.get(key);
        if (known == null) {
            known = maker.get();
            kept.put(key, known);
        }
        return (Optional<T>) known;
    }

    private synchronized Parts parts() {
        Parts known = parts.get();
        if (known == null) {
            known = new Parts(StoredCapture.open(directory));
            parts = new SoftReference<>(known);
        }
        return known;
    }

    /** A part of the capture that its readers give. */
    public synchronized <T> T part(Function<Capture, T> reader) {
        StoredCapture capture = parts().capture;
        T part = reader.apply(capture);
        read.addAll(capture.channelsRead());
        capture.findings().first(Finding.Severity.DAMAGE).ifPresent(finding -> damaged(finding.toString()));
        return part;
    }

    /** Notes what is not as it was written. */
    public synchronized void damaged(String what) {
        damage = damage.isEmpty() ? what : damage;
    }

    /** Lets go of the rows that were read; they are read again when they are asked for. */
    public synchronized void forgetRows() {
        parts = new SoftReference<>(null);
        mapped.clear();
        kept.clear();
    }

    /** Size of the files with its records. */
    public synchronized long fileBytes() {
        if (fileBytes < 0) {
            fileBytes = addUpFiles();
        }
        return fileBytes;
    }

    private long addUpFiles() {
        List<Path> files = new ArrayList<>();
        directory.swimlane().ifPresent(files::add);
        directory.dependencies().ifPresent(files::add);
        directory.argsManifest().ifPresent(files::add);
        Path tables = directory.root().resolve(TableFile.DIRECTORY);
        try (Stream<Path> all = Files.isDirectory(tables) ? Files.list(tables) : Stream.empty()) {
            all.forEach(files::add);
        } catch (IOException saidByTheReaders) {
            files.clear();
        }
        return files.stream().mapToLong(file -> file.toFile().length()).sum();
    }

    /** The kernel runs on their axis; empty when no core was recorded. */
    public synchronized Optional<CaptureModel> run() {
        return Optional.of(part(Capture::model))
                .filter(model -> model.swimlane().isPresent());
    }

    public synchronized Optional<CoreTimes> coreTimes() {
        Parts known = parts();
        return known.get(
                "coreTimes",
                () -> run().filter(run -> run.runs().size() > 0)
                        .map(run -> CoreTimes.of(run, known.capture.certificate())));
    }

    public synchronized Optional<CriticalPathReport> criticalPath() {
        return parts().get(
                        "criticalPath",
                        () -> run().filter(run -> run.runs().size() > 0)
                                .filter(run -> run.dependencies().isPresent())
                                .map(run -> CriticalPath.of(name, run)));
    }

    /**
     * The missing data, as far as the capture was read. It follows from the certificate, from the files that are
     * present, and from the digests of the data that was read. Without a certificate it follows from the contents of
     * the capture.
     */
    public synchronized Verdict verdict() {
        StoredCapture capture = parts().capture;
        read.addAll(capture.channelsRead());
        Verdict verdict = capture.verdictAsRead(Set.copyOf(read));
        return verdict.kind() == Verdict.Kind.COMPLETE && !damage.isEmpty()
                ? Verdict.untrusted(damage, verdict.basis())
                : verdict;
    }
}
