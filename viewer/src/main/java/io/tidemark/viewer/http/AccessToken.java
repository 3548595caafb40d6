package io.tidemark.viewer.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/**
 * What a request must carry to get more than the page's own code: 128 random bits, made when the
 * server starts and printed with its address. Immutable.
 */
final class AccessToken {
    /** The header in which the page sends it. No other site's page can, without being asked. */
    static final String HEADER = "X-Tidemark-Token";

    /** How a query starts that carries it. */
    static final String QUERY = "token=";

    private static final int BYTES = 16;

    private final String text;

    AccessToken() {
        byte[] bits = new byte[BYTES];
        new SecureRandom().nextBytes(bits);
        text = HexFormat.of().formatHex(bits);
    }

    String text() {
        return text;
    }

    /** Whether a request carries it, in the header or in the query. */
    boolean isIn(PageRequest request) {
        List<String> sent = request.header(HEADER);
        return sent.size() == 1 && equal(sent.getFirst())
                || request.query().startsWith(QUERY) && equal(request.query().substring(QUERY.length()));
    }

    /** Takes the same time whichever letter is wrong. */
    private boolean equal(String other) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
