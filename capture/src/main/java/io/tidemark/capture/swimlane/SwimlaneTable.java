package io.tidemark.capture.swimlane;

import io.tidemark.abi.TaskId;
import io.tidemark.capture.strace.HostPhasePass;
import java.util.List;
import java.util.Optional;

/**
 * Everything one swimlane records file holds, in columns and in file order, whatever its era. Times
 * are device ticks; files that held microseconds give nanosecond ticks counted from {@link
 * #MICROSECOND_ORIGIN_TICK}, so that a tick of 0 always means "no stamp".
 *
 * @param era which form the file had
 * @param level 1 AICore times, 2 + dispatch and finish, 3 + scheduler phases, 4 + orchestrator
 * @param levelIsInferred true when the era does not write the level and it was taken from the
 *     content
 * @param hostSubmits host orchestrator, in host nanoseconds
 * @param orchestratorSummary era A only
 * @param fanout eras A and B only
 * @param fanin edges by ids, from level 2 on; Tidemark's own captures only
 */
public record SwimlaneTable(
        SwimlaneEra era,
        int level,
        boolean levelIsInferred,
        SwimlaneMetadata metadata,
        AicoreRows aicore,
        AicpuRows aicpu,
        SchedulerPhases schedulerPhases,
        SubmitPhases orchestratorSubmits,
        SubmitPhases hostSubmits,
        List<HostUpload> hostUploads,
        Optional<OrchestratorSummary> orchestratorSummary,
        Optional<EmbeddedFanout> fanout,
        Optional<TaskFanin> fanin) {
    /** The tick that stands for 0.000 microseconds in files of eras A to E. */
    public static final long MICROSECOND_ORIGIN_TICK = 1_000_000L;

    /** Clock of tables read from microsecond files. */
    public static final long MICROSECOND_CLOCK_HZ = 1_000_000_000L;

    /** True when there is nothing in it that took time. */
    public boolean isEmpty() {
        return aicore.size() == 0
                && schedulerPhases.size() == 0
                && orchestratorSubmits.size() == 0
                && hostSubmits.size() == 0
                && hostUploads.isEmpty();
    }

    /**
     * The same with these as what the host did, by its own clock: for a run that ended before its
     * first submit.
     */
    public SwimlaneTable withHostPhases(List<HostPhasePass.Phase> phases) {
        SubmitPhases host = new SubmitPhases();
        host.beginLane();
        for (HostPhasePass.Phase phase : phases) {
            host.add(phase.phase(), phase.startNanos(), phase.endNanos(), host.size(), TaskId.NONE);
        }
        return new SwimlaneTable(
                era,
                level,
                levelIsInferred,
                metadata,
                aicore,
                aicpu,
                schedulerPhases,
                orchestratorSubmits,
                host,
                hostUploads,
                orchestratorSummary,
                fanout,
                fanin);
    }

    /** True when the host built the graph: its clock then rules the timeline. */
    public boolean isHostOrchestrated() {
        return metadata.host()
                        .map(host -> "host".equals(host.orchestratorSource()))
                        .orElse(false)
                || hostSubmits.size() > 0
                || metadata.hostCapture().isPresent();
    }
}
