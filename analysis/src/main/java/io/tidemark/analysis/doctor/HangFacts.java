package io.tidemark.analysis.doctor;

import io.tidemark.abi.stall.AwaitedResource;
import io.tidemark.abi.stall.BeginKind;
import io.tidemark.abi.stall.CoreProgress;
import io.tidemark.abi.stall.StuckState;
import io.tidemark.capture.certificate.EndingKind;
import io.tidemark.capture.finding.InertText;
import java.util.List;

/**
 * What is known of a run that stood still. Immutable.
 *
 * @param sentence what the runtime said when it stopped
 * @param hangClass the class of the stall, empty when a resource ran out instead
 * @param endMicros when the run was stopped, counted from its start
 * @param silentMicros for how long the device had given no answer at the stop; 0 if it answered, or
 *     if the time is unknown
 * @param code where the user's code stood then
 */
public record HangFacts(
        int errorCode,
        String errorName,
        String sentence,
        String hangClass,
        double endMicros,
        double silentMicros,
        boolean orchestrationDone,
        int openScopes,
        Wait orchestratorWait,
        long submitted,
        long completed,
        List<Task> tasks,
        long unlistedTasks,
        List<Ring> rings,
        Code code) {
    /** The error name of a run that was killed: what is known of it comes from its region. */
    public static final String KILLED = EndingKind.KILLED.word();

    /**
     * An unfinished task; one that was on several cores is there once for each.
     *
     * @param kernel the one on that core; off a core all of them
     * @param block which of its blocks was there, -1 off a core
     * @param subtasks how many kernel runs the task consists of
     * @param endedSubtasks how many of several have ended
     * @param progress of its core before the stop
     * @param sinceMicros when it was sent to its core; below 0 when it is not known
     * @param stand where its kernel stood and since when
     */
    public record Task(
            long taskId,
            String kernel,
            StuckState state,
            CoreProgress progress,
            int core,
            int block,
            int blocks,
            int subtasks,
            int endedSubtasks,
            double sinceMicros,
            List<Long> waitsFor,
            List<String> arguments,
            Stand stand) {
        public Task {
            kernel = InertText.line(kernel); // goes into a text that people read
            waitsFor = List.copyOf(waitsFor);
            arguments = arguments.stream().map(InertText::line).toList();
        }

        boolean isRunning() {
            return state == StuckState.RUNNING;
        }

        boolean hasReturned() {
            return progress == CoreProgress.RETURNED;
        }

        /** Sort key: tasks without a known time come last. */
        double sinceOrLast() {
            return sinceMicros < 0 ? Double.MAX_VALUE : sinceMicros;
        }

        boolean isCohort() {
            return state == StuckState.COHORT;
        }

        /** Why it waits for those it waits for. */
        String reason() {
            return switch (state) {
                case COHORT -> "needs its core";
                case READY -> "is dispatched after it";
                default -> "needs its result";
            };
        }

        /** Which part of a task of several is meant; empty for one that runs once. */
        String part() {
            String ofBlock = block >= 0 && blocks > 1 ? ", block " + block + " of " + blocks : "";
            return subtasks > 1
                    ? "%s (%d of its %d kernel runs have ended)".formatted(ofBlock, endedSubtasks, subtasks)
                    : "";
        }
    }

    /**
     * A kernel that was on its core.
     *
     * @param beginTick when it began by the device clock, 0 when it is not known
     * @param beginKind what that tick is
     * @param stack its frames, innermost first; empty when they could not be read
     */
    public record Stand(long beginTick, BeginKind beginKind, List<String> stack) {
        public static final Stand UNKNOWN = new Stand(0, BeginKind.UNKNOWN, List.of());

        public Stand {
            stack = List.copyOf(stack);
        }
    }

    /**
     * Where the orchestration stood.
     *
     * @param endTick when the run was stopped, by the device clock; 0 when it is not known
     * @param call what it had called, empty when it was in no call
     * @param stack the frames from the innermost one of the user on; empty if the orchestration had
     *     returned, or if no stack could be taken
     * @param openScopes where the open scopes were opened, outermost first; empty if it was not
     *     recorded
     */
    public record Code(long endTick, String call, List<String> stack, List<String> openScopes) {
        public static final Code UNKNOWN = new Code(0, "", List.of(), List.of());

        public Code {
            stack = List.copyOf(stack);
            openScopes = List.copyOf(openScopes);
        }
    }

    /**
     * What the orchestrator waited for.
     *
     * @param ring whose resource it is, or -1
     * @param taskId whose result it is, or -1
     */
    public record Wait(AwaitedResource resource, int ring, long taskId) {
        public static final Wait NOTHING = new Wait(AwaitedResource.NOTHING, -1, -1);
    }

    /** How full a ring was. */
    public record Ring(
            int ring, int mostTasks, long liveTasks, boolean heldByScope, long heapUsedBytes, long heapBytes) {}

    boolean isKilled() {
        return errorName.equals(KILLED);
    }

    public HangFacts {
        tasks = List.copyOf(tasks);
        rings = List.copyOf(rings);
    }
}
