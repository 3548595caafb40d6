package io.tidemark.capture.pmu;

import io.tidemark.abi.Platform;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.abi.pmu.PmuRecord;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.table.TableFile;
import io.tidemark.capture.table.TableSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The counters in the table file of a run that has not written its own file yet: the records say
 * their event group, the clock of the file its platform. Stateless.
 */
final class PmuSpool {
    private PmuSpool() {}

    static Optional<PmuTable> read(Path file, ReadContext context) {
        try (TableFile described = TableFile.open(file);
                TableSet records =
                        TableSet.open(file.getParent(), PmuChannel.CHANNEL, damage -> context.damage("", damage))) {
            PmuEvent event = PmuEvent.DEFAULT;
            for (int i = 0; i < described.chunkCount(); i++) {
                if (described.records(i) > 0) {
                    int code = PmuRecord.EVENT.get(described.bytes(), described.recordsAt(i));
                    event = PmuEvent.ofCode(code).orElse(event);
                }
            }
            boolean isA5 = described.clockHz() == Platform.A5.clockHz();
            PmuRecords rows = new PmuRecords(event, isA5 ? Platform.A5 : Platform.A2A3);
            PmuTable table = new PmuTable(rows.names());
            for (int core : described.lanes()) {
                rows.eachRow(records, core, table::add);
            }
            return Optional.of(table);
        } catch (IOException unreadable) {
            context.damage("", unreadable.getMessage());
            return Optional.empty();
        }
    }
}
