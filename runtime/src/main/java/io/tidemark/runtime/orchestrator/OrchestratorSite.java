package io.tidemark.runtime.orchestrator;

import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.Pacer;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.TeamBoard;
import io.tidemark.runtime.tensormap.TensorMap;

/**
 * What the orchestrator of a run works with.
 *
 * @param memory the chip's, as the host sees it
 * @param probe null when nothing is recorded
 */
public record OrchestratorSite(
        TaskTable table,
        TensorMap map,
        RunLatches latches,
        TeamBoard board,
        DeviceClock clock,
        Pacer pacer,
        RuntimeConfig config,
        DeviceMemory memory,
        Chip chip,
        OrchestratorProbe probe) {
    public ChipShape shape() {
        return chip.shape();
    }

    /** Where in device memory the heap of ring 0 begins; those of the others follow. */
    public long heapAddress() {
        return chip.memory().baseAddress();
    }
}
