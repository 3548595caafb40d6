package io.tidemark.viewer.home;

import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.table.TableFile;
import io.tidemark.viewer.model.CaptureViewReader;
import io.tidemark.viewer.model.ShownText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.stream.Stream;

/**
 * The captures below a directory, the newest first, each with its verdict, ending and makespan. The
 * list is read from disk each time it is asked for. To judge a capture its files must be read, so a
 * thread of the shelf does that, one capture after the other; until then the list says so. A
 * capture of more than {@link #MOST_JUDGED_BYTES} is judged only when it is opened. Any thread.
 */
public final class CaptureShelf implements AutoCloseable {
    private static final long MOST_JUDGED_BYTES = 256L << 20; // some seconds, and its memory
    private static final int MOST_LISTED = 1000;

    private final Path root;
    private final Map<String, JudgedCapture> judged = new ConcurrentHashMap<>();
    private final LinkedBlockingDeque<Shelved> waiting = new LinkedBlockingDeque<>();
    private final Thread judge;
    private volatile boolean isClosed;

    /** A capture of the list. {@code version} changes when its files do. */
    private record Shelved(CaptureDirectory directory, long bytes, Instant written) {
        String version() {
            return directory.root() + " " + bytes + " " + written.toEpochMilli();
        }
    }

    public CaptureShelf(Path root) {
        this.root = root;
        this.judge = Thread.ofPlatform()
                .name("tidemark-shelf")
                .daemon()
                .priority(Thread.MIN_PRIORITY)
                .start(this::judgeAll);
    }

    /** The capture of a name that the list has. */
    public Optional<CaptureDirectory> find(String name) throws IOException {
        return shelved().stream()
                .map(Shelved::directory)
                .filter(directory -> nameOf(directory).equals(name))
                .findFirst();
    }

    /** What a capture is called here. */
    public static String nameOf(CaptureDirectory directory) {
        return CaptureViewReader.label(directory);
    }

    private List<Shelved> shelved() throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        List<Shelved> all = new ArrayList<>();
        for (CaptureDirectory directory : CaptureFinder.below(root)) {
            all.add(weigh(directory));
        }
        all.sort(Comparator.comparing(Shelved::written).reversed());
        return all;
    }

    private static Shelved weigh(CaptureDirectory directory) {
        long bytes = 0;
        Instant written = Instant.EPOCH;
        Set<Path> files = new LinkedHashSet<>(tables(directory)); // a head is one of them
        Stream.of(
                        directory.swimlane(),
                        directory.dependencies(),
                        directory.argsManifest(),
                        directory.scopeStats(),
                        directory.pmu(),
                        directory.hostPhases(),
                        directory.certificate())
                .flatMap(Optional::stream)
                .forEach(files::add);
        for (Path file : files) {
            try {
                bytes += Files.size(file);
                Instant time = Files.getLastModifiedTime(file).toInstant();
                written = time.isAfter(written) ? time : written;
            } catch (IOException gone) {
                continue; // it was removed meanwhile, and so is not counted
            }
        }
        return new Shelved(directory, bytes, written);
    }

    /** The files that hold the records of a capture of ours, whether or not they are exported. */
    private static List<Path> tables(CaptureDirectory directory) {
        Path tables = directory.root().resolve(TableFile.DIRECTORY);
        if (!Files.isDirectory(tables)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(tables)) {
            return files.filter(Files::isRegularFile).toList();
        } catch (IOException | UncheckedIOException gone) {
            return List.of(); // it was removed meanwhile, and so is not counted
        }
    }

    /** The list as the page reads it; what is not judged yet is put before the judge. */
    public byte[] json() throws IOException {
        List<Shelved> all = shelved();
        waiting.clear();
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text, 0);
        json.beginObject();
        json.member("root", ShownText.of(root.toString()));
        json.member("total", all.size());
        json.name("captures").beginArray();
        for (Shelved shelved : all.subList(0, Math.min(MOST_LISTED, all.size()))) {
            JudgedCapture known = judged.get(shelved.version());
            json.beginObject();
            json.member("name", nameOf(shelved.directory()));
            json.member("writtenMillis", shelved.written().toEpochMilli());
            json.member("bytes", shelved.bytes());
            if (known != null) {
                known.writeTo(json);
            } else if (shelved.bytes() <= MOST_JUDGED_BYTES) {
                json.member("state", "waiting");
                waiting.add(shelved);
            } else {
                json.member("state", "large");
            }
            json.endObject();
        }
        json.endArray();
        json.endObject();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void judgeAll() {
        while (!isClosed) {
            try {
                Shelved next = waiting.take();
                judged.computeIfAbsent(next.version(), ignored -> judge(next.directory()));
            } catch (InterruptedException closing) {
                return;
            }
        }
    }

    /** Whatever is wrong with a capture is said in its line, and never ends the judge. */
    private static JudgedCapture judge(CaptureDirectory directory) {
        try {
            StoredCapture capture = StoredCapture.open(directory);
            KernelRuns runs = capture.model().runs();
            long makespan = runs.timedCount() == 0 ? -1 : Makespan.of(runs).nanos();
            Optional<Certificate> certificate = capture.certificate();
            return new JudgedCapture(
                    certificate.map(known -> known.origin().caseName()).orElse(""),
                    capture.verdict().kind().name(),
                    capture.verdict().line(),
                    capture.ending().isBad() ? capture.ending().word() : "",
                    capture.ending().line(),
                    makespan);
        } catch (RuntimeException | OutOfMemoryError unreadable) {
            return JudgedCapture.unreadable(String.valueOf(unreadable.getMessage()));
        }
    }

    /** Ends the judge. */
    @Override
    public void close() {
        isClosed = true;
        judge.interrupt();
    }
}
