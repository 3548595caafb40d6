package io.tidemark.runtime;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.util.List;

/** Writes down submits with the creators of their inputs. */
record SubmitLog(List<String> lines) implements OrchestratorProbe {
    @Override
    public void submitBegin() {}

    @Override
    public void submitInputs(long taskId, SubmitArguments arguments, boolean manualScope) {
        StringBuilder line = new StringBuilder("submit " + name(taskId) + " from");
        for (int i = 0; i < arguments.tensorCount(); i++) {
            Tensor tensor = arguments.tensor(i);
            if (tensor != null && tensor.ownerTaskId() != Tensor.NO_OWNER) {
                line.append(' ').append(name(tensor.ownerTaskId()));
            }
        }
        lines.add(line.toString());
    }

    @Override
    public void submitEnd(long taskId) {}

    @Override
    public void scopeBegin(int depth, boolean manual) {
        lines.add("scope " + depth);
    }

    @Override
    public void scopeEnd(int depth) {
        lines.add("end " + depth);
    }

    @Override
    public void flush() {}

    private static String name(long taskId) {
        return (taskId >>> 32) + ":" + (int) taskId;
    }
}
