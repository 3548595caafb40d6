package io.tidemark.cli.report;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks a server once for what a browser asks for first: the page, the first look at its capture,
 * and the overview and timeline of it. The launcher starts a command so to make the JVM's cache for
 * {@code view}, which then knows the classes and what their methods do. Used once by one thread.
 */
final class PageTraining {
    /** System property: whether the command ends when the page was asked for. */
    static final String PROPERTY = "tidemark.view.training";

    private static final Pattern LANE = Pattern.compile("\"spans\":");
    private static final Pattern COUNTER = Pattern.compile("\"capacity\":");
    private static final int BAND_LANES = 16;
    private static final int LEVELS = 3;
    private static final long PAUSE_MILLIS = 50;

    private final URI address;

    private PageTraining(URI address) {
        this.address = address;
    }

    static boolean isAsked() {
        return Boolean.getBoolean(PROPERTY);
    }

    /** Returns when the first capture of the server is read and was shown. */
    static void ask(URI address) throws IOException, InterruptedException {
        new PageTraining(address).ask();
    }

    private void ask() throws IOException, InterruptedException {
        String page = text("");
        Matcher file =
                Pattern.compile("(?:src|href)=\"((?:app|style)/[^\"]+)\"").matcher(page);
        while (file.find()) {
            text(file.group(1));
        }
        text("home.json");
        tiles("preview/0/", "tile", bands(text("preview/0/meta.json")));
        text("preview/0/skyline");
        while (text("captures.json").replace(" ", "").contains("\"state\":\"reading\"")) {
            Thread.sleep(PAUSE_MILLIS);
        }
        int bands = bands(text("capture/0/meta.json"));
        text("capture/0/skyline");
        tiles("capture/0/", "tile", bands);
        tiles("capture/0/", "gaps", bands);
        tiles("capture/0/", "counter", count(COUNTER, text("capture/0/counters.json")));
        for (String piece : List.of("overview.json", "hints.json", "notes.json", "critical.json")) {
            text("capture/0/" + piece);
        }
        for (String table : List.of("runs", "tasks", "graph", "causes", "order", "facts")) {
            text("capture/0/" + table + "/0");
        }
    }

    private static int bands(String meta) {
        return (count(LANE, meta) + BAND_LANES - 1) / BAND_LANES;
    }

    private static int count(Pattern what, String text) {
        return (int) what.matcher(text).results().count();
    }

    /** The tiles of the first levels of each of these bands. */
    private void tiles(String capture, String word, int bands) throws IOException {
        List<String> names = new ArrayList<>();
        for (int band = 0; band < bands; band++) {
            for (int level = 0; level < LEVELS; level++) {
                for (int index = 0; index < 1 << level; index++) {
                    names.add(capture + word + "/" + band + "/" + level + "/" + index);
                }
            }
        }
        for (String name : names) {
            text(name);
        }
    }

    /** An answer, whatever it is; a browser would keep the connection. */
    private String text(String path) throws IOException {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            String request = "GET /%s HTTP/1.1\r\nHost: localhost\r\nX-Tidemark-Token: %s\r\nConnection: close\r\n\r\n"
                    .formatted(path, address.getQuery().replace("token=", ""));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
