package io.tidemark.runtime;

import io.tidemark.abi.ErrorCode;
import io.tidemark.chip.Pacer;
import io.tidemark.runtime.hostgraph.HostGraph;
import io.tidemark.runtime.hostgraph.Resolver;
import io.tidemark.runtime.orchestrator.OrchestratorSite;
import io.tidemark.runtime.orchestrator.SubmitPolicy;
import io.tidemark.runtime.scheduler.RunLatches;
import io.tidemark.runtime.scheduler.SchedulerPolicy;
import io.tidemark.runtime.scheduler.SchedulerProbe;
import io.tidemark.runtime.scheduler.SchedulerTeam;
import io.tidemark.runtime.scheduler.TeamBoard;
import io.tidemark.runtime.task.TaskTable;
import java.util.Optional;
import java.util.function.IntFunction;

/** {@link RuntimeKind#HBG}: the host builds the whole graph on one ring, then it runs. */
final class HostBuiltEngine implements RunEngine {
    @Override
    public RingSizes rings(RingSizes asked) {
        return asked.onOneRing();
    }

    @Override
    public TaskTable table(RingSizes rings) {
        return new TaskTable(rings, HostGraph.MOST_READY);
    }

    @Override
    public boolean hasResolver() {
        return true;
    }

    @Override
    public String hint(ErrorCode code) {
        return code.hintOnHost();
    }

    @Override
    public Policies begin(TaskTable table, RunLatches latches, TeamBoard board, Pacer pacer) {
        HostGraph graph = new HostGraph(table, latches, board, pacer);
        return new Policies() {
            @Override
            public SchedulerPolicy schedulers() {
                return graph;
            }

            @Override
            public SubmitPolicy submits(OrchestratorSite site) {
                return graph.submitPolicy(site);
            }

            @Override
            public Optional<Resolver> resolver(
                    SchedulerTeam team, IntFunction<SchedulerProbe> probes) {
                SchedulerProbe probe = probes.apply(team.board().schedulers());
                return Optional.of(new Resolver(graph, team, probe));
            }
        };
    }
}
