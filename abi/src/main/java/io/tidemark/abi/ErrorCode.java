package io.tidemark.abi;

import java.util.Optional;

/**
 * Why a run stopped early, as the device latched it: 1 to 99 by the orchestrator, from 100 on by a
 * scheduler. The run's status word is the code with a minus sign. Numbers are fixed; 6 is retired
 * and stays taken.
 */
public enum ErrorCode {
    NONE(0, "the run reported no error", "nothing to do"),
    SCOPE_DEADLOCK(
            1,
            "one scope holds so many tasks that its ring can never free a slot",
            "split the scope, or raise ring_task_window above the scope's task count"),
    HEAP_RING_DEADLOCK(
            2,
            "the output heap stayed full and no finished task gave memory back",
            "raise ring_heap, or close scopes earlier so that their outputs can be reused"),
    FLOW_CONTROL_DEADLOCK(
            3,
            "the task window stayed full and its oldest task never retired",
            "raise ring_task_window, and look for the oldest unfinished task"),
    DEP_POOL_OVERFLOW(
            4,
            "the pool that holds dependency lists ran out",
            "raise ring_dep_pool, or submit tasks with fewer producers"),
    INVALID_ARGS(
            5,
            "a submit was given arguments or dependencies that make no sense",
            "check argument tags, task ids and scope modes at the reported site"),
    DEPENDENCY_OVERFLOW(
            6,
            "retired code, no current device reports it",
            "the capture comes from an older runtime"),
    REQUIRE_SYNC_START_INVALID(
            7,
            "a cohort that must start together needs more cores than the chip has",
            "lower the block count, or drop the synchronous start"),
    TENSOR_WAIT_TIMEOUT(
            8,
            "orchestration waited too long for the contents of a tensor",
            "find the producer of that tensor; it is late or was never submitted"),
    EXPLICIT_ORCH_FATAL(
            9,
            "the orchestration code itself reported a fatal error",
            "read its message in the log"),
    SCOPE_TASKS_OVERFLOW(
            10,
            "a scope holds more tasks than its book-keeping can list",
            "split the scope into smaller ones"),
    TENSORMAP_OVERFLOW(
            11,
            "the map from memory to producers stayed full",
            "close scopes earlier, or use fewer distinct tensor views"),
    SCHEDULER_TIMEOUT(
            100,
            "no task made progress within the scheduler's time limit",
            "the stall detail says whether a kernel hangs, work is not dispatched or tasks wait in a circle"),
    ASYNC_COMPLETION_INVALID(
            101,
            "a task asked to be completed by an engine or condition that does not exist",
            "check the completion conditions that the kernel registers"),
    ASYNC_WAIT_OVERFLOW(
            102,
            "too many conditions of one task, or too many tasks, wait for asynchronous completion",
            "register fewer conditions per task, or let some tasks finish first"),
    ASYNC_REGISTRATION_FAILED(
            103,
            "a core's message that registers an asynchronous completion was damaged",
            "look for a kernel that writes outside its own memory"),
    READY_QUEUE_OVERFLOW(
            104,
            "more tasks became ready at once than a ready queue holds",
            "submit a narrower graph, or build with larger queues"),
    /** Only the simulator reports this: a kernel on silicon cannot throw. */
    KERNEL_FAILED(
            105,
            "a kernel ended with an exception instead of returning",
            "the message names kernel, task and core; run again with --debug for the stack");

    private final int number;
    private final String meaning;
    private final String hint;

    ErrorCode(int number, String meaning, String hint) {
        this.number = number;
        this.meaning = meaning;
        this.hint = hint;
    }

    public int number() {
        return number;
    }

    public String meaning() {
        return meaning;
    }

    public String hint() {
        return hint;
    }

    /** Whether the orchestrator latches this code; the others come from schedulers. */
    public boolean isOrchestrator() {
        return number > 0 && number < 100;
    }

    public static Optional<ErrorCode> ofNumber(int number) {
        for (ErrorCode code : values()) {
            if (code.number == number) {
                return Optional.of(code);
            }
        }
        return Optional.empty();
    }

    /** One sentence for any number, known or not. */
    public static String describe(int number) {
        return ofNumber(number)
                .map(code -> "%s (%d): %s".formatted(code.name(), number, code.meaning))
                .orElse("UNKNOWN (%d): a code this version does not know".formatted(number));
    }
}
