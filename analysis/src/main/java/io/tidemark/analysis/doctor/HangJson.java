package io.tidemark.analysis.doctor;

import io.tidemark.analysis.text.JsonWriter;
import java.util.List;

/** {@code hang.json}, for programs and for the viewer. Pure output. */
public final class HangJson {
    private HangJson() {}

    public static void write(Diagnosis diagnosis, JsonWriter json) {
        HangFacts facts = diagnosis.facts();
        json.beginObject();
        json.member("sentence", diagnosis.sentence());
        json.member("advice", diagnosis.advice());
        if (diagnosis.taskId() >= 0) {
            json.member("taskId", Long.toUnsignedString(diagnosis.taskId()));
        }
        json.member("error_code", facts.errorCode());
        json.member("error_name", facts.errorName());
        json.member("hang_class", facts.hangClass());
        json.member("said", facts.sentence());
        json.member("end_us", facts.endMicros());
        json.member("end_tick", facts.code().endTick());
        if (facts.silentMicros() > 0) {
            json.member("device_silent_us", facts.silentMicros());
        }
        json.member("orchestration_done", facts.orchestrationDone());
        json.member("open_scopes", facts.openScopes());
        texts("open_scope_sites", facts.code().openScopes(), json);
        json.member("orchestration_call", facts.code().call());
        texts("orchestration_stack", facts.code().stack(), json);
        json.member(
                "orchestrator_waits_for", facts.orchestratorWait().resource().word());
        json.member("submitted", facts.submitted());
        json.member("completed", facts.completed());
        texts("cycle", diagnosis.cycle(), json);
        graph(diagnosis.graph(), json);
        json.name("tasks").beginArray();
        facts.tasks().forEach(task -> task(task, json));
        json.endArray();
        json.member("unlisted_tasks", facts.unlistedTasks());
        json.name("rings").beginArray();
        facts.rings().forEach(ring -> ring(ring, json));
        json.endArray();
        json.endObject().finish();
    }

    private static void graph(WaitGraph graph, JsonWriter json) {
        json.name("waitFor").beginObject().name("nodes").beginArray();
        for (WaitGraph.Node node : graph.nodes()) {
            json.beginObject().member("id", node.id()).member("label", node.label());
            json.member("kind", node.kind());
            if (node.taskId() >= 0) {
                json.member("taskId", Long.toUnsignedString(node.taskId()));
            }
            json.endObject();
        }
        json.endArray().name("edges").beginArray();
        for (WaitGraph.Edge edge : graph.edges()) {
            json.beginObject().member("from", edge.from()).member("to", edge.to());
            json.member("reason", edge.reason()).endObject();
        }
        json.endArray().endObject();
    }

    private static void task(HangFacts.Task task, JsonWriter json) {
        json.beginObject().member("taskId", Long.toUnsignedString(task.taskId()));
        json.member("kernel", task.kernel()).member("state", task.state().word());
        json.member("progress", task.progress().word()).member("core", task.core());
        if (task.subtasks() > 1) {
            json.member("block", task.block()).member("blocks", task.blocks());
            json.member("subtasks", task.subtasks());
            json.member("ended_subtasks", task.endedSubtasks());
        }
        json.member("since_us", task.sinceMicros());
        if (task.isRunning()) {
            json.member("begin_tick", task.stand().beginTick());
            json.member("begin", task.stand().beginKind().word());
            texts("stack", task.stand().stack(), json);
        }
        texts("waits_for", task.waitsFor().stream().map(Long::toUnsignedString).toList(), json);
        texts("arguments", task.arguments(), json);
        json.endObject();
    }

    private static void ring(HangFacts.Ring ring, JsonWriter json) {
        json.beginObject().member("ring", ring.ring()).member("most_tasks", ring.mostTasks());
        json.member("live_tasks", ring.liveTasks()).member("held_by_scope", ring.heldByScope());
        json.member("heap_used_bytes", ring.heapUsedBytes());
        json.member("heap_bytes", ring.heapBytes()).endObject();
    }

    private static void texts(String name, List<String> values, JsonWriter json) {
        json.name(name).beginArray();
        values.forEach(json::value);
        json.endArray();
    }
}
