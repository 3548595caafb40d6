package io.tidemark.analysis.convert;

import io.tidemark.capture.swimlane.PhaseKind;
import java.util.EnumMap;
import java.util.Map;

/** The words every trace uses: categories, colours, argument keys and arrow names. Immutable. */
final class Vocabulary {
    final Words words = new Words();

    final Word event = words.of("event");
    final Word scheduler = words.of("scheduler");
    final Word orchestrator = words.of("orchestrator");
    final Word queue = words.of("queue");
    final Word overhead = words.of("overhead");
    final Word hostUpload = words.of("host_h2d");
    final Word graphExecution = words.of("graph_execution");
    final Word profiler = words.of("profiler");

    final Word eventHint = words.of("event-hint");
    final Word fanoutHint = words.of("fanout-hint");
    final Word faninHint = words.of("fanin-hint");
    final Word durationMicros = words.of("duration-us");
    final Word kernelMicros = words.of("kernel-duration-us");
    final Word threw = words.of("kernel_threw");
    final Word setupMicros = words.of("local_setup_us");
    final Word taskIdOfSlice = words.of("taskId");
    final Word task = words.of("task");
    final Word core = words.of("core");
    final Word function = words.of("func");
    final Word violations = words.of("happens_before_violations");
    final Word dispatchMicros = words.of("dispatch-time-us");
    final Word finishMicros = words.of("finish-time-us");
    final Word aicpuMicros = words.of("aicpu-duration-us");
    final Word phase = words.of("phase");
    final Word loopIteration = words.of("loop_iter");
    final Word tasksProcessed = words.of("tasks_processed");
    final Word depthsAtStart = words.of("shared_at_start (aic,aiv,mix)");
    final Word depthsAtEnd = words.of("shared_at_end (aic,aiv,mix)");
    final Word finishesProcessed = words.of("finishes_processed");
    final Word finishRows = words.of("finish_rows_attributed");
    final Word popHits = words.of("pop_hit");
    final Word popMisses = words.of("pop_miss");
    final Word taskId = words.of("task_id");
    final Word predicatedPass = words.of("predicated_pass");
    final Word submitIndex = words.of("submit_idx");
    final Word bytes = words.of("bytes");
    final Word cause = words.of("cause");
    final Word missingRecords = words.of("missing_records");
    final Word open = words.of("open");
    final Word begin = words.of("begin");
    final Word sentence = words.of("sentence");

    final Word sharedQueue = words.of("shared_ready_queue");
    final Word aic = words.of("AIC");
    final Word aiv = words.of("AIV");
    final Word mix = words.of("MIX");

    final Word dummy = words.of("dummy");
    final Word dummyTask = words.of("dummy_task");
    final Word alloc = words.of("alloc");
    final Word taskName = words.of("task");
    final Word dot = words.of("\u00B7");
    final Word gap = words.of("gap");
    final Word freeze = words.of("freeze");

    final Word dependency = words.of("dependency");
    final Word violation = words.of("hb_violation");
    final Word complete = words.of("complete");
    final Word ready = words.of("complete\u2192ready");
    final Word dispatch = words.of("dispatch");

    final Word olive = words.of("olive");
    final Word railAnimation = words.of("rail_animation");
    final Word waitingForIo = words.of("thread_state_iowait");
    final Word genericWork = words.of("generic_work");
    final Word terrible = words.of("terrible");

    private final Map<PhaseKind, Word> phaseColors = new EnumMap<>(PhaseKind.class);
    private final Map<String, Word> submitColors;

    Vocabulary() {
        phaseColors.put(PhaseKind.COMPLETE, words.of("good"));
        phaseColors.put(PhaseKind.DISPATCH, terrible);
        phaseColors.put(PhaseKind.ASYNC_POLL, words.of("yellow"));
        phaseColors.put(PhaseKind.RELEASE, olive);
        phaseColors.put(PhaseKind.DUMMY, words.of("grey"));
        phaseColors.put(PhaseKind.EARLY_DISPATCH, railAnimation);
        phaseColors.put(PhaseKind.DRAIN, words.of("cq_build_running"));
        phaseColors.put(PhaseKind.DRAIN_PREPARE, words.of("cq_build_attempt_runnable"));
        phaseColors.put(PhaseKind.DRAIN_PUBLISH, words.of("cq_build_attempt_passed"));
        phaseColors.put(PhaseKind.GRAPH_PREPARE, railAnimation);
        phaseColors.put(PhaseKind.RESOLVE, words.of("vsync_highlight_color"));
        submitColors =
                Map.of(
                        "orch_submit", railAnimation,
                        "orch_sync", waitingForIo,
                        "orch_alloc", terrible,
                        "orch_params", words.of("good"),
                        "orch_lookup", words.of("thread_state_running"),
                        "orch_insert", olive,
                        "orch_fanin", railAnimation);
    }

    Word of(String text) {
        return words.of(text);
    }

    Word phaseColor(PhaseKind kind) {
        return phaseColors.getOrDefault(kind, genericWork);
    }

    Word submitColor(String phase) {
        return submitColors.getOrDefault(phase, genericWork);
    }
}
