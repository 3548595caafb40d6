package io.tidemark.analysis.convert.encode;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import java.util.EnumMap;
import java.util.Map;

/** The words every trace uses: categories, colours, argument keys and arrow names. Immutable. */
public final class Vocabulary {
    final Words words = new Words();

    public final Word event = words.of("event");
    public final Word scheduler = words.of("scheduler");
    public final Word orchestrator = words.of("orchestrator");
    public final Word queue = words.of("queue");
    public final Word overhead = words.of("overhead");
    public final Word hostUpload = words.of("host_h2d");
    public final Word graphExecution = words.of("graph_execution");
    public final Word profiler = words.of("profiler");

    public final Word eventHint = words.of("event-hint");
    public final Word fanoutHint = words.of("fanout-hint");
    public final Word faninHint = words.of("fanin-hint");
    public final Word durationMicros = words.of("duration-us");
    public final Word kernelMicros = words.of("kernel-duration-us");
    public final Word threw = words.of("kernel_threw");
    public final Word setupMicros = words.of("local_setup_us");
    public final Word taskIdOfSlice = words.of("taskId");
    public final Word task = words.of("task");
    public final Word core = words.of("core");
    public final Word function = words.of("func");
    public final Word violations = words.of("happens_before_violations");
    public final Word dispatchMicros = words.of("dispatch-time-us");
    public final Word finishMicros = words.of("finish-time-us");
    public final Word aicpuMicros = words.of("aicpu-duration-us");
    public final Word phase = words.of("phase");
    public final Word loopIteration = words.of("loop_iter");
    public final Word tasksProcessed = words.of("tasks_processed");
    public final Word depthsAtStart = words.of("shared_at_start (aic,aiv,mix)");
    public final Word depthsAtEnd = words.of("shared_at_end (aic,aiv,mix)");
    public final Word finishesProcessed = words.of("finishes_processed");
    public final Word finishRows = words.of("finish_rows_attributed");
    public final Word popHits = words.of("pop_hit");
    public final Word popMisses = words.of("pop_miss");
    public final Word taskId = words.of("task_id");
    public final Word predicatedPass = words.of("predicated_pass");
    public final Word submitIndex = words.of("submit_idx");
    public final Word bytes = words.of("bytes");
    public final Word cause = words.of("cause");
    public final Word missingRecords = words.of("missing_records");
    public final Word open = words.of("open");
    public final Word begin = words.of("begin");
    public final Word sentence = words.of("sentence");

    public final Word sharedQueue = words.of("shared_ready_queue");
    public final Word aic = words.of("AIC");
    public final Word aiv = words.of("AIV");
    public final Word mix = words.of("MIX");

    public final Word dummy = words.of("dummy");
    public final Word dummyTask = words.of("dummy_task");
    public final Word alloc = words.of("alloc");
    public final Word taskName = words.of("task");
    public final Word dot = words.of("\u00B7");
    public final Word gap = words.of("gap");
    public final Word freeze = words.of("freeze");

    public final Word dependency = words.of("dependency");
    public final Word violation = words.of("hb_violation");
    public final Word complete = words.of("complete");
    public final Word ready = words.of("complete\u2192ready");
    public final Word dispatch = words.of("dispatch");

    public final Word olive = words.of("olive");
    public final Word railAnimation = words.of("rail_animation");
    public final Word waitingForIo = words.of("thread_state_iowait");
    public final Word genericWork = words.of("generic_work");
    public final Word terrible = words.of("terrible");

    private final Map<SchedPhaseKind, Word> phaseColors = new EnumMap<>(SchedPhaseKind.class);
    private final Map<String, Word> submitColors;

    public Vocabulary() {
        phaseColors.put(SchedPhaseKind.COMPLETE, words.of("good"));
        phaseColors.put(SchedPhaseKind.DISPATCH, terrible);
        phaseColors.put(SchedPhaseKind.ASYNC_POLL, words.of("yellow"));
        phaseColors.put(SchedPhaseKind.RELEASE, olive);
        phaseColors.put(SchedPhaseKind.DUMMY, words.of("grey"));
        phaseColors.put(SchedPhaseKind.EARLY_DISPATCH, railAnimation);
        phaseColors.put(SchedPhaseKind.DRAIN, words.of("cq_build_running"));
        phaseColors.put(SchedPhaseKind.DRAIN_PREPARE, words.of("cq_build_attempt_runnable"));
        phaseColors.put(SchedPhaseKind.DRAIN_PUBLISH, words.of("cq_build_attempt_passed"));
        phaseColors.put(SchedPhaseKind.GRAPH_PREPARE, railAnimation);
        phaseColors.put(SchedPhaseKind.RESOLVE, words.of("vsync_highlight_color"));
        submitColors = Map.of(
                "orch_submit", railAnimation,
                "orch_sync", waitingForIo,
                "orch_alloc", terrible,
                "orch_params", words.of("good"),
                "orch_lookup", words.of("thread_state_running"),
                "orch_insert", olive,
                "orch_fanin", railAnimation);
    }

    public Word of(String text) {
        return words.of(text);
    }

    public Word phaseColor(SchedPhaseKind kind) {
        return phaseColors.getOrDefault(kind, genericWork);
    }

    public Word submitColor(String phase) {
        return submitColors.getOrDefault(phase, genericWork);
    }
}
