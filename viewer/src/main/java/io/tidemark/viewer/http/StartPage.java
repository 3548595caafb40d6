package io.tidemark.viewer.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * Sends the page with what it would ask for first: the list of captures and the lanes of the first
 * one, so that a script that runs draws without asking for them. They stand at the end of the body,
 * as data that no browser runs, each in an element of its own; what comes before is sent at once,
 * and scripts and styles load while the server looks at the capture. Stateless; any thread.
 */
final class StartPage {
    private StartPage() {}

    /**
     * @param most how long lanes are waited for
     * @param list the list of captures, asked for when the lanes are known or waited for in vain
     */
    static void answer(PageExchange exchange, CaptureList captures, Duration most, Supplier<byte[]> list)
            throws IOException {
        String page = PageFiles.served(PageFiles.INDEX).map(StartPage::text).orElseThrow();
        if (exchange.request().isHead()) {
            Answer.send(exchange, PageFiles.type(PageFiles.INDEX), bytes(page));
            return;
        }
        int end = page.indexOf(PageFiles.BODY_END);
        Answer.setCommon(exchange, PageFiles.type(PageFiles.INDEX));
        OutputStream out = exchange.stream();
        out.write(bytes(page.substring(0, end)));
        out.flush();
        try {
            out.write(bytes(first(captures, most, list) + page.substring(end)));
            out.flush();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first answers by their names; the page takes each of them once. */
    static String first(CaptureList captures, Duration most, Supplier<byte[]> list)
            throws IOException, InterruptedException {
        Map<String, byte[]> lanes = lanes(captures, most); // before the list, which says no less
        StringBuilder text = new StringBuilder(element("captures.json", list.get()));
        if (!captures.at(0).map(CaptureSlot::isRenewed).orElse(false)) { // else they may be old
            lanes.forEach((name, json) -> text.append(element(name, json)));
        }
        return text.toString();
    }

    private static Map<String, byte[]> lanes(CaptureList captures, Duration most)
            throws IOException, InterruptedException {
        CaptureSlot slot = captures.at(0).orElse(null);
        if (slot == null) {
            return Map.of();
        }
        try {
            return slot.lanes(0, most);
        } catch (ExecutionException unread) {
            return Map.of(); // the list says why
        }
    }

    /** A document of JSON, in which no text can end the element that it stands in. */
    private static String element(String name, byte[] json) {
        return "<script type=\"application/json\" data-piece=\"%s\">%s</script>\n"
                .formatted(name, text(json).replace("<", "\\u003c"));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
