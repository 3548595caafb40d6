package io.tidemark.viewer.http;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;

/** Requests that carry the token of a server, as those of its page do. */
final class Asked {
    private Asked() {}

    static HttpRequest of(ViewerServer server, String path) {
        return request(server, path).build();
    }

    static HttpRequest.Builder request(ViewerServer server, String path) {
        URI address = server.address();
        return HttpRequest.newBuilder(address.resolve("/" + path))
                .timeout(Duration.ofSeconds(30))
                .header(AccessToken.HEADER, address.getQuery().substring(AccessToken.QUERY.length()));
    }
}
