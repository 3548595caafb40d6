package io.tidemark.viewer.http;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.viewer.home.TreeRemoval;
import io.tidemark.viewer.model.ShownText;
import io.tidemark.viewer.resource.CaptureResources;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Answers what-if questions of pages. The guard has let the request through: it has the token.
 *
 * <pre>
 *   POST /whatif/CAPTURE/controls|predict|draw|best|stop
 *   body: a name that the page has given itself, then one change a line, each percent-encoded
 * </pre>
 *
 * <p>A separate thread answers one question at a time, so that the server continues to serve other
 * pages. A newer question of a page withdraws its older one, which is then answered with
 * {@code stopped}. The capture that was asked last stays ready.
 */
final class WhatIfQuestions implements AutoCloseable {
    private static final int LONGEST_BODY = 64 << 10;
    private static final int LONGEST_SENTENCE = 4000;
    private static final int CLOSE_SECONDS = 5; // that a question may take to end
    private static final String STOPPED = "{\"stopped\":true}";

    private final WhatIfSource source;
    private final CaptureList captures;
    private final PredictedRuns predicted = new PredictedRuns();
    private final Map<String, Question> newest = new ConcurrentHashMap<>(); // by page
    private final ExecutorService worker = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("tidemark-whatif").factory());
    private CaptureDirectory opened; // for the worker
    private WhatIfSource.Replayed replayed; // for the worker

    WhatIfQuestions(WhatIfSource source, CaptureList captures) {
        this.source = source;
        this.captures = captures;
    }

    /** One question; stopped by any thread. */
    private static final class Question {
        final String page;
        final String verb;
        final List<String> changes;
        private volatile boolean isStopped;

        Question(String page, String verb, List<String> changes) {
            this.page = page;
            this.verb = verb;
            this.changes = changes;
        }

        boolean isStopped() {
            return isStopped;
        }

        void stop() {
            isStopped = true;
        }
    }

    void answer(PageExchange exchange) throws IOException {
        List<String> lines;
        try {
            lines = new String(exchange.bodyBytes(LONGEST_BODY), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> URLDecoder.decode(line, StandardCharsets.UTF_8))
                    .toList();
        } catch (BadRequestException | IllegalArgumentException wrong) {
            Answer.refuse(exchange, 400, "This is nothing the page sends.");
            return;
        }
        String[] path = exchange.request().path().split("/");
        Optional<CaptureSlot> slot = captures.at(Integer.parseInt(path[2]));
        if (slot.isEmpty() || lines.isEmpty()) {
            Answer.notFound(exchange);
            return;
        }
        String page = lines.getFirst();
        Question question = new Question(page, path[3], lines.subList(1, lines.size()));
        Question older = newest.put(page, question);
        if (older != null) {
            older.stop();
        }
        try {
            send(exchange, question.verb.equals("stop") ? STOPPED : await(slot.get(), question));
        } catch (ExecutionException unread) {
            Answer.failed(exchange, slot.get().failure().orElse("It could not be read."));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            newest.remove(page, question);
        }
    }

    private String await(CaptureSlot slot, Question question) throws InterruptedException, ExecutionException {
        CaptureDirectory directory = slot.await().view().directory();
        Future<String> answer;
        try {
            answer = worker.submit(() -> reply(directory, question));
        } catch (RejectedExecutionException closed) {
            return STOPPED;
        }
        try {
            return answer.get();
        } catch (ExecutionException failed) {
            return refusal("It could not be predicted: " + failed.getCause());
        }
    }

    /** On the worker. */
    private String reply(CaptureDirectory directory, Question question) throws IOException {
        try {
            if (question.isStopped()) {
                return STOPPED;
            }
            if (!directory.equals(opened)) {
                opened = null;
                replayed = null; // two may be more than the memory holds
                replayed = source.open(directory, question::isStopped);
                opened = directory;
            }
            return switch (question.verb) {
                case "controls" -> replayed.controls();
                case "predict" -> replayed.predict(question.changes, question::isStopped);
                case "best" -> replayed.best(question.changes, question::isStopped);
                default -> draw(question);
            };
        } catch (WhatIfSource.RefusedException refused) {
            return refusal(refused.getMessage());
        } catch (CancellationException withdrawn) {
            return STOPPED;
        } catch (OutOfMemoryError small) {
            opened = null;
            replayed = null;
            predicted.clear();
            return refusal("the Java heap is too small to run this capture again; give it more, for example"
                    + " TIDEMARK_JVM_FLAGS=-Xmx4g.");
        }
    }

    private String draw(Question question) throws IOException, WhatIfSource.RefusedException {
        Path place = predicted.place();
        boolean isKept = false;
        try {
            String answer = replayed.draw(question.changes, place, question::isStopped);
            int number = predicted.add(question.page, place);
            isKept = true;
            return "{\"predicted\":%d,\"answer\":%s}".formatted(number, answer);
        } finally {
            if (!isKept) {
                TreeRemoval.of(place);
            }
        }
    }

    private static String refusal(String sentence) {
        StringBuilder text = new StringBuilder();
        String shown = sentence.lines()
                .map(ShownText::of)
                .reduce((a, b) -> a + " " + b)
                .orElse("");
        JsonWriter json = new JsonWriter(text, 0);
        json.beginObject();
        json.member("refusal", shown.length() > LONGEST_SENTENCE ? shown.substring(0, LONGEST_SENTENCE) : shown);
        json.endObject();
        return text.toString();
    }

    private static void send(PageExchange exchange, String json) throws IOException {
        Answer.send(exchange, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /** What a page shows of a predicted run. */
    Optional<CaptureResources> predicted(int number) {
        return predicted.at(number);
    }

    /** Withdraws all questions, and removes what was drawn once nothing is being drawn. */
    @Override
    public void close() {
        newest.values().forEach(Question::stop);
        worker.shutdown();
        try {
            worker.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        predicted.close();
    }
}
