package io.tidemark.memory.region;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Says in a region whose it is: of which run, and of which capture directory, by the identity of a file in it. A copy of
 * the capture has the id too, and another file. Immutable.
 *
 * @param id of the run; 0 in a region of an earlier version
 * @param device file system of the file
 * @param inode its number there
 */
public record RunMark(long id, long device, long inode) {
    /** Of a region that belongs to no capture. */
    public static final RunMark NONE = new RunMark(0, 0, 0);

    /** A mark of that id and of the file, which must be there; of no file where the system numbers none. */
    public static RunMark of(long id, Path file) throws IOException {
        try {
            return new RunMark(id, number(file, "unix:dev"), number(file, "unix:ino"));
        } catch (UnsupportedOperationException unnumbered) {
            return new RunMark(id, 0, 0);
        }
    }

    /** Whether this is the very file of the mark. */
    public boolean isOf(Path file) throws IOException {
        return id != 0 && inode != 0 && Files.exists(file, LinkOption.NOFOLLOW_LINKS) && equals(of(id, file));
    }

    private static long number(Path file, String attribute) throws IOException {
        return ((Number) Files.getAttribute(file, attribute, LinkOption.NOFOLLOW_LINKS)).longValue();
    }
}
