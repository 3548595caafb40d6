package io.tidemark.viewer.http;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.viewer.index.ViewIndex;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.ShownText;
import io.tidemark.viewer.notes.NotesFile;
import io.tidemark.viewer.resource.CaptureResources;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A capture the server shows, read in the background from the moment it is added: the page comes up
 * at once and asks again. A large one that was shown before has an index, which answers meanwhile
 * what the page asks for first. Any thread may ask; who asks for the content waits for it.
 */
final class CaptureSlot {
    private static final int PAGE_SECONDS = 2; // that a page needs to come up
    private static final int PAUSE_MILLIS = 300; // a page that asks for nothing so long is there

    private final String label;
    private final String name;
    private final Optional<NotesFile> notes;
    private final CompletableFuture<CaptureResources> content = new CompletableFuture<>();
    private volatile Optional<ViewIndex> index = Optional.empty();
    private final CountDownLatch known = new CountDownLatch(1); // whether there is an index
    private final CountDownLatch wanted = new CountDownLatch(1); // what the index lacks
    private volatile long askedAt = System.nanoTime();
    private volatile boolean wasWrong; // the index said what the capture does not

    /**
     * @param name what the home page calls it, empty when it is not from there
     * @param notes where its notes are, empty when it is not on disk
     * @param indexed its index, empty when it is small or not on disk
     */
    CaptureSlot(
            String label,
            String name,
            Optional<NotesFile> notes,
            Callable<Optional<ViewIndex>> indexed,
            Callable<CaptureView> reader) {
        this.label = ShownText.of(label);
        this.name = name;
        this.notes = notes;
        Thread.ofPlatform().name("tidemark-view-reader").daemon().start(() -> read(indexed, reader));
    }

    /** Whatever goes wrong in here must reach the page: this thread has no one else to tell. */
    private void read(Callable<Optional<ViewIndex>> indexed, Callable<CaptureView> reader) {
        try {
            index = indexed.call();
            known.countDown();
            if (hasIndex()) {
                awaitPage();
            }
            CaptureResources read = new CaptureResources(reader.call());
            wasWrong = index.isPresent() && !index.get().confirm(read);
            content.complete(read);
            if (index.isPresent()) {
                awaitQuiet();
                index.get().make(read);
            }
        } catch (Throwable failure) {
            index = Optional.empty();
            content.completeExceptionally(failure);
            known.countDown();
        }
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
    Optional<byte[]> indexed(String piece) throws InterruptedException {
        askedAt = System.nanoTime();
        known.await(); // a moment; who does not wait for it would wait for the whole capture
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
