package io.tidemark.capture.deps;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.PresentFields;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.json.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads {@code deps.json} of every form, streaming; ids may be numbers or strings. Stateless; any
 * thread. Bad tasks and edges are skipped and become findings; a cut file gives what stood before
 * the cut.
 */
public final class DepsReader {
    private static final Words TOP =
            Words.of("tasks", "tensors", "edges", "version", "allocs", "partial", "untrusted", "runtime");

    private DepsReader() {}

    /** The graph without arguments, tensors and regions; also of the head of table files. */
    public static Optional<DependencyGraph> read(Path file, Findings findings) {
        return DepsTables.isHead(file) ? DepsTables.read(file, findings) : read(file, findings, null);
    }

    /** The graph with everything the file says; also of the head of table files. */
    public static Optional<DependencyGraph> readWithDetail(Path file, Findings findings) {
        return DepsTables.isHead(file)
                ? DepsTables.readWithDetail(file, findings)
                : read(file, findings, new DependencyDetail());
    }

    private static Optional<DependencyGraph> read(Path file, Findings findings, DependencyDetail detail) {
        ReadContext context = new ReadContext(JsonDocument.label(file), findings);
        DependencyGraphBuilder builder = new DependencyGraphBuilder();
        boolean[] sawEdges = new boolean[1];
        JsonDocument.read(file, findings, scanner -> readTop(scanner, context, builder, detail, sawEdges));
        if (!sawEdges[0] && builder.taskCount() == 0) {
            context.damage("", "no dependency file: neither tasks nor edges");
            return Optional.empty();
        }
        return Optional.of(builder.build(Optional.ofNullable(detail)));
    }

    private static void readTop(
            JsonScanner scanner,
            ReadContext context,
            DependencyGraphBuilder builder,
            DependencyDetail detail,
            boolean[] sawEdges)
            throws IOException, JsonDamage {
        if (!scanner.beginObject()) {
            context.damage("byte 0", scanner.takeProblem());
            return;
        }
        boolean partial = false;
        String untrusted = "";
        String runtime = "";
        int field = -1;
        while ((field = PresentFields.next(scanner, TOP, field + 1)) != JsonScanner.END) {
            switch (field) {
                case 0 -> new TaskReader(scanner, context, builder, detail).readAll();
                case 1 -> readTensors(scanner, context, detail);
                case 2 -> {
                    sawEdges[0] = true;
                    new EdgeReader(scanner, context, builder, detail).readAll();
                }
                case 3 -> readVersion(scanner, context);
                case 4 -> readAllocations(scanner, context, builder);
                case 5 -> partial = scanner.bool();
                case 6 -> untrusted = scanner.text();
                case 7 -> runtime = scanner.text();
                default -> {
                    context.unknownKey(scanner, "the document");
                    scanner.skipValue();
                }
            }
        }
        GraphRemark remark = new GraphRemark(partial, untrusted, runtime == null ? "" : runtime);
        builder.remark(remark);
        say(remark, context);
        if (!sawEdges[0]) {
            context.loss("", "no list of edges");
        }
    }

    private static void readAllocations(JsonScanner scanner, ReadContext context, DependencyGraphBuilder builder)
            throws IOException, JsonDamage {
        if (!scanner.beginArray()) {
            context.dropRow(scanner, "allocs");
            return;
        }
        while (scanner.nextElement()) {
            long taskId = scanner.unsigned();
            if (!context.dropRow(scanner, "allocation")) {
                builder.addAllocation(taskId);
            }
        }
    }

    static void say(GraphRemark said, ReadContext context) {
        if (said.partial()) {
            context.noteOnce("the run ended early: tasks that were not submitted by then are missing");
        }
        if (!said.untrusted().isEmpty()) {
            context.damage("", "its recorder does not trust it: " + said.untrusted());
        }
    }

    private static void readVersion(JsonScanner scanner, ReadContext context) throws IOException, JsonDamage {
        long version = scanner.integer();
        if (!context.dropRow(scanner, "the version") && (version < 1 || version > 3)) {
            context.noteOnce("version " + version + " is not known here; read as version 3");
        }
    }

    private static void readTensors(JsonScanner scanner, ReadContext context, DependencyDetail detail)
            throws IOException, JsonDamage {
        if (detail == null) {
            scanner.skipValue();
        } else {
            new TensorReader(scanner, context, detail).readAll();
        }
    }
}
