package io.tidemark.capture.pmu;

import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.pmu.PmuStream;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.capture.json.TextSink;
import io.tidemark.capture.table.TableFile;
import io.tidemark.capture.table.TableSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counters in their table file. The head beside it names them: which there are depends on event
 * group and platform. Stateless.
 */
public final class PmuTables {
    /** What the head is called, beside the table file. */
    public static final String HEAD_NAME = TableFile.headName(PmuChannel.CHANNEL);

    private PmuTables() {}

    public static void writeHead(Path file, List<String> counters) throws IOException {
        try (TextSink sink = TextSink.create(file)) {
            sink.ascii("{\"counters\": [");
            for (int i = 0; i < counters.size(); i++) {
                sink.ascii(i > 0 ? ", " : "").quoted(counters.get(i));
            }
            sink.ascii("]}\n");
        }
    }

    static boolean isHead(Path file) {
        return file.endsWith(HEAD_NAME);
    }

    /** The counters whose head this is; empty, with a finding, when they cannot be read. */
    static Optional<PmuTable> read(Path head, Findings findings) {
        Optional<List<String>> names = JsonTree.read(head, findings).flatMap(PmuTables::names);
        String label = JsonDocument.label(head);
        try (TableSet records =
                TableSet.open(head.getParent(), PmuChannel.CHANNEL, damage -> findings.damage(label, "", damage))) {
            if (names.isEmpty()) {
                throw new IOException("no counter is named");
            }
            PmuRecords rows = new PmuRecords(names.get());
            PmuTable table = new PmuTable(names.get());
            for (int core : records.lanes(PmuStream.COUNTERS.code())) {
                rows.eachRow(records, core, table::add);
            }
            return Optional.of(table);
        } catch (IOException unreadable) {
            findings.damage(label, "", unreadable.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<List<String>> names(Map<String, Object> tree) {
        return tree.get("counters") instanceof List<?> all
                        && all.size() <= PmuRecords.MOST_COUNTERS
                        && all.stream().allMatch(String.class::isInstance)
                ? Optional.of(all.stream().map(String.class::cast).toList())
                : Optional.empty();
    }
}
