package io.tidemark.analysis.diff;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.analysis.coretime.Stretches;
import io.tidemark.analysis.diff.align.RecordedMarks;
import io.tidemark.analysis.diff.align.TaskMarks;
import io.tidemark.analysis.diff.split.PathTime;
import io.tidemark.analysis.diff.split.RingWaits;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.Capture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.certificate.EndingKind;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.CaptureModel;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** One capture of a comparison, with what is computed from it alone. One thread at a time. */
public final class ComparedRun {
    /** The channels that a comparison reads. */
    public static final Set<Channel> CHANNELS = Set.of(SwimlaneChannel.CHANNEL, DepsChannel.CHANNEL);

    private static final int MOST_MARKED = 400_000;

    /** Ends the title of a capture that {@code whatif} predicted; its work is that of the captured run. */
    public static final String PREDICTED = " what-if";

    private final String label;
    private final Capture capture;
    private final RunFile runFile;
    private final ComparedRun
            original; // which this is without a part of the recorder's cost; null for what was captured
    private final String refusal; // why that cost cannot be taken out; empty where that was not tried
    private TaskMarks marks;
    private PathTime path;
    private CoreTimes coreTimes;

    /** The capture must have a timed run. */
    public ComparedRun(String label, Capture capture) {
        this(label, capture, null, "");
    }

    private ComparedRun(String label, Capture capture, ComparedRun original, String refusal) {
        this.label = label;
        this.capture = capture;
        this.original = original;
        this.refusal = refusal;
        runFile = RunFile.of(capture);
    }

    /** The run as it would have been recorded with less, or this one with the reason why that is not known. */
    ComparedRun recordedWith(DfxFlags kept, RecorderCost cost) {
        if (recorded().filter(kept::equals).isPresent()) {
            return this;
        }
        RecorderCost.Outcome outcome = cost.without(capture, kept);
        return outcome.capture()
                .map(replayed -> new ComparedRun(label, replayed, this, ""))
                .orElseGet(() -> new ComparedRun(label, capture, null, outcome.refusal()));
    }

    /** What was taken out of its times; empty for a run as it was captured. */
    Optional<String> replayNote() {
        return Optional.ofNullable(original)
                .map(run ->
                        "recorded with %s and took %s; what recording cost beyond %s is taken out by running its graph again."
                                .formatted(
                                        Comparability.recorded(run, true),
                                        Units.nanos(
                                                Makespan.of(run.model().runs()).nanos()),
                                        Comparability.recorded(this, true)));
    }

    /** Why the cost of its recorder cannot be taken out; empty where that was not tried. */
    String refusal() {
        return refusal;
    }

    /** The case or program that ran; empty when the capture does not say. */
    String caseName() {
        String name = certificate().map(made -> made.origin().caseName()).orElse("");
        return name.endsWith(PREDICTED) ? name.substring(0, name.length() - PREDICTED.length()) : name;
    }

    /** What was recorded; empty when the capture does not say. */
    Optional<DfxFlags> recorded() {
        return certificate()
                .map(made -> made.origin().flags())
                .filter(DfxFlags::isKnown)
                .map(DfxFlags::new);
    }

    public String label() {
        return label;
    }

    public Capture capture() {
        return capture;
    }

    public CaptureModel model() {
        return capture.model();
    }

    Optional<Certificate> certificate() {
        return capture.certificate();
    }

    Optional<Conditions> conditions() {
        return certificate().flatMap(Certificate::conditions);
    }

    boolean isVirtual() {
        return conditions().filter(Conditions::isVirtual).isPresent();
    }

    public Verdict verdict() {
        return capture.verdict(CHANNELS);
    }

    /** A wrong result is a whole run. */
    boolean endedBadly() {
        return capture.ending().isBad() && capture.ending().kind() != EndingKind.WRONG_RESULT;
    }

    /** Whether it says how many tasks its rings hold. */
    boolean knowsRings() {
        return runFile.taskWindows().length > 0;
    }

    /** Makespans of the rounds of its process, in nanoseconds; empty when it does not say. */
    double[] roundNanos() {
        double[] nanos = runFile.makespanMicros().clone();
        for (int round = 0; round < nanos.length; round++) {
            nanos[round] *= 1000;
        }
        return nanos;
    }

    /**
     * What it says of its tasks beyond kernel and graph; read on first use, then kept. The
     * arguments of very many tasks need more room than everything else together and are left out.
     */
    TaskMarks marks() {
        if (marks == null) {
            marks = model().tasks().size() > MOST_MARKED
                    ? TaskMarks.NONE
                    : hasTasksOfOriginal() ? original.marks() : RecordedMarks.of(capture);
        }
        return marks;
    }

    /** A graph that is run again has the same tasks, without tensors and sites. */
    private boolean hasTasksOfOriginal() {
        return original != null
                && model().tasks().size() == original.model().tasks().size()
                && IntStream.range(0, model().tasks().size())
                        .allMatch(task -> model().tasks().taskId(task)
                                == original.model().tasks().taskId(task));
    }

    /** Where the time of its cores went; made on first use, then kept. */
    CoreTimes coreTimes() {
        if (coreTimes == null) {
            coreTimes = CoreTimes.of(model(), certificate());
        }
        return coreTimes;
    }

    /** Where its makespan went; made on first use, then kept. */
    public PathTime path() {
        if (path == null) {
            path = PathTime.of(
                    model(),
                    Stretches.frozen(certificate(), model().axis()),
                    RingWaits.of(model(), isVirtual(), runFile.taskWindows()));
        }
        return path;
    }
}
