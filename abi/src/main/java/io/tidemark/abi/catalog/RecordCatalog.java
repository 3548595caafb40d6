package io.tidemark.abi.catalog;

import io.tidemark.abi.RecordLayout;
import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.abi.deps.SubmitDependencies;
import io.tidemark.abi.deps.SubmitHeader;
import io.tidemark.abi.deps.SubmitResult;
import io.tidemark.abi.deps.SubmitSlot;
import io.tidemark.abi.deps.SubmitStrides;
import io.tidemark.abi.deps.SubmitTensor;
import io.tidemark.abi.dispatch.CoreRegisterWords;
import io.tidemark.abi.dispatch.DeviceControl;
import io.tidemark.abi.dispatch.DeviceLaunch;
import io.tidemark.abi.dispatch.DispatchArguments;
import io.tidemark.abi.dispatch.DispatchPayload;
import io.tidemark.abi.dispatch.JournalHead;
import io.tidemark.abi.dispatch.JournalRecord;
import io.tidemark.abi.dispatch.TensorDescriptor;
import io.tidemark.abi.pmu.PmuRecord;
import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.region.BackPressure;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.abi.region.CoreBoard;
import io.tidemark.abi.region.FreeQueue;
import io.tidemark.abi.region.LaneTail;
import io.tidemark.abi.region.ReadyEntry;
import io.tidemark.abi.region.ReadyQueue;
import io.tidemark.abi.region.RegionHeader;
import io.tidemark.abi.region.RingHeader;
import io.tidemark.abi.region.RunBoard;
import io.tidemark.abi.region.RunStatus;
import io.tidemark.abi.region.StreamEntry;
import io.tidemark.abi.scope.ScopeCapacities;
import io.tidemark.abi.scope.ScopeRecord;
import io.tidemark.abi.scope.ScopeSiteRecord;
import io.tidemark.abi.spool.FreezeRecord;
import io.tidemark.abi.spool.SpoolChunk;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.AicpuTaskRecord;
import io.tidemark.abi.swimlane.FaninRecord;
import io.tidemark.abi.swimlane.HostPhaseRecord;
import io.tidemark.abi.swimlane.MarkerRecord;
import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.abi.swimlane.SchedPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneTopology;
import java.util.List;
import java.util.Optional;

/**
 * Every layout there is. A new record is one line here; tests then ask for its byte test and its
 * page. Ids 1 to 99 are records of channels, from 100 on the structures of the region and of the
 * dispatch protocol.
 */
public final class RecordCatalog {
    private static final List<RecordLayout> ALL =
            List.of(
                    AicoreTaskRecord.LAYOUT,
                    AicpuTaskRecord.LAYOUT,
                    SchedPhaseRecord.LAYOUT,
                    OrchPhaseRecord.LAYOUT,
                    MarkerRecord.LAYOUT,
                    HostPhaseRecord.LAYOUT,
                    FaninRecord.LAYOUT,
                    ArgumentRecord.LAYOUT,
                    ScopeRecord.LAYOUT,
                    ScopeSiteRecord.LAYOUT,
                    SubmitSlot.LAYOUT,
                    SubmitHeader.LAYOUT,
                    SubmitTensor.LAYOUT,
                    SubmitStrides.LAYOUT,
                    SubmitDependencies.LAYOUT,
                    SubmitResult.LAYOUT,
                    PmuRecord.LAYOUT,
                    RegionHeader.LAYOUT,
                    RunStatus.LAYOUT,
                    RunBoard.LAYOUT,
                    CoreBoard.LAYOUT,
                    StreamEntry.LAYOUT,
                    ActiveHead.LAYOUT,
                    LaneTail.LAYOUT,
                    FreeQueue.LAYOUT,
                    ReadyQueue.LAYOUT,
                    ReadyEntry.LAYOUT,
                    BufferHeader.LAYOUT,
                    BackPressure.LAYOUT,
                    RingHeader.LAYOUT,
                    SpoolChunk.LAYOUT,
                    FreezeRecord.LAYOUT,
                    SwimlaneTopology.LAYOUT,
                    CoreRegisterWords.LAYOUT,
                    DispatchPayload.LAYOUT,
                    DispatchArguments.LAYOUT,
                    TensorDescriptor.LAYOUT,
                    ScopeCapacities.LAYOUT,
                    DeviceLaunch.LAYOUT,
                    DeviceControl.LAYOUT,
                    JournalRecord.LAYOUT,
                    JournalHead.LAYOUT);

    private RecordCatalog() {}

    public static List<RecordLayout> all() {
        return ALL;
    }

    public static Optional<RecordLayout> ofId(long id) {
        return ALL.stream().filter(layout -> layout.id() == id).findFirst();
    }
}
