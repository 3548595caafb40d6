package io.tidemark.analysis.doctor;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.text.Units;
import java.util.List;

/** {@code hang.txt}, for people: the sentence first, then what it rests on. Pure output. */
public final class HangText {
    private static final int MOST_TASKS = 16;
    private static final int MOST_STACKS = 4; // hang.json has all

    private HangText() {}

    public static String of(Diagnosis diagnosis) {
        HangFacts facts = diagnosis.facts();
        StringBuilder text = new StringBuilder(diagnosis.sentence()).append('\n');
        if (!diagnosis.advice().isEmpty()) {
            text.append(diagnosis.advice()).append('\n');
        }
        if (!diagnosis.cycle().isEmpty()) {
            text.append("circle: ")
                    .append(diagnosis.graph().labels(diagnosis.cycle()))
                    .append('\n');
        }
        boolean killed = facts.errorName().equals(HangFacts.KILLED);
        text.append(killed ? "" : "stopped with ")
                .append(facts.errorName())
                .append(facts.hangClass().isEmpty() ? "" : " " + facts.hangClass())
                .append(" %s after the start; %d of %s complete, orchestration %s, %s open\n"
                        .formatted(
                                Units.micros(facts.endMicros()),
                                facts.completed(),
                                Units.plural(facts.submitted(), "task"),
                                facts.orchestrationDone() ? "done" : "not done",
                                Units.plural(facts.openScopes(), "scope")));
        code(facts, text);
        facts.tasks().stream().limit(MOST_TASKS).forEach(task -> task(task, text));
        long more = facts.unlistedTasks() + Math.max(0, facts.tasks().size() - MOST_TASKS);
        if (more > 0) {
            text.append("and ").append(more).append(" more unfinished tasks\n");
        }
        for (HangFacts.Ring ring : facts.rings()) {
            if (ring.liveTasks() > 0) {
                text.append("ring %d: %d of %s, %s of %s of heap%s\n"
                        .formatted(
                                ring.ring(),
                                ring.liveTasks(),
                                Units.plural(ring.mostTasks(), "slot"),
                                Units.bytes(ring.heapUsedBytes()),
                                Units.bytes(ring.heapBytes()),
                                ring.heldByScope() ? ", held by an open scope" : ""));
            }
        }
        return text.toString();
    }

    /** Where the user's code stood. */
    private static void code(HangFacts facts, StringBuilder text) {
        facts.tasks().stream()
                .filter(task -> !task.stand().stack().isEmpty())
                .limit(MOST_STACKS)
                .forEach(task -> {
                    text.append("kernel ").append(task.kernel()).append(" of task ");
                    text.append(TaskId.label(task.taskId())).append(" stood on core ");
                    text.append(task.core()).append(" at\n");
                    frames(task.stand().stack(), text);
                });
        HangFacts.Code code = facts.code();
        if (!code.stack().isEmpty()) {
            text.append("orchestration stood at");
            text.append(code.call().isEmpty() ? "\n" : ", in " + code.call() + "\n");
            frames(code.stack(), text);
        }
        if (!code.openScopes().isEmpty()) {
            text.append("open scopes, outermost first: ");
            text.append(String.join(", ", code.openScopes())).append('\n');
        } else if (facts.openScopes() > 0 && !facts.isKilled()) {
            text.append("where the open scopes were opened is recorded by --scope-stats\n");
        }
    }

    private static void frames(List<String> frames, StringBuilder text) {
        frames.forEach(frame -> text.append("    ").append(frame).append('\n'));
    }

    private static void task(HangFacts.Task task, StringBuilder text) {
        text.append("task ")
                .append(TaskId.label(task.taskId()))
                .append(' ')
                .append(task.kernel())
                .append(": ")
                .append(task.state().word());
        if (task.core() >= 0) {
            text.append(" on core ").append(task.core());
        }
        text.append(task.part());
        if (!task.waitsFor().isEmpty()) {
            text.append(", waits for");
            task.waitsFor().forEach(id -> text.append(' ').append(TaskId.label(id)));
        }
        if (task.isRunning() && !task.arguments().isEmpty()) {
            text.append("; arguments: ").append(String.join(", ", task.arguments()));
        }
        text.append('\n');
    }
}
