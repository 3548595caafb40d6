package io.tidemark.capture.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A lock on a separate file. The system releases it when the process ends for any reason. Every process of the machine
 * sees the lock, also one in another container that does not see the process. Any thread.
 *
 * <p>A process loses its locks on a file when it closes the file once, however it had opened it. So no other code opens
 * such a file, and this class opens none that the process has claimed.
 */
public final class FileClaim implements Closeable {
    private static final Map<Object, FileClaim> OURS = new HashMap<>(); // by file key; under the lock of the class

    private final Object key;
    private final FileChannel channel;

    private FileClaim(Object key, FileChannel channel) {
        this.key = key;
        this.channel = channel;
    }

    /** Makes the file if it is not there; empty when it is claimed already, by this process or another. */
    public static Optional<FileClaim> take(Path file) throws IOException {
        synchronized (FileClaim.class) {
            if (isOurs(file)) {
                return Optional.empty();
            }
            FileChannel channel = FileChannel.open(
                    FileKind.own(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            try {
                if (channel.tryLock() != null && Files.exists(file)) { // else it was removed meanwhile
                    FileClaim claim = new FileClaim(key(file), channel);
                    OURS.put(claim.key, claim);
                    return Optional.of(claim);
                }
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
            channel.close();
            return Optional.empty();
        }
    }

    /** Whether a process claims the file now; false where there is no file. */
    public static boolean isTaken(Path file) throws IOException {
        synchronized (FileClaim.class) {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            if (isOurs(file)) {
                return true;
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                return channel.tryLock(0, Long.MAX_VALUE, true) == null; // shared: two probes do not block each other
            }
        }
    }

    private static boolean isOurs(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && OURS.containsKey(key(file));
    }

    private static Object key(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return attributes.fileKey() == null ? file.toRealPath() : attributes.fileKey();
    }

    @Override
    public void close() throws IOException {
        synchronized (FileClaim.class) {
            OURS.remove(key, this);
            channel.close();
        }
    }
}
