package io.tidemark.cli.whatif;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.recording.whatif.Machine;
import io.tidemark.recording.whatif.SmallestRings;
import io.tidemark.recording.whatif.WhatIf;
import java.util.List;

/** Answers for programs. */
final class WhatIfJson {
    private static final double MICRO = 1e3;

    private WhatIfJson() {}

    static void machine(WhatIf run, JsonWriter writer) {
        Machine machine = run.machine();
        writer.name("machine").beginObject();
        writer.member("platform", machine.platform().label());
        writer.member("clusters", machine.clusters());
        writer.member("aicpu_threads", machine.aicpuThreads());
        writer.member("profile", machine.profile().name());
        writer.endObject();
        writer.member("captured_makespan_us", run.capturedNanos() / MICRO);
        writer.member("replayed_makespan_us", run.replayedNanos() / MICRO);
        writer.member("replay_error_percent", 100 * run.replayError());
    }

    static void answer(Answer answer, JsonWriter writer) {
        strings("changes", answer.changes(), writer);
        writer.member("predicted_makespan_us", answer.predictedNanos() / MICRO);
        writer.member("difference_percent", 100 * answer.difference());
        writer.name("interval_us").beginArray();
        writer.value(answer.interval().lowNanos() / MICRO);
        writer.value(answer.interval().highNanos() / MICRO);
        writer.endArray();
        writer.member("draws", answer.interval().draws());
        writer.member("seed", answer.seed());
        if (answer.path().isPresent()) {
            answer.binds().ifPresent(what -> writer.member("binds", what));
            writer.name("critical_path_percent").beginObject();
            answer.composition().forEach(writer::member);
            writer.endObject();
        }
        strings("reasons", answer.reasons(), writer);
    }

    static void rings(SmallestRings found, JsonWriter writer) {
        writer.name("smallest_rings").beginArray();
        for (int ring : found.used()) {
            writer.beginObject();
            writer.member("ring", ring);
            writer.member("task_window", found.rings().taskWindow(ring));
            writer.member("heap_bytes", found.rings().heapBytes(ring));
            writer.member("dependency_pool", found.rings().dependencyPool(ring));
            writer.endObject();
        }
        writer.endArray();
        writer.member("smallest_rings_makespan_us", found.nanos() / MICRO);
    }

    static void points(String name, WhatIf run, List<Point> points, JsonWriter writer) {
        writer.name(name).beginArray();
        for (Point point : points) {
            writer.beginObject().member("change", point.words());
            writer.member("option", "--" + point.option());
            if (point.isDone()) {
                writer.member("predicted_makespan_us", point.nanos() / MICRO);
                writer.member(
                        "difference_percent", 100.0 * (point.nanos() - run.replayedNanos()) / run.replayedNanos());
            } else {
                writer.member("error", point.failure());
            }
            writer.endObject();
        }
        writer.endArray();
        strings("reasons", run.graph().remarks(), writer);
    }

    private static void strings(String name, List<String> texts, JsonWriter writer) {
        writer.name(name).beginArray();
        texts.forEach(writer::value);
        writer.endArray();
    }
}
