package io.tidemark.analysis.compat;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.overhead.EngineLoad;
import io.tidemark.analysis.overhead.KernelWindow;
import io.tidemark.analysis.overhead.StepSweep;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Tasks;
import java.util.List;

/**
 * The load of the engines as the tools of simpler compute it. A core is busy while it runs a
 * kernel. A task is ready when the last of its producers that ran has ended; its submit time has no
 * effect. A task counts once for each engine. Immutable.
 */
public final class CompatLoad implements EngineLoad {
    private final KernelRuns runs;
    private final Tasks tasks;
    private final KernelWindow window;
    private final long[] ready;
    private final long[] dispatch;
    private final boolean[] isOnAic;
    private final boolean[] isOnAiv;

    public CompatLoad(CaptureModel model) {
        runs = model.runs();
        tasks = model.tasks();
        window = new KernelWindow(runs);
        long[] end = new long[tasks.size()];
        dispatch = new long[end.length];
        isOnAic = new boolean[end.length];
        isOnAiv = new boolean[end.length];
        for (int run = 0; run < runs.size(); run++) {
            int task = tasks.ofRun(run);
            boolean isFirst = run == tasks.firstRun(task);
            end[task] = isFirst ? runs.end(run) : Math.max(end[task], runs.end(run));
            dispatch[task] = isFirst ? runs.dispatch(run) : Math.min(dispatch[task], runs.dispatch(run));
            isOnAic[task] |= runs.coreType(run) == CoreType.AIC;
            isOnAiv[task] |= runs.coreType(run) == CoreType.AIV;
        }
        ready = dispatch.clone();
        for (int task = 0; task < ready.length; task++) {
            if (tasks.isNode(task) && tasks.hasRuns(task)) {
                findReady(task, model.graph(), end);
            }
        }
    }

    private void findReady(int task, Digraph graph, long[] end) {
        long latest = KernelRuns.NONE;
        for (int at = graph.firstPredecessor(task); at < graph.endPredecessor(task); at++) {
            int producer = graph.predecessor(at);
            if (producer != task && tasks.hasRuns(producer)) {
                latest = Math.max(latest, end[producer]);
            }
        }
        ready[task] = latest == KernelRuns.NONE ? ready[task] : latest;
    }

    @Override
    public List<CoreType> types() {
        return window.types();
    }

    @Override
    public long windowBegin() {
        return window.begin();
    }

    @Override
    public long windowEnd() {
        return window.end();
    }

    /** Two channels per engine: 2 t cores of engine t running, 2 t + 1 tasks ready for it. */
    @Override
    public StepSweep steps() {
        List<CoreType> types = types();
        StepSweep sweep = new StepSweep(2 * types.size());
        for (int run = 0; run < runs.size(); run++) {
            add(sweep, 2 * types.indexOf(runs.coreType(run)), runs.start(run), runs.end(run));
        }
        for (int task = 0; task < tasks.size(); task++) {
            for (int type = 0; type < types.size(); type++) {
                boolean isOn = types.get(type) == CoreType.AIC ? isOnAic[task] : isOnAiv[task];
                if (isOn) {
                    add(sweep, 2 * type + 1, ready[task], dispatch[task]);
                }
            }
        }
        return sweep;
    }

    private void add(StepSweep sweep, int channel, long begin, long end) {
        sweep.addClamped(channel, begin, end, window.begin(), window.end());
    }

    @Override
    public int idle(int type, int[] counts) {
        return window.cores(types().get(type)) - counts[2 * type];
    }

    @Override
    public int ready(int type, int[] counts) {
        return counts[2 * type + 1];
    }
}
