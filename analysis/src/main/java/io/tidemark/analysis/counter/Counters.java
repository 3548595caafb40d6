package io.tidemark.analysis.counter;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.TaskId;
import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.analysis.overhead.StepSweep;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Readiness;
import io.tidemark.capture.model.SubmitTimes;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.scope.ScopeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Works out every counter that a capture holds enough for; a counter whose stamps were not recorded
 * is left out. One thread; linear but for sorts.
 */
public final class Counters {
    /** Key of the counter of tasks that could run and were not dispatched. */
    public static final String READY_TASKS = "ready_tasks";

    private final CaptureModel model;
    private final KernelRuns runs;
    private final Tasks tasks;
    private final SubmitTimes submits;
    private final Makespan makespan;
    private final long[] submitEnd; // by task, as SubmitTimes says
    private final Consumer<CounterTrack> tracks;

    private Counters(CaptureModel model, Consumer<CounterTrack> tracks) {
        this.model = model;
        this.tracks = tracks;
        this.runs = model.runs();
        this.tasks = model.tasks();
        this.submits = model.submits();
        this.makespan = Makespan.of(runs);
        submitEnd = new long[tasks.size()];
        for (int task = 0; task < submitEnd.length; task++) {
            submitEnd[task] = submits.end(task);
        }
    }

    /** The counters of a capture with a swimlane. */
    public static List<CounterTrack> of(CaptureModel model, Optional<ScopeTable> scopes, Optional<PmuTable> pmu) {
        List<CounterTrack> tracks = new ArrayList<>();
        forEach(model, scopes, pmu, tracks::add);
        return List.copyOf(tracks);
    }

    /**
     * Passes on each counter of a capture with a swimlane as soon as it is computed. A counter has
     * up to two steps a task. A caller that keeps less of each counter never has all steps in
     * memory at once.
     */
    public static void forEach(
            CaptureModel model, Optional<ScopeTable> scopes, Optional<PmuTable> pmu, Consumer<CounterTrack> tracks) {
        Counters counters = new Counters(model, tracks);
        counters.addBusyCores();
        counters.addReadyTasks();
        counters.addTasksInFlight();
        scopes.ifPresent(table -> new RingUse(model, table).forEach(tracks));
        counters.addSubmits();
        pmu.ifPresent(counters::addHardware);
    }

    private void addBusyCores() {
        RowGroups byCore = runs.timedByCore();
        for (CoreType type : CoreType.values()) {
            StepSweep sweep = new StepSweep(1);
            int cores = 0;
            for (int core = 0; core < byCore.count(); core++) {
                boolean isUsed = !byCore.isEmpty(core) && typeOf(byCore, core) == type;
                cores += isUsed ? 1 : 0;
                for (int at = byCore.begin(core); isUsed && at < byCore.end(core); at++) {
                    int run = byCore.row(at);
                    sweep.add(0, runs.start(run), runs.end(run));
                }
            }
            int all = Math.max(cores, coresOf(type));
            if (cores > 0) {
                String word = type.word();
                tracks.accept(track(sweep, word + "_busy", word + " cores busy", all));
            }
        }
    }

    private CoreType typeOf(RowGroups byCore, int core) {
        return runs.coreType(byCore.row(byCore.begin(core)));
    }

    private int coresOf(CoreType type) {
        int count = 0;
        for (CoreType known : model.table().metadata().coreTypes()) {
            count += known == type ? 1 : 0;
        }
        return count;
    }

    /** Tasks whose data is there and that are submitted, until the first of their dispatches. */
    private void addReadyTasks() {
        if (model.dependencies().isEmpty()) {
            return;
        }
        Readiness readiness = model.readiness();
        StepSweep sweep = new StepSweep(1);
        boolean isKnown = false;
        for (int task = 0; task < submitEnd.length; task++) {
            long dispatch = tasks.isNode(task) ? firstDispatch(task) : Long.MAX_VALUE;
            if (dispatch != Long.MAX_VALUE) {
                isKnown = true;
                long ready = Math.max(readiness.dataReady(task), submitEnd[task]);
                sweep.add(0, Math.max(ready, makespan.beginNanos()), dispatch);
            }
        }
        if (isKnown) {
            tracks.accept(track(sweep, READY_TASKS, "ready tasks", 0));
        }
    }

    private long firstDispatch(int task) {
        long first = Long.MAX_VALUE;
        int from = tasks.firstRun(task);
        for (int run = from; run >= 0 && run < from + tasks.runCount(task); run++) {
            first = runs.hasDispatch(run) ? Math.min(first, runs.dispatch(run)) : first;
        }
        return first;
    }

    /** Tasks from the end of their submit to the end of their last run. */
    private void addTasksInFlight() {
        if (!submits.isComparable()) {
            return;
        }
        StepSweep sweep = new StepSweep(1);
        for (int task = 0; task < submitEnd.length; task++) {
            long submit = submitEnd[task];
            long end = lastEnd(task);
            if (submit != KernelRuns.NONE && end != KernelRuns.NONE) {
                sweep.add(0, submit, end);
            }
        }
        tracks.accept(track(sweep, "tasks_in_flight", "tasks in flight", 0));
    }

    private long lastEnd(int task) {
        long last = KernelRuns.NONE;
        int from = tasks.firstRun(task);
        for (int run = from; run >= 0 && run < from + tasks.runCount(task); run++) {
            last = Math.max(last, runs.end(run));
        }
        return last;
    }

    private void addSubmits() {
        if (!submits.isComparable()) {
            return;
        }
        BinnedRate rate = new BinnedRate(submitSpan());
        for (int task = 0; task < submitEnd.length; task++) {
            if (submitEnd[task] != KernelRuns.NONE) {
                rate.add(submitEnd[task], 1);
            }
        }
        if (!rate.isEmpty()) {
            tracks.accept(rate.build("submits", "submits per second"));
        }
    }

    private Makespan submitSpan() {
        long first = makespan.beginNanos();
        long last = makespan.endNanos();
        for (int task = 0; task < submitEnd.length; task++) {
            long end = submitEnd[task];
            if (end != KernelRuns.NONE) {
                first = Math.min(first, end);
                last = Math.max(last, end);
            }
        }
        return new Makespan(first, last);
    }

    /**
     * A counter of a run is spread over its time; counters that are zero all along are left out.
     */
    private void addHardware(PmuTable pmu) {
        int[] runOfRow = new int[pmu.size()];
        for (int row = 0; row < pmu.size(); row++) {
            runOfRow[row] = runOf(pmu.taskId(row), pmu.core(row));
        }
        for (int counter = 0; counter < pmu.counterNames().size(); counter++) {
            BinnedRate rate = new BinnedRate(makespan);
            for (int row = 0; row < pmu.size(); row++) {
                int run = runOfRow[row];
                if (run >= 0 && pmu.hasCounter(row, counter) && pmu.counter(row, counter) > 0) {
                    rate.add(runs.start(run), runs.end(run), pmu.counter(row, counter));
                }
            }
            if (!rate.isEmpty()) {
                String name = pmu.counterNames().get(counter);
                tracks.accept(rate.build("pmu_" + counter, name + " per second"));
            }
        }
    }

    private int runOf(long taskId, int core) {
        int task = tasks.find(taskId);
        int from = task == Tasks.NONE ? Tasks.NONE : tasks.firstRun(task);
        for (int run = from; run >= 0 && run < from + tasks.runCount(task); run++) {
            if (runs.core(run) == core && runs.isTimed(run)) {
                return run;
            }
        }
        return -1;
    }

    private CounterTrack track(StepSweep sweep, String key, String name, double capacity) {
        CounterBuilder steps = new CounterBuilder();
        long[] end = {makespan.beginNanos()};
        sweep.run((begin, until, counts) -> {
            if (steps.isEmpty() && begin > makespan.beginNanos()) {
                steps.add(makespan.beginNanos(), 0);
            }
            steps.add(begin, counts[0]);
            end[0] = until;
        });
        steps.add(end[0], 0);
        return steps.build(key, name, CounterUnit.COUNT, capacity);
    }

    /** A task of a ring by its number; {@link Tasks#NONE} when the capture does not know it. */
    static int taskOf(Tasks tasks, int ring, long number) {
        return number < 0 ? Tasks.NONE : tasks.find(TaskId.of(ring, (int) number));
    }
}
