package io.tidemark.analysis.args;

import io.tidemark.capture.args.ArgEntry;
import io.tidemark.capture.args.ArgRemark;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * One argument in full: what it is, its values in rows, and each value with its coordinates.
 * Streams. One thread.
 */
public final class ArgsText {
    private static final long MOST_COLUMNS = 4096; // a longer last dimension is broken into lines

    private final ArgsDump dump;
    private final Appendable out;

    public ArgsText(ArgsDump dump, Appendable out) {
        this.dump = dump;
        this.out = out;
    }

    public void print(int row) throws IOException {
        ArgEntry entry = dump.manifest().entry(row);
        line("task", "0x%016x (%s)".formatted(entry.taskId(), dump.task(row)));
        line("kernel", dump.kernel(row));
        line("argument", entry.argIndex() + (entry.indexAmbiguous() ? " (ambiguous)" : ""));
        line("role", dump.role(row));
        line("stage", dump.stage(row));
        line("dtype", entry.dataType());
        if (entry.isScalar()) {
            line("value", dump.scalar(row));
            return;
        }
        line("shape", entry.shape().toString());
        line(
                "view",
                "strides %s from element %d, %s"
                        .formatted(
                                entry.strides(),
                                entry.startOffset(),
                                entry.contiguous() ? "contiguous" : "gathered"));
        Presence presence = dump.presence(row);
        if (entry.truncated()) {
            line("truncated", "the device kept only the first part");
        }
        for (ArgRemark remark : entry.remarks()) {
            line("remark", remark.key());
        }
        if (presence != Presence.WHOLE) {
            line("payload", reason(presence));
        }
        if (presence == Presence.WHOLE || presence == Presence.CUT) {
            values(entry.shape(), dump.elements(row));
        }
    }

    private static String reason(Presence presence) {
        return switch (presence) {
            case NONE -> "none was recorded";
            case OVERWRITTEN -> "overwritten before the host had copied it";
            case CUT -> "the file ends inside it; what follows is the part that is there";
            default -> "gone: the file ends before it";
        };
    }

    private void line(String key, String value) throws IOException {
        out.append("# ").append(key).append(": ").append(value).append('\n');
    }

    private void values(List<Long> shape, Elements elements) throws IOException {
        long columns = shape.isEmpty() ? 1 : Math.max(1, shape.getLast());
        out.append("\n# rows of the last dimension\n");
        int width = 0;
        for (long index = 0; index < elements.count(); index++) {
            width = Math.max(width, elements.text(index).length());
        }
        for (long index = 0; index < elements.count(); index++) {
            String text = elements.text(index);
            boolean begins = index % columns % MOST_COLUMNS == 0;
            out.append(begins ? "" : " ").append(" ".repeat(width - text.length())).append(text);
            boolean ends =
                    (index + 1) % columns == 0
                            || (index + 1) % columns % MOST_COLUMNS == 0
                            || index + 1 == elements.count();
            out.append(ends ? "\n" : "");
        }
        out.append("\n# one by one\n");
        for (long index = 0; index < elements.count(); index++) {
            out.append(coordinates(shape, index))
                    .append(' ')
                    .append(elements.text(index))
                    .append('\n');
        }
    }

    private static String coordinates(List<Long> shape, long index) {
        if (shape.isEmpty()) {
            return "[]";
        }
        long[] at = new long[shape.size()];
        long rest = index;
        for (int dimension = at.length - 1; dimension >= 0; dimension--) {
            long size = Math.max(1, shape.get(dimension));
            at[dimension] = rest % size;
            rest /= size;
        }
        return Arrays.toString(at);
    }
}
