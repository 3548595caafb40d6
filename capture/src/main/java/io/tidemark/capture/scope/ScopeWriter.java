package io.tidemark.capture.scope;

import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.capture.json.TextSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes {@code scope_stats.jsonl}, version 6, sample by sample. One thread; nothing but a buffer
 * is kept.
 */
public final class ScopeWriter implements Closeable {
    /** Directory of the file in the capture directory. */
    public static final String DIRECTORY = ScopeChannel.DIRECTORY;

    /** Name of the file in {@link #DIRECTORY}. */
    public static final String FILE_NAME = ScopeChannel.FILE;

    /** The version written. */
    public static final int VERSION = 6;

    private final TextSink sink;

    private ScopeWriter(TextSink sink) {
        this.sink = sink;
    }

    public static ScopeWriter create(Path file, ScopeHeader header) throws IOException {
        if (header.version() != VERSION) {
            throw new IllegalArgumentException("version=" + header.version());
        }
        ScopeWriter writer = new ScopeWriter(TextSink.create(file));
        writer.head(header);
        return writer;
    }

    public static void write(Path file, ScopeTable table) throws IOException {
        try (ScopeWriter writer = create(file, table.header())) {
            for (int row = 0; row < table.size(); row++) {
                writer.sample(table.sample(row));
            }
        }
    }

    private void head(ScopeHeader header) throws IOException {
        sink.ascii("{\"version\": ").number(VERSION);
        sink.ascii(header.fatal() ? ", \"fatal\": true" : ", \"fatal\": false");
        sink.ascii(", \"dropped\": ").number(header.dropped());
        sink.ascii(", \"total\": ").number(header.total());
        list(", \"task_window_max\": ", header.taskWindowMax());
        list(", \"heap_max\": ", header.heapMaxBytes());
        list(", \"dep_pool_max\": ", header.depPoolMax());
        sink.ascii(", \"tensormap_max\": ").number(header.tensorMapMax()).ascii("}\n");
    }

    private void list(String key, List<Long> values) throws IOException {
        sink.ascii(key).list(values.stream().mapToLong(Long::longValue).toArray(), ", ");
    }

    public void sample(ScopeSample sample) throws IOException {
        sink.ascii("{\"site\": ").quoted(sample.site());
        sink.ascii(sample.isBegin() ? ", \"phase\": \"begin\"" : ", \"phase\": \"end\"");
        sink.ascii(", \"depth\": ").number(sample.depth());
        sink.ascii(", \"ring\": ").number(sample.ring());
        sink.ascii(", \"task_window_start\": ").number(sample.taskStart());
        sink.ascii(", \"task_window_end\": ").number(sample.taskEnd());
        sink.ascii(", \"heap_start\": ").number(sample.heapStartBytes());
        sink.ascii(", \"heap_end\": ").number(sample.heapEndBytes());
        sink.ascii(", \"dep_pool_start\": ").number(sample.depPoolStart());
        sink.ascii(", \"dep_pool_end\": ").number(sample.depPoolEnd());
        sink.ascii(", \"tensormap\": ").number(sample.tensorMap()).ascii("}\n");
    }

    @Override
    public void close() throws IOException {
        sink.close();
    }
}
