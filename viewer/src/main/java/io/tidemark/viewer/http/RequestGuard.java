package io.tidemark.viewer.http;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Lets a request through only if it comes from our own page, or opens it.
 *
 * <pre>
 *                         loopback Host      other Host, or --listen
 *   the page's own files  yes                yes: they hold nothing of a capture
 *   "/" and data          yes                with the token
 *   a change, SQL,
 *   what-if (POST)        with the token     with the token
 * </pre>
 *
 * <p>A page of a stranger that points a name of its own at 127.0.0.1 sends that name as {@code
 * Host} and has no token. One that embeds our address or asks for data is refused by its {@code
 * Sec-Fetch-Site}; a link that a person follows is not. A change must also name our own {@code
 * Origin}. Any port of a loopback Host is right: it may be a forwarded one. Any thread.
 */
final class RequestGuard {
    /** Longest path that is looked at. */
    static final int LONGEST_PATH = 2048; // a range may name hundreds of lanes

    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");
    private static final Pattern LOOPBACK =
            Pattern.compile("(localhost|127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}|\\[::1\\])(:[0-9]{1,5})?");
    private static final Pattern CHANGES =
            Pattern.compile("/(open|sql/[0-9]{1,4}(/cancel)?|whatif/[0-9]{1,4}/(controls|predict|draw|best|stop)|drop"
                    + "|drop/[0-9]{1,4}(/done)?|capture/[0-9]{1,4}/notes\\.json)");
    private static final Pattern PAGE_FILES = Pattern.compile("/(app|style)/.*");
    private static final Set<String> WITH_QUERY = Set.of("/", "/live/events");

    private static final String NO_HOST =
            "This address is not known here. On this machine, or through a forwarded port, open"
                    + " http://localhost:PORT/; from elsewhere open the whole address that 'tidemark"
                    + " view' printed, with its token.";
    private static final String NO_TOKEN =
            "The token is missing: open the whole address that 'tidemark view' printed, with"
                    + " ?token= and what follows it.";
    private static final String STRANGER = "Another page asked for this. Open the address in a tab of its own.";

    private final AccessToken token;
    private final boolean isOpen;

    /**
     * @param isOpen whether other machines can reach the server
     */
    RequestGuard(AccessToken token, boolean isOpen) {
        this.token = token;
        this.isOpen = isOpen;
    }

    /** Whether this request may change something. */
    boolean mayChange(PageRequest request) {
        return token.isIn(request);
    }

    /** True for a request that may be answered; any other has been refused. */
    boolean admits(PageExchange exchange) throws IOException {
        PageRequest request = exchange.request();
        String refusal = refusal(request);
        boolean changes = request.isPost() && CHANGES.matcher(request.path()).matches();
        if (refusal != null) {
            Answer.refuse(exchange, 403, refusal);
        } else if (!request.method().equals("GET") && !request.isHead() && !changes) {
            exchange.set("Allow", "GET, HEAD");
            Answer.refuse(exchange, 405, "Only GET and HEAD are answered: nothing can be changed.");
        } else if (request.target().length() > LONGEST_PATH) {
            Answer.refuse(exchange, 414, "The address is too long.");
        } else if (!isPlain(request)) {
            Answer.refuse(exchange, 400, "The address holds something no page of ours asks for.");
        } else if (changes) {
            return admitsChange(exchange);
        } else if (hasBody(request)) {
            Answer.refuse(exchange, 413, "A request with a body is not answered.");
        } else {
            return true;
        }
        return false;
    }

    /** Why a request is not for us; null when it is. */
    private String refusal(PageRequest request) {
        List<String> named = request.header("Host");
        boolean isPageFile = PAGE_FILES.matcher(request.path()).matches();
        boolean isOpening = request.path().equals("/");
        if (named.size() != 1 || named.getFirst().isEmpty()) {
            return NO_HOST;
        }
        if (!OWN_SITES.containsAll(request.header("Sec-Fetch-Site")) && !(isOpening && isNavigation(request))) {
            return STRANGER;
        }
        if (isPageFile || token.isIn(request)) {
            return null;
        }
        if (isOpen) {
            return NO_TOKEN;
        }
        return LOOPBACK.matcher(named.getFirst()).matches() ? null : NO_HOST;
    }

    /** A person follows a link in a window; nothing embeds us. */
    private static boolean isNavigation(PageRequest request) {
        return request.header("Sec-Fetch-Mode").equals(List.of("navigate"))
                && request.header("Sec-Fetch-Dest").equals(List.of("document"));
    }

    private boolean admitsChange(PageExchange exchange) throws IOException {
        PageRequest request = exchange.request();
        String host = request.header("Host").getFirst();
        boolean ownOrigin = request.header("Origin").stream()
                .allMatch(origin -> origin.equals("http://" + host) || origin.equals("https://" + host));
        if (!ownOrigin) {
            Answer.refuse(exchange, 403, STRANGER);
        } else if (!token.isIn(request)) {
            Answer.refuse(exchange, 403, NO_TOKEN);
        } else if (request.bodyBytes() < 0) {
            Answer.refuse(exchange, 411, "A change says how many bytes it has.");
        } else {
            return true;
        }
        return false;
    }

    private static boolean hasBody(PageRequest request) {
        return !request.header("Transfer-Encoding").isEmpty()
                || request.header("Content-Length").stream().anyMatch(size -> !size.equals("0"));
    }

    private static boolean isPlain(PageRequest request) {
        String path = request.path();
        boolean letters = path.chars()
                .allMatch(c -> (c >= 'a' && c <= 'z')
                        || (c >= 'A' && c <= 'Z')
                        || (c >= '0' && c <= '9')
                        || c == '/'
                        || c == '.'
                        || c == '-');
        boolean query = !request.target().contains("?")
                || WITH_QUERY.contains(path) && request.query().matches(AccessToken.QUERY + "[0-9a-f]*");
        return letters && query && path.startsWith("/") && !path.contains("..") && !path.contains("//");
    }
}
