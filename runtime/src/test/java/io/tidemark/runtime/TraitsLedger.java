package io.tidemark.runtime;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The traits of all tasks of a {@link RandomProgram}, and what was seen of them: who started when
 * on which core, and whose conditions were met.
 */
final class TraitsLedger {
    private final DrawnTraits[] traits;
    private final FakeEngine engine; // null: every task is plain
    private final long[] counters;
    private final AtomicIntegerArray asked;
    private final AtomicIntegerArray met;
    private final AtomicInteger clock = new AtomicInteger();
    private final List<Queue<Run>> ofCores = new ArrayList<>();

    /** A kernel run on a core, by places in the order of all begins and ends. */
    private static final class Run {
        final int task;
        final int begin;
        volatile int end;

        Run(int task, int begin) {
            this.task = task;
            this.begin = begin;
        }
    }

    TraitsLedger(int tasks, FakeEngine engine) {
        this.engine = engine;
        this.traits = new DrawnTraits[tasks];
        Arrays.fill(traits, DrawnTraits.NONE);
        this.counters = new long[tasks];
        this.asked = new AtomicIntegerArray(tasks);
        this.met = new AtomicIntegerArray(tasks);
    }

    HostTensor counters() {
        return HostTensor.inout(
                "counters",
                TensorSpec.of(DType.INT64, counters.length),
                java.lang.foreign.MemorySegment.ofArray(counters));
    }

    /** Before the run. */
    void cores(int count) {
        for (int core = 0; core < count; core++) {
            ofCores.add(new ConcurrentLinkedQueue<>());
        }
    }

    void draw(int task, Random random, DrawnShape shape, TaskBuilder builder) {
        if (engine != null) {
            traits[task] = DrawnTraits.any(random, shape);
            traits[task].apply(builder);
        }
    }

    DrawnTraits of(int task) {
        return traits[task];
    }

    Object begin(KernelContext context, int task) {
        if (engine == null) {
            return null;
        }
        Run run = new Run(task, clock.incrementAndGet());
        ofCores.get(context.coreIndex()).add(run);
        return run;
    }

    /** Every run asks for the same counter, which the engine sets after the last of them has. */
    void end(KernelContext context, Object begun, int subtasks) {
        if (engine == null) {
            return;
        }
        Run run = (Run) begun;
        if (traits[run.task].isAsync()) {
            int number = run.task % CompletionEngine.values().length;
            context.completeWhen(CompletionEngine.values()[number], engine.counters(), run.task, subtasks);
            if (asked.incrementAndGet(run.task) == subtasks) {
                engine.set(run.task, subtasks, () -> met.set(run.task, 1));
            }
        }
        run.end = clock.incrementAndGet();
    }

    boolean isComplete(int task) {
        return !traits[task].isAsync() || met.get(task) == 1;
    }

    /** No core of a cohort does anything else once the first of them has begun. */
    List<String> wrongs() {
        int[] first = new int[traits.length];
        Arrays.fill(first, Integer.MAX_VALUE);
        ofCores.forEach(runs -> runs.forEach(run -> first[run.task] = Math.min(first[run.task], run.begin)));
        List<String> wrongs = new ArrayList<>();
        for (Queue<Run> runs : ofCores) {
            Run before = null;
            for (Iterator<Run> i = runs.iterator(); i.hasNext(); ) {
                Run run = i.next();
                if (before != null
                        && traits[run.task].isCohort()
                        && before.task != run.task
                        && before.end > first[run.task]) {
                    wrongs.add("cohort " + run.task + " waited for task " + before.task);
                }
                before = run;
            }
        }
        return wrongs;
    }
}
