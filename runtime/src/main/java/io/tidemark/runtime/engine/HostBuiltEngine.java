package io.tidemark.runtime.engine;

import io.tidemark.abi.ErrorCode;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.hostgraph.DeviceResolution;
import io.tidemark.runtime.hostgraph.DeviceResolver;
import io.tidemark.runtime.hostgraph.GraphResolver;
import io.tidemark.runtime.hostgraph.HostGraph;
import io.tidemark.runtime.hostgraph.Resolver;
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

/** {@link RuntimeKind#HBG}: the host builds the whole graph on one ring, then it runs. */
final class HostBuiltEngine implements RunEngine {
    @Override
    public RingSizes rings(RingSizes asked) {
        return asked.onOneRing();
    }

    @Override
    public TaskTable table(RingSizes rings, ReadyQueue.Kind kind) {
        return new TaskTable(rings, HostGraph.MOST_READY, kind);
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
    public Policies begin(TaskTable table, RunLatches latches, TeamBoard board, RunSetup setup) {
        HostGraph graph = new HostGraph(
                table,
                latches,
                board,
                setup.driver().pacer(),
                DeviceResolution.of(setup.driver().graphs().orElse(null), setup.records(), setup.coreArguments(table)));
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
            public Optional<GraphResolver> resolver(SchedulerTeam team, IntFunction<SchedulerProbe> probes) {
                SchedulerProbe probe = probes.apply(team.board().schedulers());
                Resolver onHost = new Resolver(graph, team, probe);
                return Optional.of(
                        setup.driver().graphs().isEmpty() ? onHost : new DeviceResolver(graph, team, onHost));
            }
        };
    }
}
