package io.tidemark.runtime.recording;

import io.tidemark.abi.deps.SubmitHeader;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.probe.deps.DepsProbe;
import io.tidemark.runtime.orchestrator.OrchestratorView;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.SubmitArguments;

/**
 * Writes down what each submit says before anything is looked up, and what the look-up then finds.
 * Orchestrator thread only; allocates nothing.
 */
final class DepsRecorder {
    private static final int TAG_BITS = 4;
    private static final int TAGS_PER_WORD = Long.SIZE / TAG_BITS;

    private final DepsProbe probe;
    private OrchestratorView view;

    DepsRecorder(DepsProbe probe) {
        this.probe = probe;
    }

    void attach(OrchestratorView newView) {
        view = newView;
    }

    void submit(long taskId, SubmitArguments arguments, boolean manualScope) {
        TaskSlot slot = view.slot(taskId);
        begin(
                kind(slot),
                flags(slot, manualScope),
                taskId,
                kernelAt(slot, 0),
                kernelAt(slot, 1),
                kernelAt(slot, 2),
                slot.blockCount(),
                arguments.tensorCount(),
                arguments.explicitCount(),
                tags(arguments, 0),
                tags(arguments, TAGS_PER_WORD));
        for (int i = 0; i < arguments.tensorCount(); i++) {
            if (arguments.tag(i) != ArgumentTag.OUTPUT) {
                probe.tensor(i, arguments.tensor(i));
            }
        }
        for (int i = 0; i < arguments.explicitCount(); i++) {
            probe.dependency(arguments.explicitId(i), arguments.explicitFlags(i));
        }
        probe.end();
    }

    private static int flags(TaskSlot slot, boolean manualScope) {
        return (manualScope ? SubmitHeader.MANUAL_SCOPE : 0)
                | (slot.isEarlyResolve() ? SubmitHeader.EARLY_DISPATCH : 0);
    }

    /** What a submit makes, from its slot. */
    static SubmitKind kind(TaskSlot slot) {
        if (slot.kernel() == null) {
            return SubmitKind.DUMMY;
        }
        return slot.isPredicated() ? SubmitKind.PREDICATED : SubmitKind.KERNEL;
    }

    private static int kernelAt(TaskSlot slot, int position) {
        boolean isUsed = (slot.coreMask() >>> position & 1) != 0 && slot.kernel() != null;
        return isUsed ? slot.kernelAt(position).functionId() : SubmitHeader.NO_KERNEL;
    }

    /** An allocation looks nothing up; its tensors are outputs. */
    void alloc(long taskId, int tensors) {
        int counted = Math.min(tensors, SubmitHeader.MAX_TENSORS);
        begin(
                SubmitKind.ALLOC,
                0,
                taskId,
                SubmitHeader.NO_KERNEL,
                SubmitHeader.NO_KERNEL,
                SubmitHeader.NO_KERNEL,
                0,
                counted,
                0,
                outputTags(counted),
                outputTags(counted - TAGS_PER_WORD));
        probe.end();
    }

    private void begin(
            SubmitKind kind,
            int flags,
            long taskId,
            int aicKernel,
            int aiv0Kernel,
            int aiv1Kernel,
            int blocks,
            int tensors,
            int dependencies,
            long tags,
            long moreTags) {
        probe.begin(
                kind,
                flags,
                view.depth(),
                taskId,
                aicKernel,
                aiv0Kernel,
                aiv1Kernel,
                blocks,
                tensors,
                dependencies,
                tags,
                moreTags,
                view.oldestForLookup(0),
                view.oldestForLookup(1),
                view.oldestForLookup(2),
                view.oldestForLookup(3));
    }

    private static long tags(SubmitArguments arguments, int from) {
        int to = Math.min(arguments.tensorCount(), from + TAGS_PER_WORD);
        long word = 0;
        for (int i = to - 1; i >= from; i--) {
            word = word << TAG_BITS | arguments.tag(i).code();
        }
        return word;
    }

    private static long outputTags(int tensors) {
        long word = 0;
        for (int i = Math.min(tensors, TAGS_PER_WORD); i > 0; i--) {
            word = word << TAG_BITS | ArgumentTag.OUTPUT.code();
        }
        return word;
    }

    void found(long taskId, int edges, long digest) {
        probe.result(taskId, edges, digest);
    }

    void flush() {
        probe.flush();
    }
}
