package io.tidemark.viewer.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads requests of HTTP/1.1 on one address and hands them on, one virtual thread per connection.
 * The JDK's server is not used, because it answers requests that it cannot read with the JDK's
 * texts. This class answers every request with Tidemark's texts. Start it, close it; any thread may
 * do so.
 */
final class PageSocket implements AutoCloseable {
    private static final int BACKLOG = 64;
    private static final int MOST_CONNECTIONS = 256;

    /** Answers one request. */
    @FunctionalInterface
    interface Handler {
        void answer(PageExchange exchange) throws IOException;
    }

    private final ServerSocket server;
    private final Handler handler;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    private PageSocket(ServerSocket server, Handler handler) {
        this.server = server;
        this.handler = handler;
    }

    /** Listens on a port, 0 for any free one; {@link #serve} answers. */
    static PageSocket listen(InetAddress address, int port, Handler handler) throws IOException {
        ServerSocket server = new ServerSocket();
        try {
            server.bind(new InetSocketAddress(address, port), BACKLOG);
        } catch (IOException | RuntimeException refused) {
            server.close();
            throw refused;
        }
        return new PageSocket(server, handler);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Begins to answer. */
    void serve() {
        Thread.ofPlatform().daemon().name("tidemark-page").start(this::accept);
    }

    private void accept() {
        while (!isClosed) {
            try {
                Socket socket = server.accept();
                connections.add(socket);
                Thread.ofVirtual().name("tidemark-page-connection").start(() -> talk(socket));
            } catch (IOException gone) {
                if (!isClosed) {
                    Thread.yield(); // one connection that failed is not the end
                }
            }
        }
    }

    private void talk(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            RequestReader reader = new RequestReader(socket);
            boolean isLasting = !isClosed;
            while (isLasting) {
                isLasting = answerNext(socket, reader);
            }
            socket.shutdownOutput();
            reader.drain();
        } catch (IOException gone) {
            return; // the browser does not listen any more
        } finally {
            connections.remove(socket);
        }
    }

    /** Whether another request may follow. */
    private boolean answerNext(Socket socket, RequestReader reader) throws IOException {
        PageRequest request;
        try {
            request = reader.next();
        } catch (BadRequestException bad) {
            Answer.refuse(unread(socket), bad.status(), bad.getMessage());
            return false;
        }
        if (request == null) {
            return false;
        }
        PageExchange exchange = new PageExchange(request, socket.getOutputStream(), reader.body(request.bodyBytes()));
        if (connections.size() > MOST_CONNECTIONS) {
            Answer.refuse(exchange, 503, "Too many connections at a time.");
            return false;
        }
        try {
            handler.answer(exchange);
        } catch (IOException | RuntimeException | Error fault) {
            if (exchange.isAnswered()) { // in part, or the browser is gone
                return false;
            }
            Answer.refuse(exchange, 500, "The answer could not be made: " + fault);
            return false;
        }
        if (!exchange.isAnswered()) {
            Answer.refuse(exchange, 500, "The server ends.");
            return false;
        }
        return exchange.isLasting() && reader.isAtNext();
    }

    /** For an answer to what is no request. */
    private static PageExchange unread(Socket socket) throws IOException {
        PageRequest none = new PageRequest("", "", false, Map.of());
        return new PageExchange(none, socket.getOutputStream(), java.io.InputStream.nullInputStream());
    }

    /** Stops at once; open requests are dropped. */
    @Override
    public void close() {
        isClosed = true;
        closeQuietly(server);
        connections.forEach(PageSocket::closeQuietly);
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception gone) {
            return; // it is closed, which is what was wanted
        }
    }
}
