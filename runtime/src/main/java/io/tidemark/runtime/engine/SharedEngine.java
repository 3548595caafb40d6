package io.tidemark.runtime.engine;

import io.tidemark.abi.ErrorCode;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.hostgraph.GraphResolver;
import io.tidemark.runtime.orchestrator.OrchestratorSite;
import io.tidemark.runtime.orchestrator.SubmitPolicy;
import io.tidemark.runtime.scheduler.SharedScheduling;
import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.SchedulerPolicy;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.TeamBoard;
import java.util.Optional;
import java.util.function.IntFunction;

/** {@link RuntimeKind#TMR}: tasks run while others are submitted, and what they leave is reused. */
final class SharedEngine implements RunEngine {
    @Override
    public RingSizes rings(RingSizes asked) {
        return asked;
    }

    @Override
    public TaskTable table(RingSizes rings, ReadyQueue.Kind kind) {
        return new TaskTable(rings, Integer.MAX_VALUE, kind);
    }

    @Override
    public boolean hasResolver() {
        return false;
    }

    @Override
    public String hint(ErrorCode code) {
        return code.hint();
    }

    @Override
    public Policies begin(TaskTable table, RunLatches latches, TeamBoard board, RunSetup setup) {
        SchedulerPolicy scheduling =
                new SharedScheduling(table, board, setup.driver().pacer());
        return new Policies() {
            @Override
            public SchedulerPolicy schedulers() {
                return scheduling;
            }

            @Override
            public SubmitPolicy submits(OrchestratorSite site) {
                return SubmitPolicy.reclaiming(site);
            }

            @Override
            public Optional<GraphResolver> resolver(SchedulerTeam team, IntFunction<SchedulerProbe> probes) {
                return Optional.empty();
            }
        };
    }
}
