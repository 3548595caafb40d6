package io.tidemark.capture.args;

import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.capture.identity.TensorIdentity;
import io.tidemark.capture.json.TextSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Writes {@code args_dump.json} in today's form, entry by entry; the head's counters must be known
 * first. One thread; nothing but a buffer is kept.
 */
public final class ArgsWriter implements Closeable {
    /** Directory of the dump in the capture directory. */
    public static final String DIRECTORY = ArgsChannel.DIRECTORY;

    /** Name of the manifest in {@link #DIRECTORY}. */
    public static final String FILE_NAME = ArgsChannel.FILE;

    /** Name of the payload file in {@link #DIRECTORY}. */
    public static final String PAYLOAD_NAME = ArgsChannel.PAYLOAD_FILE;

    private final TextSink sink;
    private boolean first = true;

    private ArgsWriter(TextSink sink) {
        this.sink = sink;
    }

    public static ArgsWriter create(Path file, ArgsHeader header) throws IOException {
        return create(file, header, Map.of());
    }

    /**
     * @param remarks how many entries have each remark; those that none has are not written
     */
    public static ArgsWriter create(Path file, ArgsHeader header, Map<ArgRemark, Long> remarks) throws IOException {
        ArgsWriter writer = new ArgsWriter(TextSink.create(file));
        writer.head(header, remarks);
        return writer;
    }

    public static void write(Path file, ArgsManifest manifest) throws IOException {
        Map<ArgRemark, Long> remarks = new EnumMap<>(ArgRemark.class);
        for (int row = 0; row < manifest.size(); row++) {
            manifest.remarks(row).forEach(remark -> remarks.merge(remark, 1L, Long::sum));
        }
        try (ArgsWriter writer = create(file, manifest.header(), remarks)) {
            for (int row = 0; row < manifest.size(); row++) {
                writer.entry(manifest.entry(row));
            }
        }
    }

    private void head(ArgsHeader header, Map<ArgRemark, Long> remarks) throws IOException {
        sink.ascii("{\n  \"run_dir\": ").quoted(DIRECTORY);
        sink.ascii(",\n  \"bin_format\": {\n    \"type\": \"logical_contiguous\",\n");
        sink.ascii("    \"byte_order\": \"little_endian\"\n  }");
        counter("dump_args_level", header.level());
        counter("total_args", header.total());
        counter("before_dispatch", header.beforeDispatch());
        counter("after_completion", header.afterCompletion());
        counter("input_args", header.inputs());
        counter("output_args", header.outputs());
        counter("inout_args", header.inouts());
        counter("truncated_args", header.truncated());
        counter("dropped_records", header.droppedRecords());
        counter("dropped_overwrite", header.droppedOverwrite());
        for (ArgRemark remark : ArgRemark.values()) {
            if (remarks.getOrDefault(remark, 0L) > 0) {
                counter(remark.key() + "_args", remarks.get(remark));
            }
        }
        sink.ascii(",\n  \"bin_file\": ");
        if (header.payloadFile() == null) {
            sink.ascii("null");
        } else {
            sink.quoted(header.payloadFile());
        }
        sink.ascii(",\n  \"args\": [");
    }

    private void counter(String key, long value) throws IOException {
        if (value >= 0) {
            sink.ascii(",\n  \"").ascii(key).ascii("\": ").number(value);
        }
    }

    public void entry(ArgEntry entry) throws IOException {
        sink.ascii(first ? "\n    {\"task_id\": \"0x" : ",\n    {\"task_id\": \"0x");
        first = false;
        sink.ascii(hex(entry.taskId())).ascii("\", \"func_id\": ");
        list(entry.functionIds());
        sink.ascii(", \"arg_index\": ").number(entry.argIndex());
        sink.ascii(", \"role\": \"").ascii(entry.role().word());
        sink.ascii("\", \"stage\": \"").ascii(entry.stage().word());
        sink.ascii(entry.isScalar() ? "\", \"kind\": \"scalar\"" : "\", \"kind\": \"tensor\"");
        sink.ascii(", \"dtype\": ").quoted(entry.dataType());
        if (entry.isScalar()) {
            sink.ascii(", \"value\": ").ascii(ScalarText.of(entry.dataType(), entry.value()));
        }
        flag(", \"is_contiguous\": ", entry.contiguous());
        sink.ascii(", \"shape\": ");
        list(entry.shape());
        sink.ascii(", \"strides\": ");
        list(entry.strides());
        sink.ascii(", \"start_offset\": ").number(entry.startOffset());
        tensor(entry.tensor());
        sink.ascii(", \"numel\": ").number(entry.elements());
        if (entry.indexAmbiguous()) {
            flag(", \"arg_index_ambiguous\": ", true);
        }
        sink.ascii(", \"bin_offset\": ").number(entry.payloadOffset());
        sink.ascii(", \"bin_size\": ").number(entry.payloadBytes());
        flag(", \"truncated\": ", entry.truncated());
        flag(", \"overwritten\": ", entry.overwritten());
        for (ArgRemark remark : ArgRemark.values()) {
            if (entry.remarks().contains(remark)) {
                sink.ascii(", \"").ascii(remark.key()).ascii("\": true");
            }
        }
        sink.ascii("}");
    }

    /** The same values under the same names as in a dependency file; nothing where unknown. */
    private void tensor(TensorIdentity tensor) throws IOException {
        if (!tensor.isKnown()) {
            return;
        }
        sink.ascii(", \"tensor_id\": \"").unsigned(tensor.id());
        sink.ascii("\", \"buffer_addr\": \"").unsigned(tensor.address());
        sink.ascii("\", \"version\": ").number(tensor.version());
        if (tensor.hasOwner()) {
            sink.ascii(", \"owner\": \"").unsigned(tensor.owner()).ascii("\"");
        }
    }

    private static String hex(long taskId) {
        String digits = Long.toHexString(taskId);
        return "0".repeat(16 - digits.length()) + digits;
    }

    private void flag(String key, boolean value) throws IOException {
        sink.ascii(key).ascii(value ? "true" : "false");
    }

    private void list(List<? extends Number> values) throws IOException {
        sink.ascii("[");
        for (int at = 0; at < values.size(); at++) {
            sink.ascii(at > 0 ? ", " : "").number(values.get(at).longValue());
        }
        sink.ascii("]");
    }

    /** Ends the document. */
    @Override
    public void close() throws IOException {
        try (sink) {
            sink.ascii(first ? "]\n}\n" : "\n  ]\n}\n");
        }
    }
}
