package io.tidemark.analysis.args;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.RowFormat;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.args.ArgsHeader;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.identity.TensorIdentity;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * The list of dumped arguments, one row each, written as it is computed: memory does not grow with
 * the dump. One thread.
 */
public final class ArgsTable {
    private static final RowFormat ROW = RowFormat.of(
            ">:6",
            "task:8",
            "kernel:16",
            ">:3",
            "role:6",
            "stage:6",
            "dtype:9",
            "shape:16",
            ">:12",
            ">:12",
            ">:12",
            ">:4",
            ">:4",
            ">:6",
            "digest:8");
    private static final String[] HEAD = {
        "index", "task", "kernel", "arg", "role", "stage", "dtype", "shape", "min", "max", "mean", "nan", "inf", "zero",
        "digest"
    };

    private final ArgsDump dump;

    public ArgsTable(ArgsDump dump) {
        this.dump = dump;
    }

    /** Prints the rows the filter lets pass; answers how many. */
    public int print(ArgFilter filter, PrintWriter out) {
        StringBuilder line = new StringBuilder(160);
        ROW.append(line, HEAD);
        out.print(line);
        int rows = 0;
        for (int row = 0; row < dump.size(); row++) {
            if (dump.accepts(filter, row)) {
                line.setLength(0);
                ROW.append(line, cells(row));
                out.append(line);
                rows++;
            }
        }
        return rows;
    }

    /** Prints the figures of the manifest's head, and the loss of payload bytes. */
    public void printHead(PrintWriter out) {
        ArgsHeader header = dump.manifest().header();
        out.println("args: %s%s, %s of payload"
                .formatted(
                        Units.plural(dump.size(), "argument"),
                        header.level() > 0 ? " at level " + header.level() : "",
                        Units.bytes(dump.payloadBytes())));
        long dropped = Math.max(0, header.droppedRecords());
        if (dropped > 0) {
            out.println("dropped: %s never reached the host".formatted(Units.plural(dropped, "record")));
        }
    }

    private String[] cells(int row) {
        ArgsManifest manifest = dump.manifest();
        String[] cells = new String[HEAD.length];
        cells[0] = Integer.toString(row);
        cells[1] = dump.task(row);
        cells[2] = dump.kernel(row);
        cells[3] = Integer.toString(manifest.argIndex(row));
        cells[4] = dump.role(row);
        cells[5] = dump.stage(row);
        cells[6] = manifest.dataType(row);
        cells[7] = manifest.isScalar(row) ? "scalar" : manifest.shape(row).toString();
        for (int column = 8; column < cells.length; column++) {
            cells[column] = "";
        }
        Presence presence = dump.presence(row);
        if (manifest.isScalar(row)) {
            cells[10] = dump.scalar(row);
        } else if (presence == Presence.WHOLE || presence == Presence.CUT) {
            values(cells, ArgStatistics.of(dump.elements(row)));
        }
        cells[14] += mark(manifest, row, presence);
        return cells;
    }

    private static void values(String[] cells, ArgStatistics statistics) {
        cells[8] = statistics.leastText();
        cells[9] = statistics.greatestText();
        cells[10] = statistics.finite() == 0 ? "-" : Numbers.general(statistics.mean(), 6);
        cells[11] = Long.toString(statistics.notANumber());
        cells[12] = Long.toString(statistics.infinite());
        cells[13] = Long.toString(statistics.zero());
        cells[14] = "%08x".formatted(statistics.digest());
    }

    private static String mark(ArgsManifest manifest, int row, Presence presence) {
        String mark =
                switch (presence) {
                    case OVERWRITTEN -> "overwritten";
                    case CUT -> " cut: the file ends inside";
                    case GONE -> "gone: the file ends before";
                    default -> manifest.isTruncated(row) ? " truncated" : "";
                };
        StringBuilder all = new StringBuilder(mark);
        manifest.remarks(row).forEach(remark -> all.append(' ').append(remark.key()));
        return all.toString();
    }

    /** Writes an array of the rows the filter lets pass. */
    public void json(ArgFilter filter, JsonWriter json) {
        ArgsManifest manifest = dump.manifest();
        json.beginArray();
        for (int row = 0; row < dump.size(); row++) {
            if (!dump.accepts(filter, row)) {
                continue;
            }
            json.beginObject()
                    .member("index", row)
                    .member("task_id", Long.toUnsignedString(manifest.taskId(row)))
                    .member("task", dump.task(row))
                    .member("kernel", dump.kernel(row))
                    .member("arg_index", manifest.argIndex(row))
                    .member("role", dump.role(row))
                    .member("stage", dump.stage(row))
                    .member("kind", manifest.isScalar(row) ? "scalar" : "tensor")
                    .member("dtype", manifest.dataType(row));
            json.name("shape").beginArray();
            manifest.shape(row).forEach(json::value);
            json.endArray();
            jsonTensor(json, manifest.tensor(row));
            jsonValues(json, row);
            json.endObject();
        }
        json.endArray();
    }

    private static void jsonTensor(JsonWriter json, TensorIdentity tensor) {
        if (!tensor.isKnown()) {
            return;
        }
        json.member("tensor_id", Long.toUnsignedString(tensor.id()))
                .member("buffer_addr", Long.toUnsignedString(tensor.address()))
                .member("version", tensor.version());
        if (tensor.hasOwner()) {
            json.member("owner", Long.toUnsignedString(tensor.owner()));
        }
    }

    private void jsonValues(JsonWriter json, int row) {
        Presence presence = dump.presence(row);
        ArgsManifest manifest = dump.manifest();
        json.member("presence", presence.name().toLowerCase(Locale.ROOT));
        json.member("truncated", manifest.isTruncated(row));
        manifest.remarks(row).forEach(remark -> json.member(remark.key(), true));
        if (manifest.isScalar(row)) {
            json.member("value", dump.scalar(row));
        } else if (presence == Presence.WHOLE || presence == Presence.CUT) {
            ArgStatistics statistics = ArgStatistics.of(dump.elements(row));
            json.member("elements", statistics.count())
                    .member("min", statistics.leastText())
                    .member("max", statistics.greatestText())
                    .member("mean", statistics.mean())
                    .member("nan", statistics.notANumber())
                    .member("inf", statistics.infinite())
                    .member("zero", statistics.zero())
                    .member("digest", "%08x".formatted(statistics.digest()));
        }
    }
}
