package io.tidemark.runtime;

import java.lang.StackWalker.StackFrame;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A place in the source that opens scopes. There is one per file and line in a process, with a unique number, so that a
 * table per place needs no map. Any thread.
 */
public final class ScopeSite {
    private record Place(String file, int line) {}

    private static final Map<Place, ScopeSite> KNOWN = new ConcurrentHashMap<>();
    private static final AtomicInteger NEXT_INDEX = new AtomicInteger();

    private final String file;
    private final int line;
    private final int index;

    private ScopeSite(Place place) {
        this.file = place.file;
        this.line = place.line;
        this.index = NEXT_INDEX.getAndIncrement();
    }

    /**
     * @param file without directories
     * @param line 0 if it is not known
     */
    public static ScopeSite of(String file, int line) {
        return KNOWN.computeIfAbsent(new Place(file, Math.max(0, line)), ScopeSite::new);
    }

    /** The place at which a frame stands; without a file its class stands for it. */
    public static ScopeSite of(StackFrame frame) {
        String file = frame.getFileName();
        String type = frame.getClassName();
        return of(file == null ? type.substring(type.lastIndexOf('.') + 1) : file, frame.getLineNumber());
    }

    public String file() {
        return file;
    }

    public int line() {
        return line;
    }

    /** From 0, without gaps, in the order in which places became known. */
    public int index() {
        return index;
    }

    @Override
    public String toString() {
        return file + ":" + line;
    }
}
