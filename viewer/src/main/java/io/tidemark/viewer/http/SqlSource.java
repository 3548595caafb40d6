package io.tidemark.viewer.http;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Answers SQL about a capture on disk, and changes nothing. The command gives it: this module has
 * no engine. Any thread.
 */
@FunctionalInterface
public interface SqlSource {
    /**
     * What came of a query.
     *
     * @param rows a JSON array of rows, empty when there is no answer
     * @param message why there is none, or what is missing from the answer; empty otherwise
     */
    record Reply(String rows, String message) {}

    Reply ask(Path capture, String query) throws IOException;
}
