package io.tidemark.viewer.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * Sends the page with what it would ask for first: the list of captures and the lanes of the first
 * one, so that a script that runs draws without asking for them. They stand behind everything else,
 * as data that no browser runs; what comes before is sent at once, and scripts and styles load
 * while the server looks at the capture. Stateless; any thread.
 */
final class StartPage {
    private StartPage() {}

    /**
     * @param list the list of captures, asked for when the lanes are known or waited for in vain
     */
    static void answer(PageExchange exchange, CaptureList captures, Supplier<byte[]> list)
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
            out.write(bytes(first(captures, list) + page.substring(end)));
            out.flush();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first answers by their names; the page takes each of them once. */
    private static String first(CaptureList captures, Supplier<byte[]> list)
            throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder("<script type=\"application/json\" id=\"first\">");
        Map<String, byte[]> lanes = lanes(captures); // before the list, which then says no less
        text.append("{\"captures.json\":").append(inert(list.get()));
        lanes.forEach((name, json) -> text.append(",\"" + name + "\":").append(inert(json)));
        return text.append("}</script>\n").toString();
    }

    private static Map<String, byte[]> lanes(CaptureList captures)
            throws IOException, InterruptedException {
        CaptureSlot slot = captures.at(0).orElse(null);
        if (slot == null) {
            return Map.of();
        }
        try {
            return slot.lanes(0);
        } catch (ExecutionException unread) {
            return Map.of(); // the list says why
        }
    }

    /** A document of JSON in which no text can end the element that it stands in. */
    private static String inert(byte[] json) {
        return text(json).replace("<", "\\u003c");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
