package io.tidemark.viewer.http;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Lets a request through only if it carries the token. The scripts and styles of the page need none:
 * they hold nothing of a capture.
 *
 * <p>The token alone decides, whatever the {@code Host}: loopback keeps other machines out, but not
 * other users of this one, and the name of a tunnel is not known here. A page of a stranger has no
 * token; if it embeds our address or asks for data, its {@code Sec-Fetch-Site} is refused as well,
 * but a link that a person follows is not. A change must also name our own {@code Origin}. Any
 * thread.
 */
final class RequestGuard {
    /** Longest path that is looked at. */
    static final int LONGEST_PATH = 2048; // a range may name hundreds of lanes

    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");
    private static final Pattern CHANGES =
            Pattern.compile("/(open|sql/[0-9]{1,4}(/cancel)?|whatif/[0-9]{1,4}/(controls|predict|draw|best|stop)|drop"
                    + "|drop/[0-9]{1,4}(/done)?|capture/[0-9]{1,4}/notes\\.json)");
    private static final Pattern PAGE_FILES = Pattern.compile("/(app|style)/.*");
    private static final Set<String> WITH_QUERY = Set.of("/", "/live/events");

    private static final String NO_HOST = "The request does not name one host.";
    private static final String NO_TOKEN =
            "The token is missing or is not the one of this page: open the whole address that"
                    + " 'tidemark' printed, with ?token= and what follows it. Each start prints another one.";
    private static final String STRANGER = "Another page asked for this. Open the address in a tab of its own.";

    private final AccessToken token;

    RequestGuard(AccessToken token) {
        this.token = token;
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
        return isPageFile || token.isIn(request) ? null : NO_TOKEN;
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
