package io.tidemark.capture.swimlane.read;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.AicpuRows;
import io.tidemark.capture.swimlane.ClockAnchors;
import io.tidemark.capture.swimlane.EmbeddedFanout;
import io.tidemark.capture.swimlane.HostCapture;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.OrchestratorSummary;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.TaskFanin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What has been read of a swimlane file so far; shared by the block readers of one file. One
 * thread.
 */
final class SwimlaneDraft {
    /** A key that was not in the file. */
    static final long ABSENT = -1;

    final ReadContext context;
    AicoreRows aicore = new AicoreRows();
    AicpuRows aicpu = new AicpuRows();
    SchedulerPhases schedulerPhases = new SchedulerPhases();
    SubmitPhases orchestratorSubmits = new SubmitPhases();
    SubmitPhases hostSubmits = new SubmitPhases();
    List<HostUpload> hostUploads = new ArrayList<>();
    EmbeddedFanout fanout = new EmbeddedFanout();
    final TaskFanin fanin = new TaskFanin();
    final RowFunctions functions = new RowFunctions();

    long chipLevel = ABSENT;
    long l2SwimlaneLevel = ABSENT;
    long l2PerfLevel = ABSENT;
    long version = ABSENT;
    boolean hasTasks;
    boolean hasMetadata;
    boolean hasAicoreRows;
    boolean hasSchedulerPhases;
    boolean hasOrchestratorPhases;
    boolean sawKernelReady;
    boolean sawDispatchKeys;
    boolean sawDispatchStamp;
    boolean sawFanout;
    boolean sawFanin;

    long clockHz = ABSENT;
    int coreCount;
    List<CoreType> coreTypes = new ArrayList<>();
    List<Integer> coreToThread = List.of();
    Optional<SwimlaneMetadata.HostTimeline> host = Optional.empty();
    Optional<HostCapture> hostCapture = Optional.empty();
    Optional<ClockAnchors> clockAnchors = Optional.empty();
    String runtime = "";
    Optional<OrchestratorSummary> orchestratorSummary = Optional.empty();

    SwimlaneDraft(ReadContext context) {
        this.context = context;
    }

    SwimlaneMetadata metadata(long hz) {
        return new SwimlaneMetadata(hz, coreCount, coreTypes, coreToThread, host, hostCapture, clockAnchors, runtime);
    }
}
