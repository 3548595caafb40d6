package io.tidemark.analysis.doctor;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.stall.StuckState;
import io.tidemark.analysis.text.Units;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The doctor's answer: one sentence that says what blocks what. Immutable.
 *
 * @param advice which setting would have avoided it, empty when there is none
 * @param taskId the task to look at first, -1 when there is none
 * @param cycle who waits in a circle, the first one again at the end; empty when there is no cycle
 */
public record Diagnosis(
        HangFacts facts, String sentence, String advice, long taskId, WaitGraph graph, List<String> cycle) {
    private static final int TENSOR_WAIT_TIMEOUT = 8;

    public Diagnosis {
        cycle = List.copyOf(cycle);
    }

    public static Diagnosis of(HangFacts facts) {
        WaitGraph graph = WaitGraph.of(facts);
        List<String> cycle = graph.cycle();
        Optional<HangFacts.Task> first =
                maker(facts).or(() -> facts.tasks().stream().findFirst());
        Blockage blockage = Blockage.of(facts);
        Optional<HangFacts.Task> running = running(facts);
        String sentence;
        if (facts.isKilled()) {
            sentence = killed(facts);
        } else if (running.isPresent()) {
            sentence = running(facts, running.get(), graph, blockage);
        } else if (!blockage.resource().isEmpty()) {
            sentence = blocked(facts, blockage);
        } else if (!cycle.isEmpty()) {
            sentence = inACircle(graph, cycle);
        } else if (first.isPresent()) {
            sentence = waiting(facts, first.get());
        } else if (isTensorWait(facts)) {
            sentence = "The orchestration waited for a tensor: " + facts.sentence();
        } else {
            sentence = starving(facts);
        }
        return new Diagnosis(
                facts,
                facts.silentMicros() > 0 ? behindSilence(facts, sentence) : sentence,
                running.isPresent() ? "" : blockage.advice(),
                running.or(() -> first).map(HangFacts.Task::taskId).orElse(-1L),
                graph,
                cycle);
    }

    /** What stood still need not have been why: nothing moves on a device that others have. */
    private static String behindSilence(HangFacts facts, String sentence) {
        return "The device itself gave no answer for %s before the stop (other programs have it, or it stands still), so what follows may be no fault of the graph: %s"
                .formatted(Units.micros(facts.silentMicros()), sentence);
    }

    /**
     * The task to blame: the one that has been on a core for longest. A task that is only staged on
     * a core does not count. A task that returned after the stop request counts only if nothing
     * else ended the run.
     */
    private static Optional<HangFacts.Task> running(HangFacts facts) {
        boolean mayHaveReturned = !facts.hangClass().isEmpty() || isTensorWait(facts);
        Stream<HangFacts.Task> known = isTensorWait(facts) ? maker(facts).stream() : facts.tasks().stream();
        return known.filter(HangFacts.Task::isRunning)
                .filter(task -> mayHaveReturned || !task.hasReturned())
                .min(Comparator.comparing(HangFacts.Task::hasReturned)
                        .thenComparingDouble(HangFacts.Task::sinceOrLast));
    }

    private static boolean isTensorWait(HangFacts facts) {
        return facts.errorCode() == TENSOR_WAIT_TIMEOUT;
    }

    /**
     * Of a tensor that did not come: the task that keeps it, which is the one that makes it or one
     * that this waits for; on a core if one of them is. Empty when it is not that, or not known.
     */
    private static Optional<HangFacts.Task> maker(HangFacts facts) {
        if (!isTensorWait(facts)) {
            return Optional.empty();
        }
        Map<Long, HangFacts.Task> known = new HashMap<>();
        facts.tasks().forEach(task -> known.putIfAbsent(task.taskId(), task));
        Optional<HangFacts.Task> last = Optional.empty();
        Set<Long> seen = new HashSet<>();
        Deque<Long> left = new ArrayDeque<>(List.of(facts.orchestratorWait().taskId()));
        while (!left.isEmpty()) {
            HangFacts.Task task = known.get(left.pop());
            if (task == null || !seen.add(task.taskId())) {
                continue;
            }
            last = Optional.of(task);
            if (task.isRunning()) {
                break;
            }
            left.addAll(task.waitsFor());
        }
        return last;
    }

    /** Tasks are listed by how long they had been where they were. */
    private static String killed(HangFacts facts) {
        List<HangFacts.Task> onCores =
                facts.tasks().stream().filter(HangFacts.Task::isRunning).toList();
        String when = "%s some %s after the start, %d of %s complete"
                .formatted(
                        sentenceCase(facts.sentence()),
                        Units.micros(facts.endMicros()),
                        facts.completed(),
                        Units.plural(facts.submitted(), "task"));
        if (onCores.isEmpty()) {
            return when + "; no core had a task" + offCores(facts) + ".";
        }
        HangFacts.Task oldest = onCores.getFirst();
        String stood = oldest.sinceMicros() < 0
                ? ""
                : " and had been there for %s or more"
                        .formatted(Units.micros(facts.endMicros() - oldest.sinceMicros()));
        return "%s; cores with tasks: %d, first of them task %s of kernel %s on core %d, which was %s%s%s."
                .formatted(
                        when,
                        onCores.size(),
                        TaskId.label(oldest.taskId()),
                        oldest.kernel(),
                        oldest.core(),
                        oldest.progress().word(),
                        stood,
                        waited(facts.orchestratorWait()));
    }

    private static String sentenceCase(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    /** Why there was nothing to run, as far as the board of a region tells. */
    private static String offCores(HangFacts facts) {
        String waited = waited(facts.orchestratorWait());
        if (!waited.isEmpty()) {
            return waited;
        }
        if (facts.unlistedTasks() > 0) {
            return "; %d submitted tasks had not been dispatched, and the orchestration had %sended"
                    .formatted(facts.unlistedTasks(), facts.orchestrationDone() ? "" : "not ");
        }
        return facts.orchestrationDone()
                ? ""
                : "; all that was submitted was complete, and the orchestration had not ended";
    }

    private static String waited(HangFacts.Wait wait) {
        return switch (wait.resource()) {
            case NOTHING -> "";
            case TASK_RESULT -> "; the orchestrator waited for the result of task " + TaskId.label(wait.taskId());
            default ->
                "; the orchestrator waited for %s%s"
                        .formatted(
                                wait.resource().word().replace('_', ' '),
                                wait.ring() < 0 ? "" : " of ring " + wait.ring());
        };
    }

    private static String running(HangFacts facts, HangFacts.Task task, WaitGraph graph, Blockage blockage) {
        int waiters = graph.waitingFor(task.taskId());
        return "Task %s of kernel %s on core %d%s %s%s%s%s%s%s."
                .formatted(
                        TaskId.label(task.taskId()),
                        task.kernel(),
                        task.core(),
                        task.part(),
                        task.hasReturned()
                                ? "returned only when it was asked to stop"
                                : "has not returned and is " + task.progress().word(),
                        since(facts, task),
                        waiting(waiters),
                        cohort(facts, task),
                        awaited(facts, task),
                        blockage.resource().isEmpty()
                                ? ""
                                : "; so the %s of ring %d cannot be freed"
                                        .formatted(
                                                blockage.resource(),
                                                blockage.ring().ring()));
    }

    private static String waiting(int waiters) {
        return switch (waiters) {
            case 0 -> "";
            case 1 -> "; 1 listed task waits for it";
            default -> "; %d listed tasks wait for it".formatted(waiters);
        };
    }

    private static String awaited(HangFacts facts, HangFacts.Task task) {
        long awaited = facts.orchestratorWait().taskId();
        if (awaited < 0) {
            return "";
        }
        return "; the orchestrator waits for "
                + (awaited == task.taskId() ? "its result" : "the result of task " + TaskId.label(awaited));
    }

    private static String cohort(HangFacts facts, HangFacts.Task holder) {
        return facts.tasks().stream()
                .filter(task -> task.isCohort() && task.waitsFor().contains(holder.taskId()))
                .findFirst()
                .map(task -> "; the %d blocks of task %s of kernel %s start together and cannot without its core"
                        .formatted(task.blocks(), TaskId.label(task.taskId()), task.kernel()))
                .orElse("");
    }

    private static String since(HangFacts facts, HangFacts.Task task) {
        return task.sinceMicros() < 0
                ? ""
                : ", since %s after the start (%s before the stop)"
                        .formatted(
                                Units.micros(task.sinceMicros()), Units.micros(facts.endMicros() - task.sinceMicros()));
    }

    private static String blocked(HangFacts facts, Blockage blockage) {
        return "The orchestrator waits for %s of ring %d (%s), %s."
                .formatted(
                        blockage.resource(),
                        blockage.ring().ring(),
                        blockage.use(),
                        blockage.ring().heldByScope()
                                ? "freed only when the scope at depth %d closes, which the orchestrator itself does"
                                        .formatted(facts.openScopes())
                                : "and nothing gives it back");
    }

    private static String inACircle(WaitGraph graph, List<String> cycle) {
        return "Nothing can run, because each of these waits for the next: %s.".formatted(graph.labels(cycle));
    }

    private static String waiting(HangFacts facts, HangFacts.Task task) {
        String why;
        if (task.state() == StuckState.CONDITIONS) {
            why = "has run, and what completes it has not come";
        } else if (task.waitsFor().isEmpty()) {
            boolean noneHasRun = !facts.orchestrationDone() && facts.completed() == 0;
            why = "is ready, and no core takes it"
                    + (noneHasRun
                            ? "; the orchestration has not ended, and with --serial no task" + " starts before it has"
                            : "");
        } else {
            why = "waits for task %s, which never ran"
                    .formatted(TaskId.label(task.waitsFor().getFirst()));
        }
        return "Task %s of kernel %s %s%s."
                .formatted(TaskId.label(task.taskId()), task.kernel(), why, awaited(facts, task));
    }

    private static String starving(HangFacts facts) {
        if (facts.completed() < facts.submitted()) {
            return "The orchestration has not ended, and none of its %d tasks starts before it does."
                    .formatted(facts.submitted() - facts.completed());
        }
        return facts.submitted() == 0
                ? "The orchestration has submitted nothing and has not ended."
                : "All %d submitted tasks are complete, but the orchestration has not ended and submits nothing more."
                        .formatted(facts.submitted());
    }
}
