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

    /**
     * Blocks until there is an answer, or until {@code stop} ends the query.
     *
     * @param stop learns how to end it as soon as it runs
     */
    Reply ask(Path capture, String query, QueryStop stop) throws IOException;
}
