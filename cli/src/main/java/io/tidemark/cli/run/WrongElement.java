package io.tidemark.cli.run;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.analysis.deps.LastWriter;
import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.runtime.Worker;
import io.tidemark.workloads.Difference;
import io.tidemark.workloads.Verification;
import io.tidemark.workloads.WorkloadCase;
import java.io.IOException;
import java.util.Optional;

/**
 * Says which task wrote the element that is not its golden value: by the graph that the run
 * recorded, else by the arguments that it dumped, else which option would tell. One thread.
 */
final class WrongElement {
    private final RecordingPlan plan;
    private final Difference difference;
    private final long address;
    private final int bytes;

    private WrongElement(RecordingPlan plan, Difference difference, Tensor tensor) {
        this.plan = plan;
        this.difference = difference;
        bytes = tensor.dtype().bytes();
        address = tensor.baseAddress() + (long) difference.position() * bytes;
    }

    /**
     * The round with that in its sentence; the round itself when no element is wrong.
     *
     * @param isRecorded whether the capture is of this round; it must be written
     */
    static RunOutcome.Round explained(
            RunOutcome.Round round, boolean isRecorded, WorkloadCase prepared, RecordingPlan plan) throws IOException {
        Optional<Verification> checked = round.verification();
        Difference difference = checked.map(Verification::difference).orElse(null);
        if (difference == null) {
            return round;
        }
        Tensor tensor = Worker.placed(
                        plan.config(),
                        plan.call(),
                        prepared.hostTensors(),
                        plan.chip().baseAddress())
                .get(difference.tensor());
        if (tensor == null) { // of a case of one's own that compares something else
            return round;
        }
        WrongElement element = new WrongElement(plan, difference, tensor);
        String writer = isRecorded ? element.writer() : element.unknown();
        return new RunOutcome.Round(round.result(), Optional.of(checked.get().with(writer)), round.hostCpu());
    }

    private String writer() throws IOException {
        Capture capture = StoredCapture.open(plan.capture());
        Optional<DependencyGraph> graph =
                capture.dependenciesWithDetail().filter(found -> found.detail().isPresent());
        if (plan.flags().records(DepsChannel.CHANNEL) && graph.isPresent()) {
            return LastWriter.inGraph(graph.get(), address, bytes)
                    .map(found -> sentence(found, capture))
                    .orElse("no task of the recorded graph writes " + name());
        }
        Optional<ArgsManifest> dump = capture.args();
        return dump.flatMap(found -> LastWriter.inDump(found, address, bytes))
                .map(found -> sentence(found, capture))
                .orElseGet(this::unknown);
    }

    private static String sentence(LastWriter writer, Capture capture) {
        String kernel = new KernelNames(capture.names()).of(writer.function());
        return "%s by task %s of kernel %s, argument %d%s"
                .formatted(
                        writer.isDeclared() ? "written" : "perhaps written",
                        TaskId.label(writer.taskId()),
                        kernel,
                        writer.argument(),
                        writer.writers() == 1 ? "" : ", the last of " + writer.writers() + " tasks that write it");
    }

    private String unknown() {
        return "record this round with --dep-gen to see which task wrote " + name();
    }

    private String name() {
        return difference.tensor() + difference.index();
    }
}
