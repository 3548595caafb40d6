package io.tidemark.abi;

import java.util.Optional;

/**
 * Why a run stopped early, as the device latched it: 1 to 99 by the orchestrator, from 100 on by a
 * scheduler. The run's status word is the code with a minus sign. Numbers are fixed; 6 is retired
 * and stays taken.
 */
public enum ErrorCode implements Explained {
    NONE(
            0,
            "the run reported no error",
            "every task of the graph was completed",
            "nothing to do",
            "tidemark run vector"),
    SCOPE_DEADLOCK(
            1,
            "one scope holds so many tasks that its ring can never free a slot",
            "a loop submits its tasks into one scope; slots come back only when a scope closes, so the window must be larger than the largest scope",
            "open a scope inside the loop, or give --ring-task-window a power of two above the scope's task count plus one",
            "tidemark run hang:scope"),
    HEAP_RING_DEADLOCK(
            2,
            "the output heap stayed full and no finished task gave memory back",
            "outputs of an open scope are larger together than the ring's heap, or one output is",
            "raise --ring-heap, or close scopes earlier so that their outputs can be reused; --scope-stats shows which scope fills it",
            "tidemark run hang:heap",
            "raise --ring-heap until the outputs of the whole graph fit: nothing is given back before the run ends, whatever the scopes do; or take --runtime tmr"),
    FLOW_CONTROL_DEADLOCK(
            3,
            "the task window stayed full and its oldest task never retired",
            "scopes nested more than three deep share the last ring, or the oldest task of a ring does not end while others are submitted",
            "raise --ring-task-window, and look for the oldest unfinished task: 'tidemark doctor' names it",
            "tidemark run fatal:window",
            "give --ring-task-window a power of two above the tasks of the whole graph plus one, or take --runtime tmr"),
    DEP_POOL_OVERFLOW(
            4,
            "the pool that holds dependency lists ran out",
            "one task waits for hundreds of others, or many tasks wait for one that does not end",
            "raise --ring-dep-pool, or put a dummy task between many producers and many consumers",
            "tidemark run fatal:dep-pool",
            "put dummy tasks between many producers and a task, so that none waits for more than 128 others; --ring-dep-pool plays no part"),
    INVALID_ARGS(
            5,
            "a submit was given arguments or dependencies that make no sense",
            "a null tensor, more than 32 tensors or 16 scalars, a tensor of too high a rank, a task id that does not exist, or an inferring scope inside a manual one",
            "correct that submit of the orchestration",
            "tidemark run fatal:args"),
    DEPENDENCY_OVERFLOW(
            6,
            "retired code, no current device reports it",
            "the capture comes from an older runtime",
            "read it as DEP_POOL_OVERFLOW",
            NO_COMMAND + "the code is retired"),
    REQUIRE_SYNC_START_INVALID(
            7,
            "a cohort that must start together needs more cores than the chip has",
            "a block count made for a larger chip",
            "raise --clusters, take the block count from clusterCount() or aivCount(), or drop the synchronous start",
            "tidemark run fatal:sync-start"),
    TENSOR_WAIT_TIMEOUT(
            8,
            "orchestration waited too long for the contents of a tensor",
            "the task that makes the tensor hangs, is far behind, or waits for something that is submitted after the wait",
            "find the producer of that tensor: 'tidemark doctor' shows what it waits for; --tensor-wait-timeout-ms gives it longer",
            "tidemark run fatal:tensor-wait --tensor-wait-timeout-ms 500",
            "read and write only what no task of the graph writes, or take --runtime tmr, which runs tasks meanwhile"),
    EXPLICIT_ORCH_FATAL(
            9,
            "the orchestration code itself reported a fatal error",
            "the graph called fail(), because it found inputs or sizes that it cannot work with",
            "look in the case for the fail() with this message: it comes from there, not from the runtime",
            "tidemark run fatal:report"),
    SCOPE_TASKS_OVERFLOW(
            10,
            "a scope holds more tasks than its book-keeping can list",
            "scopes nested more than 64 deep, or a scope that is never closed",
            "close scopes with try-with-resources, and split large ones",
            "tidemark run fatal:nested-scopes"),
    TENSORMAP_OVERFLOW(
            11,
            "the map from memory to producers stayed full",
            "tasks of one open scope write more than 65536 views between them",
            "close scopes earlier, write larger views, or state the order with after() in a manual scope",
            "tidemark run fatal:tensor-map",
            "write larger views, or state the order with after() in a manual scope: closed scopes keep their entries; or take --runtime tmr"),
    SCHEDULER_TIMEOUT(
            100,
            "no task made progress within the scheduler's time limit",
            "a kernel that does not return, tasks that wait for each other, or orchestration that stopped submitting; the stall detail (S1 to S5) says which",
            "'tidemark doctor' shows what blocks what; --scheduler-timeout-ms gives slow kernels longer",
            "tidemark run hang:kernel --scheduler-timeout-ms 1000"),
    ASYNC_COMPLETION_INVALID(
            101,
            "a task asked to be completed by an engine or condition that does not exist",
            "a kernel registers a counter or an event with an engine or an address that the chip does not know",
            "check the completion conditions that the kernel registers",
            "tidemark run fatal:async-engine"),
    ASYNC_WAIT_OVERFLOW(
            102,
            "too many conditions of one task, or too many tasks, wait for asynchronous completion",
            "more than 64 conditions of one task, or more than 64 tasks that wait at a time",
            "register fewer conditions per task, or let some tasks finish first",
            "tidemark run fatal:async-conditions"),
    ASYNC_REGISTRATION_FAILED(
            103,
            "a core's message that registers an asynchronous completion was damaged",
            "something wrote over the mailbox between a core and its scheduler",
            "look for a kernel that writes outside its own memory",
            "tidemark run fatal:async-registration"),
    READY_QUEUE_OVERFLOW(
            104,
            "more tasks became ready at once than a ready queue holds",
            "a very wide graph in the runtime host_build_graph, whose queues hold 8192 tasks of a shape",
            "submit a narrower graph, or order its parts with dummy tasks",
            "tidemark run noop:independent --tasks 16000 --runtime hbg"),
    /** Only the simulator reports this: a kernel on silicon cannot throw. */
    KERNEL_FAILED(
            105,
            "a kernel ended with an exception instead of returning",
            "a kernel reads or writes outside its tensors, or gets shapes that it does not expect; only a simulated chip can tell, a core of silicon does not throw",
            "run again with --debug for the stack, and with --dump-args for what the kernel got",
            "tidemark run fatal:kernel"),
    /** Only the simulator reports this: on silicon the driver kills the kernel. */
    OP_TIMEOUT(
            106,
            "one kernel ran for longer than a kernel may, while others went on",
            "a kernel that loops for ever or waits for something; or one that is just slow",
            "look in this kernel for a loop or a wait that does not end; raise --op-timeout-ms if it is just slow",
            "tidemark run hang:overrun --scheduler-timeout-ms 400 --op-timeout-ms 800 --stream-timeout-ms 3000"),
    /** Only the simulator reports this: on silicon the host gives the stream up. */
    STREAM_TIMEOUT(
            107,
            "nothing at all happened for longer than the host waits",
            "the host does not collect what the schedulers wait to hand over: its disk stands still, or its process does",
            "look for what keeps the host from writing, or raise --stream-timeout-ms",
            NO_COMMAND + "it takes a disk that stands still"),
    /** The host's word for it: the device had no time to say anything. */
    DEVICE_LOST(
            108,
            "the process of an isolated device was killed or crashed during the run",
            "somebody killed it, the machine ran out of memory, or a kernel ended its process",
            "what it had recorded until then is in the capture; 'tidemark doctor' shows what ran last",
            NO_COMMAND + "kill the second process of a run with --isolate"),
    /** The host's word for it: nothing was wrong with the run. */
    RUN_INTERRUPTED(
            109,
            "the user ended the run before it was complete",
            "a Ctrl-C while it went on, or a program that called interrupt() of its worker",
            "what was recorded until then is in the capture",
            NO_COMMAND + "press Ctrl-C while a run goes on");

    private final int number;
    private final Page page;
    private final String hintOnHost;

    ErrorCode(int number, String meaning, String causes, String hint, String provoke) {
        this(number, meaning, causes, hint, provoke, hint);
    }

    /**
     * @param hintOnHost what to do in the runtime host_build_graph, where something else helps
     */
    ErrorCode(int number, String meaning, String causes, String hint, String provoke, String hintOnHost) {
        this.number = number;
        this.page = new Page(meaning, causes, hint, provoke);
        this.hintOnHost = hintOnHost;
    }

    public int number() {
        return number;
    }

    @Override
    public String kind() {
        return "error code";
    }

    @Override
    public String key() {
        return Integer.toString(number);
    }

    @Override
    public Page page() {
        return page;
    }

    /** What to do about it when the host built the graph; {@link #hint} where that is the same. */
    public String hintOnHost() {
        return hintOnHost;
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

    /** A word for any number; one that is not known here is the user's own. */
    public static String nameOf(int number) {
        return ofNumber(number).map(Enum::name).orElse("USER_" + number);
    }

    /** One sentence for any number, known or not. */
    public static String describe(int number) {
        return ofNumber(number)
                .map(code -> "%s (%d): %s".formatted(code.name(), number, code.meaning()))
                .orElse("UNKNOWN (%d): a code this version does not know".formatted(number));
    }
}
