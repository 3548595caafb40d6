package io.tidemark.capture.deps;

import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.capture.json.TextSink;
import io.tidemark.capture.table.TableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a dependency file says that the slots in the table file do not: kept beside them where the
 * run left the file out, so that it can be written later. Immutable.
 *
 * @param partial the run did not reach its end
 * @param submits submits and allocations that the run counted, -1 if it is not known
 * @param runtime the runtime that ran it; empty if it is not known
 * @param untrusted why the graph may be wrong; empty if it is not, or not judged yet
 */
public record DepsHead(boolean partial, long submits, String runtime, String untrusted) {
    /** Where it lies, below the capture's root. */
    public static final String PATH = TableFile.head(DepsChannel.CHANNEL);

    /** The head of a graph that is not judged yet. */
    public DepsHead(boolean partial, long submits, String runtime) {
        this(partial, submits, runtime, "");
    }

    /** What a graph says of itself. */
    public GraphRemark remark() {
        return new GraphRemark(partial, untrusted, runtime);
    }

    /** The same of a graph that may be wrong for this reason; none if it is empty. */
    public DepsHead judged(String doubt) {
        return new DepsHead(partial, submits, runtime, doubt);
    }

    public void write(Path file) throws IOException {
        try (TextSink sink = TextSink.create(file)) {
            sink.ascii(partial ? "{\"partial\":true" : "{\"partial\":false");
            sink.ascii(",\"submits\":").number(submits);
            sink.ascii(",\"runtime\":").quoted(runtime);
            if (!untrusted.isEmpty()) {
                sink.ascii(",\"untrusted\":").quoted(untrusted);
            }
            sink.ascii("}\n");
        }
    }

    /** Empty for a file that is none. */
    public static Optional<DepsHead> read(Path file) {
        return JsonTree.read(file, new Findings()).flatMap(DepsHead::of);
    }

    private static Optional<DepsHead> of(Map<String, Object> tree) {
        return tree.get("partial") instanceof Boolean partial
                        && tree.get("submits") instanceof Long submits
                        && tree.get("runtime") instanceof String runtime
                ? Optional.of(new DepsHead(
                        partial, submits, runtime, tree.get("untrusted") instanceof String doubt ? doubt : ""))
                : Optional.empty();
    }
}
