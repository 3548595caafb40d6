package io.tidemark.capture.scope;

import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.table.TableFile;
import io.tidemark.capture.table.TableSet;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Scopes in their table files. Data that is not in the records (capacities, losses) is in the head
 * beside them, a statistics file without samples. Stateless.
 */
public final class ScopeTables {
    /** What the head is called, beside the table files. */
    public static final String HEAD_NAME = TableFile.headName(ScopeChannel.CHANNEL);

    private ScopeTables() {}

    public static void writeHead(Path file, ScopeHeader header) throws IOException {
        ScopeWriter.create(file, header).close();
    }

    static boolean isHead(Path file) {
        return file.endsWith(HEAD_NAME);
    }

    /** Adds the samples of the table files beside a head. */
    static void addSamples(Path head, ScopeTable table, ReadContext context) {
        try (TableSet records =
                TableSet.open(head.getParent(), ScopeChannel.CHANNEL, damage -> context.damage("", damage))) {
            ScopeRecords.eachSample(records, table::add);
        } catch (IOException unreadable) {
            context.damage("", unreadable.getMessage());
        }
    }
}
