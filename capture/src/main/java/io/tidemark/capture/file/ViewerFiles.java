package io.tidemark.capture.file;

import java.nio.file.Path;

/**
 * Files that the viewer keeps beside the records of a capture. They are no part of the run: no
 * digest covers them, and they may be changed or deleted at any time. Stateless.
 */
public final class ViewerFiles {
    /** What people wrote about the capture. */
    public static final String NOTES = "notes.json";

    /** The first answers of a page, of a large capture at this place. */
    public static final String INDEX = "view.index";

    private ViewerFiles() {}

    /**
     * Whether it is one of them.
     *
     * @param file as seen from the capture's directory
     */
    public static boolean isOne(Path file) {
        String name = file.toString();
        return name.equals(NOTES) || name.equals(INDEX);
    }
}
