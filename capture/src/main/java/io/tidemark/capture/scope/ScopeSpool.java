package io.tidemark.capture.scope;

import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.table.TableSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The samples in the table files of a run that has not written its own file yet. How much each ring
 * has is not known there. Stateless.
 */
final class ScopeSpool {
    private ScopeSpool() {}

    static Optional<ScopeTable> read(Path file, ReadContext context) {
        ScopeTable table =
                new ScopeTable(new ScopeHeader(ScopeWriter.VERSION, false, 0, 0, List.of(), List.of(), List.of(), 0));
        try (TableSet records =
                TableSet.open(file.getParent(), ScopeChannel.CHANNEL, damage -> context.damage("", damage))) {
            ScopeRecords.eachSample(records, table::add);
        } catch (IOException unreadable) {
            context.damage("", unreadable.getMessage());
        }
        return Optional.of(table);
    }
}
