package io.tidemark.runtime.recording;

import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an orchestration did beside its submits, which no channel records: scopes, looks at
 * elements, cohorts, producers named twice. Orchestrator thread only; read after the run.
 */
public final class OrchestrationLog {
    private static final int MOST_CALLS = 1 << 17;
    private static final int MOST_REPEATS = 1 << 17; // more are left out

    private final List<Call> calls = new ArrayList<>();
    private boolean isWhole = true;
    private boolean asksChip;
    private int submits; // allocations too
    private int repeats;
    private final Map<Long, Integer> named = new HashMap<>(); // flags, of one submit

    /** What was done. The names are those of a file and never change. */
    public enum Kind {
        OPEN_SCOPE,
        CLOSE_SCOPE,
        READ,
        WRITE,
        /** Asked whether the run has failed. */
        LOOK,
        /** Was busy; the number of nanoseconds is in place of a task. */
        SPEND,
        /** Not done before a submit, but said by it: its blocks start together. */
        COHORT,
        /** Said by it too: it allocates; its id and its number of tensors are in place of tasks. */
        ALLOCATE,
        /**
         * Said by it too: it names producers again that it has named before, each with its flags
         * behind it; a graph lists them once, and a submit pays for each.
         */
        REPEAT,
        /** Read an element that it had read since its last submit; that took time. */
        AGAIN
    }

    /**
     * One thing done.
     *
     * @param submit before which one, counted from 0 with allocations
     * @param tasks that a look waits for
     */
    public record Call(int submit, Kind kind, List<Long> tasks) {
        public Call {
            tasks = List.copyOf(tasks);
        }
    }

    /** The setup whose orchestrator is logged beside its recorders. */
    public RunSetup around(RunSetup setup) {
        OrchestratorProbe first = setup.orchestratorProbe();
        OrchestratorProbe log = new Probe();
        return setup.withProbes(
                setup.coreProbes(), setup.schedulerProbes(), first == null ? log : new OrchestratorChain(first, log));
    }

    /** In their order; empty if there were too many to keep. */
    public Optional<List<Call>> calls() {
        return isWhole ? Optional.of(List.copyOf(calls)) : Optional.empty();
    }

    /** Whether it asked how many cores there are, so that another chip may have another graph. */
    public boolean asksChip() {
        return asksChip;
    }

    private void add(Kind kind, List<Long> tasks) {
        if (calls.size() - repeats < MOST_CALLS) {
            calls.add(new Call(submits, kind, tasks));
        } else {
            isWhole = false;
        }
    }

    private void addRepeats(SubmitArguments arguments) {
        named.clear();
        List<Long> again = new ArrayList<>();
        for (int i = 0; i < arguments.explicitCount(); i++) {
            long producer = arguments.explicitId(i);
            int flags = arguments.explicitFlags(i);
            Integer before = named.get(producer);
            if (before != null && (flags & ~before) == 0) {
                again.add(producer);
                again.add((long) flags);
            } else {
                named.put(producer, before == null ? flags : before | flags);
            }
        }
        if (!again.isEmpty()) {
            calls.add(new Call(submits, Kind.REPEAT, again));
            repeats++;
        }
    }

    private final class Probe implements OrchestratorProbe {
        @Override
        public void submitBegin() {}

        @Override
        public void submitInputs(long taskId, SubmitArguments arguments, boolean manualScope) {
            if (arguments.explicitCount() > 1 && repeats < MOST_REPEATS) {
                addRepeats(arguments);
            }
        }

        @Override
        public void submitEnd(long taskId) {
            submits++;
        }

        @Override
        public void cohort(long taskId) {
            add(Kind.COHORT, List.of());
        }

        @Override
        public void allocInputs(long taskId, int tensors) {
            add(Kind.ALLOCATE, List.of(taskId, (long) tensors));
        }

        @Override
        public void elementTouched(boolean toWrite, boolean isAgain, long[] producers, int count) {
            add(
                    toWrite ? Kind.WRITE : isAgain ? Kind.AGAIN : Kind.READ,
                    Arrays.stream(producers, 0, count).boxed().toList());
        }

        @Override
        public void failureAsked() {
            add(Kind.LOOK, List.of());
        }

        @Override
        public void timeSpent(long nanos) {
            add(Kind.SPEND, List.of(nanos));
        }

        @Override
        public void chipAsked() {
            asksChip = true;
        }

        @Override
        public void scopeBegin(int depth, boolean manual) {
            if (depth > 0) {
                add(Kind.OPEN_SCOPE, List.of());
            }
        }

        @Override
        public void scopeEnd(int depth) {
            if (depth > 0) {
                add(Kind.CLOSE_SCOPE, List.of());
            }
        }

        @Override
        public void flush() {}
    }
}
