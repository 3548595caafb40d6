package io.tidemark.viewer.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Lets a request through only if it is a plain read by our own page on this machine. A page of a
 * stranger that points a name of its own at 127.0.0.1 sends that name as {@code Host} and is
 * refused; one that merely embeds our address is refused by its {@code Sec-Fetch-Site}. Any thread.
 */
final class RequestGuard extends Filter {
    /** Longest path that is looked at. */
    static final int LONGEST_PATH = 512;

    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Set<String> hosts;

    RequestGuard(int port) {
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
    }

    @Override
    public String description() {
        return "refuses what does not come from this machine's own page";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        Headers headers = exchange.getRequestHeaders();
        String method = exchange.getRequestMethod();
        if (!isOurs(headers)) {
            Answer.refuse(exchange, 403, "This server answers its own page on this machine only.");
        } else if (!method.equals("GET") && !method.equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            Answer.refuse(exchange, 405, "Only GET and HEAD are answered: nothing can be changed.");
        } else if (hasBody(headers)) {
            Answer.refuse(exchange, 413, "A request with a body is not answered.");
        } else if (exchange.getRequestURI().toString().length() > LONGEST_PATH) {
            Answer.refuse(exchange, 414, "The address is too long.");
        } else if (!isPlain(exchange)) {
            Answer.refuse(exchange, 400, "The address holds something no page of ours asks for.");
        } else {
            chain.doFilter(exchange);
        }
    }

    private boolean isOurs(Headers headers) {
        List<String> named = headers.get("Host");
        String site = headers.getFirst("Sec-Fetch-Site");
        return named != null
                && named.size() == 1
                && hosts.contains(named.getFirst())
                && (site == null || OWN_SITES.contains(site));
    }

    private static boolean hasBody(Headers headers) {
        String length = headers.getFirst("Content-Length");
        return headers.containsKey("Transfer-Encoding") || (length != null && !length.equals("0"));
    }

    private static boolean isPlain(HttpExchange exchange) {
        String path = exchange.getRequestURI().getRawPath();
        if (path == null || exchange.getRequestURI().getRawQuery() != null) {
            return false;
        }
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
