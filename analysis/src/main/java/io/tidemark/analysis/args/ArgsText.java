package io.tidemark.analysis.args;

import io.tidemark.abi.TaskId;
import io.tidemark.capture.args.ArgEntry;
import io.tidemark.capture.args.ArgRemark;
import io.tidemark.capture.identity.TensorIdentity;
import java.io.IOException;
import java.util.List;

/**
 * One argument in full: what it is, its values in rows, and each value with its coordinates.
 * Streams. One thread.
 */
public final class ArgsText {
    private static final long MOST_COLUMNS = 4096; // a longer last dimension is broken into lines

    private final ArgsDump dump;
    private final Appendable out;
    private final ElementTexts texts;

    public ArgsText(ArgsDump dump, Appendable out) {
        this(dump, out, new ElementTexts());
    }

    /** Makes the texts of elements in {@code texts}, which the caller may use again. */
    ArgsText(ArgsDump dump, Appendable out, ElementTexts texts) {
        this.dump = dump;
        this.out = out;
        this.texts = texts;
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
                                entry.strides(), entry.startOffset(), entry.contiguous() ? "contiguous" : "gathered"));
        if (entry.tensor().isKnown()) {
            line("tensor", text(entry.tensor()));
        }
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

    private static String text(TensorIdentity tensor) {
        return "%s, id %s, version %d, buffer at 0x%x"
                .formatted(
                        tensor.hasOwner() ? "allocated by " + TaskId.label(tensor.owner()) : "from outside",
                        Long.toUnsignedString(tensor.id()),
                        tensor.version(),
                        tensor.address());
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
        AsciiWriter buffer = new AsciiWriter(out);
        int width = texts.open(elements);
        out.append("\n# rows of the last dimension\n");
        rows(shape.isEmpty() ? 1 : Math.max(1, shape.getLast()), elements.count(), width, buffer);
        buffer.flush();
        out.append("\n# one by one\n");
        oneByOne(shape, elements.count(), buffer);
        buffer.flush();
    }

    private void rows(long columns, long count, int width, AsciiWriter buffer) throws IOException {
        long column = 0;
        for (long index = 0; index < count; index++) {
            if (column % MOST_COLUMNS != 0) {
                buffer.put(' ');
            }
            buffer.fill(' ', width - texts.length(index));
            texts.copy(index, buffer);
            column = column + 1 == columns ? 0 : column + 1;
            if (column % MOST_COLUMNS == 0 || index + 1 == count) {
                buffer.put('\n');
            }
        }
    }

    private void oneByOne(List<Long> shape, long count, AsciiWriter buffer) throws IOException {
        long[] at = new long[shape.size()];
        for (long index = 0; index < count; index++) {
            buffer.put('[');
            for (int dimension = 0; dimension < at.length; dimension++) {
                if (dimension > 0) {
                    buffer.put(',').put(' ');
                }
                buffer.number(at[dimension]);
            }
            buffer.put(']').put(' ');
            texts.copy(index, buffer);
            buffer.put('\n');
            advance(at, shape);
        }
    }

    /** Goes to the next element in row-major order. */
    private static void advance(long[] at, List<Long> shape) {
        for (int dimension = at.length - 1; dimension >= 0; dimension--) {
            if (++at[dimension] < shape.get(dimension)) {
                return;
            }
            at[dimension] = 0;
        }
    }
}
