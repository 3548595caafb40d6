package io.tidemark.runtime.orchestrator;

import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.Pacer;
import io.tidemark.chip.Topology;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.scheduler.RunLatches;
import io.tidemark.runtime.scheduler.TeamBoard;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.tensormap.TensorMap;

/**
 * What the orchestrator of a run works with.
 *
 * @param heapAddress where in device memory the heap of ring 0 begins; those of the others follow
 * @param probe null when nobody records
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
        long heapAddress,
        Topology topology,
        OrchestratorProbe probe) {}
