package io.tidemark.viewer.http;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Lets a request through only if it is a plain read by our own page on this machine. A page of a
 * stranger that points a name of its own at 127.0.0.1 sends that name as {@code Host} and is
 * refused; one that merely embeds our address is refused by its {@code Sec-Fetch-Site}. Any thread.
 */
final class RequestGuard {
    /** Longest path that is looked at. */
    static final int LONGEST_PATH = 512;

    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Set<String> hosts;

    RequestGuard(int port) {
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
    }

    /** True for a request that may be answered; any other has been refused. */
    boolean admits(PageExchange exchange) throws IOException {
        PageRequest request = exchange.request();
        if (!isOurs(request)) {
            Answer.refuse(exchange, 403, "This server answers its own page on this machine only.");
        } else if (!request.method().equals("GET") && !request.isHead()) {
            exchange.set("Allow", "GET, HEAD");
            Answer.refuse(exchange, 405, "Only GET and HEAD are answered: nothing can be changed.");
        } else if (hasBody(request)) {
            Answer.refuse(exchange, 413, "A request with a body is not answered.");
        } else if (request.target().length() > LONGEST_PATH) {
            Answer.refuse(exchange, 414, "The address is too long.");
        } else if (!isPlain(request.target())) {
            Answer.refuse(exchange, 400, "The address holds something no page of ours asks for.");
        } else {
            return true;
        }
        return false;
    }

    private boolean isOurs(PageRequest request) {
        List<String> named = request.header("Host");
        List<String> sites = request.header("Sec-Fetch-Site");
        return named.size() == 1
                && hosts.contains(named.getFirst())
                && OWN_SITES.containsAll(sites);
    }

    private static boolean hasBody(PageRequest request) {
        return !request.header("Transfer-Encoding").isEmpty()
                || request.header("Content-Length").stream().anyMatch(size -> !size.equals("0"));
    }

    private static boolean isPlain(String path) {
        boolean letters =
                path.chars()
                        .allMatch(
                                c ->
                                        (c >= 'a' && c <= 'z')
                                                || (c >= 'A' && c <= 'Z')
                                                || (c >= '0' && c <= '9')
                                                || c == '/'
                                                || c == '.'
                                                || c == '-');
        return letters && path.startsWith("/") && !path.contains("..") && !path.contains("//");
    }
}
