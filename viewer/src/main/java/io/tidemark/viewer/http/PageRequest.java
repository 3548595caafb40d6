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
record PageRequest(String method, String target, boolean isLasting, Map<String, List<String>> headers) {
    /** The values of a header, in any spelling; empty if it was not sent. */
    List<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    boolean isPost() {
        return method.equals("POST");
    }

    /** The target up to its question mark. */
    String path() {
        int mark = target.indexOf('?');
        return mark < 0 ? target : target.substring(0, mark);
    }

    /** What follows the question mark; empty without one. */
    String query() {
        int mark = target.indexOf('?');
        return mark < 0 ? "" : target.substring(mark + 1);
    }

    /** How long the body is that follows; -1 when that is not said as it must be. */
    long bodyBytes() {
        List<String> sizes = header("Content-Length");
        boolean plain = sizes.size() == 1 && sizes.getFirst().matches("[0-9]{1,15}");
        return plain && header("Transfer-Encoding").isEmpty() ? Long.parseLong(sizes.getFirst()) : -1;
    }
}
