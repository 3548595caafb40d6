package io.tidemark.viewer.look;

import io.tidemark.capture.ahead.Ahead;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.viewer.index.ViewIndex;
import io.tidemark.viewer.timeline.Picture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a page shows of a capture before it is read: its index, or a first look where it has none.
 * For a capture that the command line names, both are worked out while the rest of the command
 * starts, on a thread of its own. Any thread may call.
 */
public final class LookAhead {
    private static final Map<Path, Ahead<LookAhead>> BEGUN = new ConcurrentHashMap<>();

    private final CaptureDirectory directory;
    private final Optional<ViewIndex> index;
    private final Optional<Picture> look;

    private LookAhead(CaptureDirectory directory) {
        this.directory = directory;
        index = ViewIndex.of(directory);
        boolean isKnown = index.map(ViewIndex::isThere).orElse(false);
        look = isKnown ? Optional.empty() : orNone(() -> FirstLook.of(directory));
    }

    /**
     * A first look only shortens the wait: one that fails is none, and the reader says why. A
     * mapped file that becomes shorter meanwhile is an internal error of the JVM.
     */
    public static <T> Optional<T> orNone(Callable<Optional<T>> look) {
        try {
            return look.call();
        } catch (Exception | InternalError unusable) {
            return Optional.empty();
        }
    }

    /**
     * Begins; a path without a capture is no fault here.
     *
     * @return false if it was begun before and nobody has used that yet
     */
    public static boolean begin(Path path) {
        boolean isNew = !BEGUN.containsKey(path);
        BEGUN.computeIfAbsent(path, key -> Ahead.of("look-ahead", () -> at(key)));
        return isNew;
    }

    private static LookAhead at(Path path) {
        try {
            return new LookAhead(CaptureFinder.at(path));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable); // who opens it says why
        }
    }

    /** What was begun for a path and not used yet. */
    static Optional<Ahead<LookAhead>> begun(Path path) {
        return Optional.ofNullable(BEGUN.get(path));
    }

    /**
     * What was begun for a capture, waited for and used once, or else worked out now. What was seen
     * of other records in the same directory is not used.
     */
    public static LookAhead of(CaptureDirectory directory) {
        Optional<Ahead<LookAhead>> begun = Optional.ofNullable(BEGUN.remove(directory.root()));
        return begun.flatMap(ahead -> orNone(() -> Optional.of(ahead.get())))
                .filter(seen -> seen.directory.swimlane().equals(directory.swimlane()))
                .orElseGet(() -> new LookAhead(directory)); // it may be there by now
    }

    /** Made or not; empty for a capture that needs none. */
    public Optional<ViewIndex> index() {
        return index;
    }

    /** Empty when there is an index, and when a first look is not worth it or not possible. */
    public Optional<Picture> look() {
        return look;
    }
}
