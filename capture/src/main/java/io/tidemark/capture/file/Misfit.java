package io.tidemark.capture.file;

/**
 * Something in a capture that has the name of one of its files and is no file. Immutable.
 *
 * @param path relative to the capture
 * @param what for a sentence: "a pipe, not a file"
 */
public record Misfit(String path, String what) {
    @Override
    public String toString() {
        return path + " is " + what;
    }
}
