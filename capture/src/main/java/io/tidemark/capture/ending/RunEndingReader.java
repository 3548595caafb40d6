package io.tidemark.capture.ending;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.stall.BeginKind;
import io.tidemark.abi.stall.CoreProgress;
import io.tidemark.abi.stall.StuckState;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.EndingKind;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.capture.scope.ScopeReader;
import io.tidemark.capture.swimlane.AicoreRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out how a run ended: the certificate says it, {@code hang.json} and {@code run.json} say
 * why. A capture without certificate is judged from its contents. One use, one thread.
 */
public final class RunEndingReader {
    /** What the doctor found. */
    public static final String HANG_FILE = "hang.json";

    /** What the run said of itself at its end. */
    public static final String RUN_FILE = "run.json";

    private final CaptureDirectory directory;
    private final Optional<Map<String, Object>> hang;
    private final Optional<Map<String, Object>> run;

    private RunEndingReader(CaptureDirectory directory, Findings findings) {
        this.directory = directory;
        this.hang = read(HANG_FILE, findings);
        this.run = read(RUN_FILE, findings);
    }

    /** Never fails: what cannot be read is a finding, and the ending says less. */
    public static RunEnding read(CaptureDirectory directory, Optional<Certificate> certificate, Findings findings) {
        RunEndingReader reader = new RunEndingReader(directory, findings);
        return certificate.map(paper -> reader.certified(paper.ending())).orElseGet(reader::judged);
    }

    private Optional<Map<String, Object>> read(String name, Findings findings) {
        Path file = directory.root().resolve(name);
        return Files.isRegularFile(file) ? JsonTree.read(file, findings) : Optional.empty();
    }

    private RunEnding certified(Certificate.Ending ending) {
        if (ending.kind() == EndingKind.OK) {
            return RunEnding.OK;
        }
        return new RunEnding(
                ending.kind(),
                ending.errorCode(),
                ending.errorName(),
                ending.hangClass(),
                sentence(ending),
                openRuns());
    }

    private String sentence(Certificate.Ending ending) {
        return text(hang, "sentence")
                .or(() -> said(ending.errorName(), ending.errorCode()))
                .orElseGet(() -> byKind(ending.kind(), ending.errorCode()));
    }

    /** What the run said, without the error's name, which the line has already. */
    private Optional<String> said(String errorName, int errorCode) {
        Optional<String> sentence = text(object(run, "error"), "sentence");
        if (sentence.isPresent()) {
            String name = errorName + " (" + errorCode + "): ";
            return sentence.map(s -> s.startsWith(name) ? s.substring(name.length()) : s);
        }
        Object verified = run.map(fields -> fields.get("verified")).orElse(null);
        Optional<String> result = text(run, "result");
        return (Boolean.FALSE.equals(verified)
                        ? result
                        : text(run, "args_check").or(() -> result))
                .map(words -> words.replaceFirst("^(FAILED|WRONG RESULT): ", ""));
    }

    private static String byKind(EndingKind kind, int errorCode) {
        return switch (kind) {
            case KILLED -> "its process ended before the run could be judged.";
            case WRONG_RESULT -> "its result is not the golden's.";
            default ->
                ErrorCode.ofNumber(errorCode)
                        .map(code -> code.meaning() + ".")
                        .orElse("nothing in the capture says why.");
        };
    }

    /** Without a certificate: from the doctor's file, the run's own, or the scope statistics. */
    private RunEnding judged() {
        if (hang.isPresent()) {
            String name = text(hang, "error_name").orElse("");
            boolean killed = name.equals(EndingKind.KILLED.word());
            return new RunEnding(
                    killed ? EndingKind.KILLED : EndingKind.HANG,
                    killed ? 0 : number(hang, "error_code"),
                    killed ? "" : name,
                    text(hang, "hang_class").orElse(""),
                    text(hang, "sentence").orElse("the doctor left no sentence."),
                    openRuns());
        }
        String status = text(run, "status").orElse("");
        if (!status.isEmpty()) {
            Optional<Map<String, Object>> error = object(run, "error");
            return certified(new Certificate.Ending(
                    EndingKind.ofWord(status),
                    number(error, "code"),
                    text(error, "name").orElse(""),
                    ""));
        }
        return latchedFatal()
                ? new RunEnding(
                        EndingKind.ERROR,
                        0,
                        "",
                        "",
                        "its scope statistics say that it latched a fatal error.",
                        List.of())
                : RunEnding.UNKNOWN;
    }

    /**
     * Kernels that did not return; one that came back when it was asked to stop has a record of its
     * own. Files of older versions do not say when they began.
     */
    private List<OpenRun> openRuns() {
        long endTick = tick(hang.orElse(Map.of()), "end_tick");
        Object tasks = hang.map(fields -> fields.get("tasks")).orElse(null);
        List<OpenRun> open = new ArrayList<>();
        if (tasks instanceof List<?> all && endTick > 0) {
            for (Object task : all) {
                if (task instanceof Map<?, ?> fields) {
                    openRun(fields, endTick).ifPresent(open::add);
                }
            }
        }
        return open;
    }

    private static Optional<OpenRun> openRun(Map<?, ?> task, long endTick) {
        long beginTick = tick(task, "begin_tick");
        boolean isOpen = StuckState.RUNNING.word().equals(task.get("state"))
                && !CoreProgress.RETURNED.word().equals(task.get("progress"));
        Optional<BeginKind> kind = BeginKind.ofWord(task.get("begin")).filter(known -> known != BeginKind.UNKNOWN);
        if (!isOpen
                || kind.isEmpty()
                || beginTick <= 0
                || beginTick > endTick
                || !(task.get("core") instanceof Long core)
                || core < 0
                || core > AicoreRows.MAX_CORE
                || !(task.get("taskId") instanceof String id)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new OpenRun(
                    Long.parseUnsignedLong(id),
                    task.get("kernel") instanceof String kernel ? kernel : "",
                    core.intValue(),
                    beginTick,
                    kind.get(),
                    endTick));
        } catch (NumberFormatException noTask) {
            return Optional.empty();
        }
    }

    private static long tick(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof Long tick ? tick : 0;
    }

    /** Findings of that file belong to those who read it for its samples. */
    private boolean latchedFatal() {
        return directory
                .scopeStats()
                .flatMap(file -> ScopeReader.read(file, new Findings()))
                .map(scopes -> scopes.header().fatal())
                .orElse(false);
    }

    private static Optional<String> text(Optional<Map<String, Object>> fields, String name) {
        return fields.map(known -> known.get(name))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(words -> !words.isBlank());
    }

    private static int number(Optional<Map<String, Object>> fields, String name) {
        return fields.map(known -> known.get(name))
                .filter(Long.class::isInstance)
                .map(value -> Math.toIntExact(Math.clamp((Long) value, 0, Integer.MAX_VALUE)))
                .orElse(0);
    }

    @SuppressWarnings("unchecked") // objects of JsonTree have texts as keys
    private static Optional<Map<String, Object>> object(Optional<Map<String, Object>> fields, String name) {
        return fields.map(known -> known.get(name))
                .filter(Map.class::isInstance)
                .map(value -> (Map<String, Object>) value);
    }
}
