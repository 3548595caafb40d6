package io.tidemark.capture.args;

import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.capture.json.TextSink;
import io.tidemark.capture.table.TableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the records of a dump do not say, kept beside their table file. A payload file holds the
 * payloads of all records in their order, but for those that are overwritten.
 *
 * @param level 1 marked, 2 all, 3 all metadata
 * @param dropped records that the device could not store
 * @param hasPayloads whether there is a payload file
 * @param overwritten records whose payload is gone, by their number among those of all lanes
 * @param mismatched records whose payload does not have its digest, likewise
 */
public record ArgsHead(int level, long dropped, boolean hasPayloads, BitSet overwritten, BitSet mismatched) {
    /** What it is called, beside the table file. */
    public static final String NAME = TableFile.headName(ArgsChannel.CHANNEL);

    /** The head of an active dump: there is no payload file yet. */
    public static ArgsHead begun(int level) {
        return new ArgsHead(level, 0, false, new BitSet(), new BitSet());
    }

    public void write(Path file) throws IOException {
        try (TextSink sink = TextSink.create(file)) {
            sink.ascii("{\"dump_args_level\": ").number(level);
            sink.ascii(", \"dropped_records\": ").number(dropped);
            sink.ascii(", \"payloads\": ").ascii(Boolean.toString(hasPayloads));
            sink.ascii(", \"overwritten\": ").list(numbers(overwritten), ", ");
            sink.ascii(", \"digest_mismatch\": ").list(numbers(mismatched), ", ");
            sink.ascii("}\n");
        }
    }

    private static long[] numbers(BitSet records) {
        return records.stream().asLongStream().toArray();
    }

    /** Empty, with a finding, for a file that is none. */
    static Optional<ArgsHead> read(Path file, Findings findings) {
        return JsonTree.read(file, findings).map(ArgsHead::of);
    }

    private static ArgsHead of(Map<String, Object> tree) {
        return new ArgsHead(
                (int) number(tree, "dump_args_level"),
                number(tree, "dropped_records"),
                Boolean.TRUE.equals(tree.get("payloads")),
                records(tree, "overwritten"),
                records(tree, "digest_mismatch"));
    }

    private static long number(Map<String, Object> tree, String name) {
        return tree.get(name) instanceof Long number ? number : -1;
    }

    private static BitSet records(Map<String, Object> tree, String name) {
        BitSet records = new BitSet();
        if (tree.get(name) instanceof List<?> numbers) {
            for (Object number : numbers) {
                if (number instanceof Long record && record >= 0 && record < Integer.MAX_VALUE) {
                    records.set(record.intValue());
                }
            }
        }
        return records;
    }
}
