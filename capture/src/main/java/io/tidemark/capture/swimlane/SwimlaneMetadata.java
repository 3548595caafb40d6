package io.tidemark.capture.swimlane;

import io.tidemark.abi.CoreType;
import java.util.List;
import java.util.Optional;

/**
 * What a swimlane file says about the run as a whole. Immutable.
 *
 * @param clockHz ticks per second; 1,000,000,000 for files that held microseconds
 * @param coreCount number of cores in the run
 * @param coreTypes by core number; may be shorter than {@code coreCount}
 * @param coreToThread scheduler thread by core number, -1 none; empty when not recorded
 * @param host present in host-orchestrated captures
 * @param hostCapture present when the file has that object
 * @param clockAnchors present when a clock session was open
 * @param runtime the runtime that ran it; empty if the file does not say
 */
public record SwimlaneMetadata(
        long clockHz,
        int coreCount,
        List<CoreType> coreTypes,
        List<Integer> coreToThread,
        Optional<HostTimeline> host,
        Optional<HostCapture> hostCapture,
        Optional<ClockAnchors> clockAnchors,
        String runtime) {
    /**
     * The host block. Texts are null and numbers 0 where the file does not say.
     *
     * @param originNanos smallest host stamp
     */
    public record HostTimeline(
            String orchestratorSource,
            String orchestratorClockDomain,
            String deviceClockDomain,
            long resolutionNanos,
            long quantizationNanos,
            long originNanos,
            String relation) {}

    public SwimlaneMetadata {
        coreTypes = List.copyOf(coreTypes);
        coreToThread = List.copyOf(coreToThread);
    }

    /** The type of a core; a core no list names counts as AIV. */
    public CoreType coreType(int core) {
        return core < coreTypes.size() ? coreTypes.get(core) : CoreType.AIV;
    }

    /**
     * Which kernel slot of a task an AIV core runs, 1 or 2. A cluster is one AIC core and two AIV
     * cores next to each other; AIC cores are numbered first. -1 for other cores, or if the list of
     * types shows no such clusters.
     */
    public int vectorSlot(int core) {
        int clusters = coreTypes.size() / 3;
        boolean clustered = coreTypes.size() == 3 * clusters
                && core >= clusters
                && core < coreTypes.size()
                && coreTypes.get(clusters) == CoreType.AIV
                && (clusters == 0 || coreTypes.get(clusters - 1) == CoreType.AIC);
        return clustered && coreTypes.get(core) == CoreType.AIV ? 1 + (core - clusters) % 2 : -1;
    }

    /** The scheduler thread of a core, -1 when unknown. */
    public int threadOf(int core) {
        return core < coreToThread.size() ? coreToThread.get(core) : -1;
    }
}
