package io.tidemark.capture.strace;

import java.util.List;

/** One prepare pass of a host-built graph: one line of {@code host_phase_records.jsonl}. */
public record HostPhasePass(long pid, long invocation, String clock, long dropped, List<Phase> phases) {
    /** The phases that make up a pass, in the order it goes through them. */
    public static final List<String> STAGES = List.of(
            "args",
            "arena_build",
            "static_arena",
            "gm_heap",
            "shared_mem",
            "runtime_init",
            "host_orch",
            "graph_upload",
            "relocate",
            "sm_h2d",
            "arena_h2d",
            "host_view_close");

    /** What the orchestration does inside {@code host_orch}. */
    public static final List<String> OPERATIONS =
            List.of("submit_task", "alloc_tensors", "record_node", "graph_submit", "build_definition");

    /**
     * One timed host operation.
     *
     * @param detail task id for submitting kinds, else bytes, nodes, ...
     */
    public record Phase(String phase, long startNanos, long endNanos, long detail, long tid) {
        /** True for what the orchestration does inside its stage, false for the stages. */
        public boolean isOperation() {
            return OPERATIONS.contains(phase);
        }

        /** True when {@code detail} is a task id. */
        public boolean namesTask() {
            return switch (phase) {
                case "submit_task", "alloc_tensors", "graph_submit" -> true;
                default -> false;
            };
        }
    }

    public HostPhasePass {
        phases = List.copyOf(phases);
    }
}
