package io.tidemark.viewer.resource;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A set of named, unchanging pieces of data. The server answers one request with one of them; the
 * static export writes them all, so both show the same page. Any thread may call.
 */
public interface ResourceSet {
    /** The bytes of a piece, or empty when there is none of that name. */
    Optional<byte[]> read(String name) throws IOException;

    /** Every name there is, in the order a page asks for them. */
    List<String> names();

    /** True when the piece is JSON, false when it is columns or tiles. */
    static boolean isJson(String name) {
        return name.endsWith(".json") || name.startsWith("args/");
    }
}
