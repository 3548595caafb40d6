package io.tidemark.runtime.engine;

import io.tidemark.abi.ErrorCode;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.hostgraph.GraphResolver;
import io.tidemark.runtime.orchestrator.OrchestratorSite;
import io.tidemark.runtime.orchestrator.SubmitPolicy;
import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.SchedulerPolicy;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.TeamBoard;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Where the two runtimes differ, in one object each. Everything else asks this one, and never which
 * runtime it is. Immutable; for the thread that calls the worker.
 */
interface RunEngine {
    static RunEngine of(RuntimeKind kind) {
        return switch (kind) {
            case TMR -> new SharedEngine();
            case HBG -> new HostBuiltEngine();
        };
    }

    /** The rings of a run that asked for these. */
    RingSizes rings(RingSizes asked);

    /** A table of tasks on such rings, with ready queues of a kind. */
    TaskTable table(RingSizes rings, ReadyQueue.Kind kind);

    /** Whether an actor without cores belongs to the schedulers. */
    boolean hasResolver();

    /** Advice for the user about an error. */
    String hint(ErrorCode code);

    /** The policies of one run. */
    Policies begin(TaskTable table, RunLatches latches, TeamBoard board, RunSetup setup);

    /** What one run is scheduled and submitted by. */
    interface Policies {
        SchedulerPolicy schedulers();

        SubmitPolicy submits(OrchestratorSite site);

        /**
         * The actor without cores, if there is one; once, when the team is known.
         *
         * @param probes as of schedulers; the resolver has the number behind the last of them
         */
        Optional<GraphResolver> resolver(SchedulerTeam team, IntFunction<SchedulerProbe> probes);
    }
}
