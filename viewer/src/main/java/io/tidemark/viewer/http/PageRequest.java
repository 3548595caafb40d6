package io.tidemark.viewer.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The head of one request. Immutable.
 *
 * @param target as it was sent, neither decoded nor checked
 * @param isLasting whether the connection may carry another request
 * @param headers by lower-case name, values in the order sent
 */
record PageRequest(
        String method, String target, boolean isLasting, Map<String, List<String>> headers) {
    /** The values of a header, in any spelling; empty if it was not sent. */
    List<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    boolean isHead() {
        return method.equals("HEAD");
    }
}
