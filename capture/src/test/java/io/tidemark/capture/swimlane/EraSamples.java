package io.tidemark.capture.swimlane;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The same three runs of two tasks, written in the form of each era. */
final class EraSamples {
    /** A run; times in microseconds. */
    record Run(
            long task, int function, int core, String type, double start, double end, double dispatch, double finish) {}

    static final List<Run> RUNS = List.of(
            new Run(0, 3, 0, "aic", 0.5, 6.0, 0.0, 6.1),
            new Run(4294967297L, 0, 1, "aiv", 6.5, 8.9, 6.2, 9.0),
            new Run(4294967297L, 0, 2, "aiv", 6.6, 9.8, 6.22, 9.9));

    private static final long BASE = 900_000;

    private EraSamples() {}

    /** Which optional parts a sample has. */
    record Parts(boolean ring, boolean ready, boolean dispatch, boolean zeroDispatch, boolean fanout) {}

    static String microseconds(String head, Parts parts, String tail) {
        String tasks = RUNS.stream().map(run -> task(run, parts)).collect(Collectors.joining(",\n"));
        return "{\n" + head + "  \"tasks\": [\n" + tasks + "\n  ]" + tail + "\n}\n";
    }

    private static String task(Run run, Parts parts) {
        StringBuilder text = new StringBuilder("    {\n");
        field(text, "task_id", Long.toString(run.task));
        field(text, "func_id", Integer.toString(run.function));
        field(text, "core_id", Integer.toString(run.core));
        field(text, "core_type", "\"" + run.type + "\"");
        if (parts.ring) {
            field(text, "ring_id", Long.toString(run.task >> 32));
        }
        field(text, "start_time_us", micros(run.start));
        field(text, "end_time_us", micros(run.end));
        field(text, "duration_us", micros(run.end - run.start));
        if (parts.ready) {
            field(text, "kernel_ready_time_us", micros(run.start));
        }
        if (parts.dispatch) {
            field(text, "dispatch_time_us", micros(parts.zeroDispatch ? 0 : run.dispatch));
            field(text, "finish_time_us", micros(parts.zeroDispatch ? 0 : run.finish));
        }
        if (parts.fanout) {
            field(text, "fanout", run.task == 0 ? "[4294967297]" : "[]");
            field(text, "fanout_count", run.task == 0 ? "1" : "0");
        }
        return text.substring(0, text.length() - 2) + "\n    }";
    }

    private static void field(StringBuilder text, String key, String value) {
        text.append("      \"").append(key).append("\": ").append(value).append(",\n");
    }

    private static String micros(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    /** Scheduler phases, one of them unknown, in microseconds. */
    static final String MICROSECOND_PHASES = """
            ,
              "aicpu_scheduler_phases": [
                [
                  {"start_time_us": 0.000, "end_time_us": 0.400, "phase": "dispatch", "loop_iter": 7, "tasks_processed": 1, "pop_hit": 1, "pop_miss": 4},
                  {"start_time_us": 6.050, "end_time_us": 6.150, "phase": "complete", "loop_iter": 8, "tasks_processed": 1}
                ],
                [
                ]
              ]\
            """;

    static final String MICROSECOND_SUBMITS = """
            ,
              "aicpu_orchestrator_phases": [
                [
                  {"phase": "orch_submit", "start_time_us": 0.000, "end_time_us": 0.300, "submit_idx": 0, "task_id": 0},
                  {"phase": "orch_submit", "start_time_us": 0.300, "end_time_us": 0.600, "submit_idx": 1, "task_id": 4294967297}
                ]
              ],
              "core_to_thread": [0, 0, 1]\
            """;

    static final String SUMMARY = """
            ,
              "aicpu_orchestrator": {
                "start_time_us": 0.000,
                "end_time_us": 0.600,
                "submit_count": 2,
                "phase_us": {
                  "sync": 0.100,
                  "alloc": 0.120
                }
              },
              "aicpu_orchestrator_phases": [
                {"phase": "orch_sync", "start_time_us": 0.000, "end_time_us": 0.300, "submit_idx": 0},
                {"phase": "orch_fanin", "start_time_us": 0.300, "end_time_us": 0.600, "submit_idx": 1}
              ]\
            """;

    /** Raw ticks at 50 MHz, as eras F and G write them. */
    static String ticks(String levelKey, int level, boolean sixColumns, boolean localDepths) {
        StringBuilder text = new StringBuilder("{\n  \"" + levelKey + "\": " + level + ",\n");
        text.append("  \"metadata\": {\n    \"clock_freq_hz\": 50000000,\n    \"num_cores\": 3,\n");
        text.append("    \"core_types\": [\"aic\", \"aiv\", \"aiv\"]");
        text.append(level >= 3 ? ",\n    \"core_to_thread\": [0, 0, 1]" : "").append("\n  },\n");
        text.append("  \"aicore_tasks\": [\n");
        text.append(RUNS.stream().map(run -> aicoreRow(run, sixColumns)).collect(Collectors.joining(",\n")));
        text.append("\n  ],\n  \"aicpu_tasks\": [");
        if (level >= 2) {
            text.append("\n");
            text.append(RUNS.stream().map(EraSamples::aicpuRow).collect(Collectors.joining(",\n")));
            text.append("\n  ");
        }
        text.append("]").append(level >= 3 ? tickPhases(localDepths) : "");
        text.append(level >= 4 ? tickSubmits() : "");
        return text.append("\n}\n").toString();
    }

    private static String aicoreRow(Run run, boolean sixColumns) {
        return "    ["
                + run.core
                + ", "
                + run.task
                + ", "
                + (17 + run.core)
                + ", "
                + tick(run.start)
                + ", "
                + tick(run.end)
                + (sixColumns ? ", 4]" : "]");
    }

    private static String aicpuRow(Run run) {
        return "    [" + run.core + ", " + (17 + run.core) + ", " + tick(run.dispatch) + ", " + tick(run.finish) + "]";
    }

    private static String tickPhases(boolean localDepths) {
        String local = localDepths ? "\"local_at_start\": [0,0,0], " : "";
        String localEnd = localDepths ? "\"local_at_end\": [0,0,0], " : "";
        return """
        ,
          "aicpu_scheduler_phases": [
            [
              {"kind": "dispatch", "start_cycles": %d, "end_cycles": %d, "loop_iter": 7, "tasks_processed": 1, "pop_hit": 1, "pop_miss": 4, %s"shared_at_start": [1,0,0], %s"shared_at_end": [0,0,0]},
              {"kind": "complete", "start_cycles": %d, "end_cycles": %d, "loop_iter": 8, "tasks_processed": 1, %s"shared_at_start": [0,1,0], %s"shared_at_end": [0,0,0]}
            ],
            []
          ]""".formatted(tick(0), tick(0.4), local, localEnd, tick(6.06), tick(6.14), local, localEnd);
    }

    private static String tickSubmits() {
        return """
        ,
          "aicpu_orchestrator_phases": [
            [
              {"submit_idx": 0, "task_id": 0, "start_cycles": %d, "end_cycles": %d},
              {"submit_idx": 1, "task_id": 4294967297, "start_cycles": %d, "end_cycles": %d}
            ]
          ]""".formatted(tick(0), tick(0.3), tick(0.3), tick(0.6));
    }

    private static long tick(double micros) {
        return BASE + Math.round(micros * 50);
    }
}
