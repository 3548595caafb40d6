package io.tidemark.viewer.http;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.viewer.index.ViewIndex;
import io.tidemark.viewer.look.LookAhead;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.ShownText;
import io.tidemark.viewer.notes.NotesFile;
import io.tidemark.viewer.resource.CaptureResources;
import io.tidemark.viewer.resource.PreviewResources;
import io.tidemark.viewer.timeline.Picture;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A capture the server shows, read in the background from the moment it is added: the page comes up
 * at once and asks again. A large one that was shown before has an index, which answers meanwhile
 * what the page asks for first. Any thread may ask; who asks for the content waits for it.
 */
final class CaptureSlot {
    private static final int PAGE_SECONDS = 2; // that a page needs to come up
    private static final int PAUSE_MILLIS = 300; // a page that asks for nothing so long is there
    private static final int LOOK_MILLIS = 250; // that a page needs to ask for the first look
    private static final int LOOK_MOST_MILLIS = 1000; // and to have it
    private static final int LOOK_PAUSE_MILLIS = 50; // in which its tiles are answered
    private static final String LANES = "meta.json";

    private final String label;
    private final String name;
    private final Optional<NotesFile> notes;
    private final CompletableFuture<CaptureResources> content = new CompletableFuture<>();
    private final CompletableFuture<Optional<PreviewResources>> firstLook = new CompletableFuture<>();
    private volatile Optional<ViewIndex> index = Optional.empty();
    private final CountDownLatch wanted = new CountDownLatch(1); // what the index lacks
    private volatile long askedAt = System.nanoTime();
    private volatile long lookedAt = askedAt; // when a piece of the first look was asked for
    private volatile boolean wasWrong; // the index said what the capture does not

    /**
     * @param name what the home page calls it, empty when it is not from there
     * @param notes where its notes are, empty when it is not on disk
     * @param indexed its index, empty when it is small or not on disk
     * @param opener begins what may be done beside a page that comes up; what it answers reads
     */
    CaptureSlot(
            String label,
            String name,
            Optional<NotesFile> notes,
            Callable<Optional<ViewIndex>> indexed,
            Callable<? extends Optional<? extends Picture>> look,
            Callable<Callable<CaptureView>> opener) {
        this.label = ShownText.of(label);
        this.name = name;
        this.notes = notes;
        Thread.ofPlatform().name("tidemark-view-reader").daemon().start(() -> read(indexed, look, opener));
    }

    /** Whatever goes wrong in here must reach the page: this thread has no one else to tell. */
    private void read(
            Callable<Optional<ViewIndex>> indexed,
            Callable<? extends Optional<? extends Picture>> look,
            Callable<Callable<CaptureView>> opener) {
        try {
            Callable<CaptureView> reader;
            index = indexed.call();
            if (hasIndex()) {
                firstLook.complete(Optional.empty());
                awaitPage();
                reader = opener.call();
            } else {
                Optional<PreviewResources> seen = look(look);
                long begin = System.nanoTime();
                firstLook.complete(seen);
                reader = opener.call();
                if (seen.isPresent()) {
                    awaitLooked(begin);
                }
            }
            CaptureResources read = new CaptureResources(reader.call());
            wasWrong = index.isPresent() && !index.get().confirm(read);
            content.complete(read);
            firstLook.obtrudeValue(Optional.empty()); // its memory goes
            if (index.isPresent()) {
                awaitQuiet();
                index.get().make(read);
            }
        } catch (Throwable failure) {
            index = Optional.empty();
            content.completeExceptionally(failure);
            firstLook.obtrudeValue(Optional.empty());
        }
    }

    private Optional<PreviewResources> look(Callable<? extends Optional<? extends Picture>> look) {
        return LookAhead.orNone(() -> look.call().map(picture -> new PreviewResources(label, picture)));
    }

    /** Waits until a page has what it shows first, or wants more: it comes before the reading. */
    private void awaitPage() throws InterruptedException {
        long begin = System.nanoTime();
        long pause = TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
        long left = TimeUnit.SECONDS.toNanos(PAGE_SECONDS);
        while (left > 0 && !wanted.await(Math.min(left, pause), TimeUnit.NANOSECONDS)) {
            long now = System.nanoTime();
            boolean isThere = askedAt - begin > 0 && now - askedAt >= pause;
            left = isThere ? 0 : begin + TimeUnit.SECONDS.toNanos(PAGE_SECONDS) - now;
        }
    }

    /**
     * Waits until a page that is coming up has the first look, which it then asks the whole for:
     * reading takes every CPU. It is not waited for long, as there may be no page.
     *
     * @param begin when the first look was there
     */
    private void awaitLooked(long begin) throws InterruptedException {
        long pause = TimeUnit.MILLISECONDS.toNanos(LOOK_PAUSE_MILLIS);
        long left = TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);
        while (left > 0 && !wanted.await(Math.min(left, pause), TimeUnit.NANOSECONDS)) {
            int patience = lookedAt - begin > 0 ? LOOK_MOST_MILLIS : LOOK_MILLIS;
            left = begin + TimeUnit.MILLISECONDS.toNanos(patience) - System.nanoTime();
        }
        if (lookedAt - begin > 0) {
            TimeUnit.NANOSECONDS.sleep(lookedAt + pause - System.nanoTime()); // its tiles
        }
    }

    /** Waits until the page has asked for nothing for a while: it comes before the index. */
    private void awaitQuiet() throws InterruptedException {
        long quiet = TimeUnit.SECONDS.toNanos(PAGE_SECONDS);
        long left = quiet;
        while (left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
            left = askedAt + quiet - System.nanoTime();
        }
    }

    private boolean hasIndex() {
        return index.map(ViewIndex::isThere).orElse(false);
    }

    /** A piece of the capture that is there without waiting, from the index if it has it. */
    Optional<byte[]> indexed(String piece) {
        askedAt = System.nanoTime();
        Optional<byte[]> found = index.flatMap(known -> known.read(piece));
        if (found.isEmpty()) {
            wanted.countDown();
        }
        return found;
    }

    /** True when the page works with the index alone, and what this lacks must be asked again. */
    boolean isPartly() {
        return !content.isDone() && hasIndex();
    }

    /** A first picture, waited for, while there is one and nothing better. */
    Optional<PreviewResources> awaitLook() throws InterruptedException, ExecutionException {
        Optional<PreviewResources> look = firstLook.get();
        lookedAt = System.nanoTime();
        return look;
    }

    /**
     * The lanes that a page of this capture shows first, by the name of the piece; none when nobody
     * knows them in a moment.
     *
     * @param number of the capture in its list
     * @param most how long a first look is waited for
     */
    Map<String, byte[]> lanes(int number, Duration most) throws IOException, InterruptedException, ExecutionException {
        Optional<PreviewResources> look;
        try {
            look = firstLook.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            return Map.of();
        }
        if (look.isPresent()) {
            lookedAt = System.nanoTime();
            return named("preview/" + number, look.get().read(LANES));
        }
        Optional<byte[]> known = isPartly() ? indexed(LANES) : Optional.empty();
        if (content.isDone()) {
            known = content.get().read(LANES);
        }
        return named("capture/" + number, known);
    }

    private static Map<String, byte[]> named(String prefix, Optional<byte[]> lanes) {
        return lanes.map(json -> Map.of(prefix + "/" + LANES, json)).orElse(Map.of());
    }

    /** True when the reading has shown that the index was of another capture. */
    boolean isRenewed() {
        return wasWrong;
    }

    /** True while there is a first picture, or may be one soon. */
    private boolean hasLook() {
        return !firstLook.isDone() || firstLook.resultNow().isPresent();
    }

    String name() {
        return name;
    }

    Optional<NotesFile> notes() {
        return notes;
    }

    /** Its entry in the list of captures. */
    void writeTo(JsonWriter json) {
        json.beginObject();
        json.member("label", label);
        json.member("name", name);
        json.member("notes", notes.isPresent());
        json.member("state", state());
        json.member("renewed", wasWrong);
        json.member("preview", hasLook());
        json.member("failure", ShownText.of(failure().orElse("")));
        json.endObject();
    }

    /** "reading", "indexed" (its index answers, it is still being read), "ready" or "failed". */
    private String state() {
        if (!content.isDone()) {
            return isPartly() ? "indexed" : "reading";
        }
        return content.isCompletedExceptionally() ? "failed" : "ready";
    }

    /** Why reading failed, empty when it did not. */
    Optional<String> failure() {
        return content.isCompletedExceptionally() ? Optional.of(sentence(content.exceptionNow())) : Optional.empty();
    }

    /** Done when the capture is read, or cannot be. */
    CompletableFuture<?> reading() {
        return content;
    }

    CaptureResources await() throws InterruptedException, ExecutionException {
        return content.get();
    }

    private static String sentence(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            return "the Java heap is too small for this capture; give it more, for example"
                    + " TIDEMARK_JVM_FLAGS=-Xmx4g.";
        }
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
