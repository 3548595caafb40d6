package io.tidemark.abi.catalog;

import io.tidemark.abi.dispatch.CoreRegisterWords;
import io.tidemark.abi.dispatch.DeviceControl;
import io.tidemark.abi.dispatch.DeviceGraph;
import io.tidemark.abi.dispatch.DeviceLaunch;
import io.tidemark.abi.dispatch.DispatchArguments;
import io.tidemark.abi.dispatch.DispatchMessage;
import io.tidemark.abi.dispatch.DispatchPayload;
import io.tidemark.abi.dispatch.DumpPiece;
import io.tidemark.abi.dispatch.GraphTask;
import io.tidemark.abi.dispatch.GraphTaskShape;
import io.tidemark.abi.dispatch.JournalHead;
import io.tidemark.abi.dispatch.JournalRecord;
import io.tidemark.abi.dispatch.TensorDescriptor;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.region.BackPressure;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.abi.region.CoreBoard;
import io.tidemark.abi.region.FreeQueue;
import io.tidemark.abi.region.LaneTail;
import io.tidemark.abi.region.ReadyEntry;
import io.tidemark.abi.region.ReadyQueue;
import io.tidemark.abi.region.RegionHeader;
import io.tidemark.abi.region.RunBoard;
import io.tidemark.abi.region.RunStatus;
import io.tidemark.abi.region.StreamEntry;
import io.tidemark.abi.spool.FreezeRecord;
import io.tidemark.abi.spool.TableChunk;
import io.tidemark.abi.spool.TableFooter;
import io.tidemark.abi.spool.TableHeader;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every layout there is: those of the channels, which declare them, and the structures listed here.
 * Tests ask for the byte test and the page of each. Ids 1 to 99 are records of channels, from 100
 * on the structures of the region and of the dispatch protocol.
 */
public final class RecordCatalog {
    private static final List<RecordLayout> STRUCTURES = List.of(
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
            TableHeader.LAYOUT,
            TableChunk.LAYOUT,
            TableFooter.LAYOUT,
            FreezeRecord.LAYOUT,
            CoreRegisterWords.LAYOUT,
            DispatchPayload.LAYOUT,
            DispatchArguments.LAYOUT,
            TensorDescriptor.LAYOUT,
            DeviceLaunch.LAYOUT,
            DeviceControl.LAYOUT,
            JournalRecord.LAYOUT,
            JournalHead.LAYOUT,
            DeviceGraph.LAYOUT,
            DumpPiece.LAYOUT,
            GraphTask.LAYOUT,
            GraphTaskShape.LAYOUT,
            DispatchMessage.LAYOUT);

    private static final List<RecordLayout> ALL = Stream.concat(
                    ChannelCatalog.all().stream().flatMap(channel -> channel.records().stream()), STRUCTURES.stream())
            .sorted(Comparator.comparingInt(RecordLayout::id))
            .toList();

    private RecordCatalog() {}

    /** All layouts, in ascending order of their ids. */
    public static List<RecordLayout> all() {
        return ALL;
    }

    public static Optional<RecordLayout> ofId(long id) {
        return ALL.stream().filter(layout -> layout.id() == id).findFirst();
    }
}
