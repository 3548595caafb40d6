package io.tidemark.runtime.hostgraph;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.swimlane.HostPhaseKind;
import io.tidemark.chip.Pacer;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.orchestrator.OrchestratorSite;
import io.tidemark.runtime.orchestrator.SubmitPolicy;
import io.tidemark.runtime.orchestrator.SubmitPolicy.ProducerWait;
import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.Completions;
import io.tidemark.runtime.team.CoreActivity;
import io.tidemark.runtime.team.GateOpener;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.SchedulerPolicy;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.StallWatch;
import io.tidemark.runtime.team.TaskStates;
import io.tidemark.runtime.team.TeamBoard;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The policy of a runtime that builds the whole graph before anything runs. The orchestrator writes
 * it down and seals it; then every actor settles its share of the tasks, and only when all are
 * settled do cores start. Schedulers hand what completes to the {@link Resolver}, one queue each.
 */
public final class HostGraph implements SchedulerPolicy, TaskStates {
    /** Tasks of one shape that may be ready at once. */
    public static final int MOST_READY = 8192;

    /** Kernel runs that one task may consist of. */
    public static final int MOST_SUBTASKS = 32_767;

    private static final int SETTLED_PER_STEP = 1024;

    private final TaskTable table;
    private final RunLatches latches;
    private final TeamBoard board;
    private final Pacer pacer;
    private final FaninBuilder builder = new FaninBuilder();
    private final ReadyQueue[] completed; // by scheduler; each holds every task of the graph
    private final int[] settledTo; // by actor, written by the thread that steps it
    private final DeviceResolution device;
    private boolean isOnDevice; // before the image
    private String note; // before the image; null when there is nothing to say
    private boolean areStatesFetched;
    private boolean areStatesKnown;
    private volatile GraphImage image; // null until the orchestration has ended well

    /**
     * @param device what of the graph the chip may do
     */
    public HostGraph(TaskTable table, RunLatches latches, TeamBoard board, Pacer pacer, DeviceResolution device) {
        this.device = device;
        this.pacer = pacer;
        this.table = table;
        this.latches = latches;
        this.board = board;
        this.completed = new ReadyQueue[board.schedulers()];
        for (int scheduler = 0; scheduler < completed.length; scheduler++) {
            completed[scheduler] = new ReadyQueue(table.ring(0).window().size());
        }
        this.settledTo = new int[board.schedulers() + 1];
        table.onOverflow(this::readyQueueFull);
        if (device.mayStart()) {
            device.runner().reserve(table.ring(0).window().size());
        }
    }

    /** What the orchestrator of the run submits by. */
    public SubmitPolicy submitPolicy(OrchestratorSite site) {
        return new SubmitPolicy(
                1,
                MOST_SUBTASKS,
                new ImageResources(site),
                new ImageFanin(latches, builder),
                new HostView(latches),
                () -> seal(site.probe()));
    }

    /** The graph, or null while it is being built. */
    GraphImage image() {
        return image;
    }

    /** Tasks that a scheduler found complete, for the resolver. */
    ReadyQueue completed(int scheduler) {
        return completed[scheduler];
    }

    /** Number of the actor without cores, behind the schedulers. */
    int resolver() {
        return board.schedulers();
    }

    private void seal(OrchestratorProbe probe) {
        long begin = probe == null ? 0 : probe.hostNanos();
        GraphImage graph = builder.seal();
        if (device.runner() != null && !latches.hasFailed()) {
            startOnDevice(graph);
        }
        if (probe != null) {
            probe.hostPhase(HostPhaseKind.GRAPH_UPLOAD, begin, probe.hostNanos(), graph.sizeBytes());
        }
        image = graph;
    }

    private void startOnDevice(GraphImage graph) {
        String refusal = device.refusal(table, graph).orElse(null);
        if (refusal == null) {
            isOnDevice = device.runner()
                    .start(new ImageSource(
                            graph,
                            table.ring(0),
                            device.recordsDispatch(table, graph),
                            device.recordsCycles(),
                            device.arguments()));
            refusal = "the device has no room for it";
        }
        if (!isOnDevice) {
            note = "the graph was resolved on the host, not on the device: " + refusal;
        }
    }

    DeviceResolution device() {
        return device;
    }

    /** Whether the chip resolves the graph; false until it is sealed. */
    boolean isOnDevice() {
        return image != null && isOnDevice;
    }

    /** What the user should know about where the graph was resolved; after the run. */
    List<String> notes() {
        return image == null || note == null ? List.of() : List.of(note);
    }

    /** Settles the next tasks of an actor's share; how many. */
    @Override
    public int prepare(int actor) {
        GraphImage graph = image;
        if (graph == null || isOnDevice || settledTo[actor] == end(graph, actor)) {
            return 0;
        }
        int from = Math.max(settledTo[actor], begin(graph, actor));
        int to = Math.min(end(graph, actor), from + SETTLED_PER_STEP);
        for (int task = from; task < to; task++) {
            if (!graph.isCompleteAcquire(task) && graph.settle(task)) {
                table.route(table.slot(TaskId.of(0, task)));
            }
        }
        settledTo[actor] = to;
        return Math.max(1, to - from);
    }

    @Override
    public boolean mayStart(int actor) {
        GraphImage graph = image;
        return graph != null && (isOnDevice || settledTo[actor] == end(graph, actor));
    }

    private int begin(GraphImage graph, int actor) {
        return (int) ((long) graph.tasks() * actor / settledTo.length);
    }

    private int end(GraphImage graph, int actor) {
        return begin(graph, actor + 1);
    }

    @Override
    public Completions completions(int scheduler, GateOpener gates, SchedulerProbe probe) {
        return new QueuedCompletion(completed[scheduler], pacer);
    }

    @Override
    public StallWatch stallWatch(int scheduler, SchedulerTeam team, CoreActivity cores) {
        return new StallReport(scheduler, board, cores);
    }

    @Override
    public boolean schedulersDispatch() {
        return !isOnDevice();
    }

    @Override
    public TaskSlot takenBy(int core) {
        int task = isOnDevice() ? device.runner().taskOn(core) : -1;
        return task < 0 ? null : table.slot(TaskId.of(0, task));
    }

    @Override
    public boolean schedulersRetire() {
        return false;
    }

    @Override
    public TaskStates taskStates() {
        return this;
    }

    @Override
    public boolean areStarted() {
        return image != null && (!isOnDevice || areStatesKnown());
    }

    /** Asked when a run stands still or has failed: what the device says then is the answer. */
    private synchronized boolean areStatesKnown() {
        if (!areStatesFetched) {
            areStatesKnown = device.runner().fetchStates();
            areStatesFetched = true;
        }
        return areStatesKnown;
    }

    @Override
    public boolean isCompleteAcquire(TaskSlot slot) {
        GraphImage graph = image;
        return graph != null && isComplete(graph, TaskId.local(slot.taskId()));
    }

    private boolean isComplete(GraphImage graph, int task) {
        return graph.isCompleteAcquire(task)
                || isOnDevice && areStatesKnown() && device.runner().isComplete(task);
    }

    @Override
    public void eachUnmet(TaskSlot slot, LongConsumer producers) {
        GraphImage graph = image;
        if (graph == null) {
            return;
        }
        int task = TaskId.local(slot.taskId());
        for (int i = 0; i < graph.faninCount(task); i++) {
            int producer = graph.producer(task, i);
            if (!isComplete(graph, producer)) {
                producers.accept(TaskId.of(0, producer));
            }
        }
    }

    private void readyQueueFull(TaskSlot task, int capacity) {
        latches.failScheduler(RunFailure.of(
                ErrorCode.READY_QUEUE_OVERFLOW,
                "task %s became ready when %d others of its shape were"
                        .formatted(TaskTable.text(task.taskId()), capacity)));
    }

    /**
     * What an orchestration on the host can see: the host's own tensors, until a task is to write
     * them. No task runs before the orchestration ends, so waiting for one is an error at once.
     * Orchestrator thread only.
     */
    private static final class HostView implements ProducerWait {
        private final RunLatches latches;

        HostView(RunLatches latches) {
            this.latches = latches;
        }

        @Override
        public boolean isVisible(Tensor tensor) {
            if (tensor.ownerTaskId() == Tensor.NO_OWNER) {
                return true;
            }
            latches.failOrchestrator(RunFailure.of(
                    ErrorCode.INVALID_ARGS,
                    "%s lies in memory of the chip, and an orchestration on the host sees host tensors only"
                            .formatted(tensor)));
            return false;
        }

        @Override
        public boolean await(long producer, boolean toWrite, Tensor tensor) {
            latches.failOrchestrator(RunFailure.of(
                    ErrorCode.TENSOR_WAIT_TIMEOUT,
                    "%s is written by task %s, which starts when the orchestration on the host has ended"
                            .formatted(tensor, TaskTable.text(producer))));
            return false;
        }
    }

    /**
     * Hands complete tasks to the resolver, who alone knows what they unlock. Nothing is reclaimed,
     * so nothing is left to clear away. For the thread that steps the scheduler.
     */
    private static final class QueuedCompletion implements Completions {
        private final ReadyQueue queue;
        private final Pacer pacer;

        QueuedCompletion(ReadyQueue queue, Pacer pacer) {
            this.queue = queue;
            this.pacer = pacer;
        }

        @Override
        public void complete(TaskSlot slot) {
            boolean pushed = queue.push(slot.taskId());
            assert pushed : "more completions than tasks";
            pacer.wakeLanes();
        }

        @Override
        public int deferredCount() {
            return 0;
        }

        @Override
        public boolean releaseIdle() {
            return false;
        }

        @Override
        public boolean releaseAll() {
            return false;
        }

        @Override
        public boolean advance(int rings) {
            return false;
        }
    }

    /**
     * Lets a scheduler report what it sees to the resolver instead of judging by itself. For the thread that steps the
     * scheduler.
     */
    private static final class StallReport implements StallWatch {
        private final int scheduler;
        private final TeamBoard board;
        private final CoreActivity cores;

        StallReport(int scheduler, TeamBoard board, CoreActivity cores) {
            this.scheduler = scheduler;
            this.board = board;
            this.cores = cores;
        }

        @Override
        public void progress() {
            board.progress(scheduler);
        }

        @Override
        public RunFailure check() {
            int core = cores.firstBusyCore();
            board.quiet(scheduler, core, core < 0 ? -1 : cores.firstBusyTask());
            return null;
        }

        @Override
        public long safeUntilNanos() {
            return Long.MAX_VALUE; // the resolver has the time limit
        }
    }
}
