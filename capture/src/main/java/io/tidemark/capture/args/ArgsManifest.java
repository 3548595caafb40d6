package io.tidemark.capture.args;

import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.StringIndex;
import io.tidemark.capture.identity.TensorIdentity;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The dumped arguments of a run in columns, in manifest order. Filled by one reader, read by
 * anyone. Lists (shapes, strides, kernels) are shared between equal entries.
 */
public final class ArgsManifest {
    /** Offset of a payload that no payload file holds yet. */
    public static final long NO_PAYLOAD_FILE = -1;

    private static final int SCALAR = 1;
    private static final int CONTIGUOUS = 2;
    private static final int AMBIGUOUS = 4;
    private static final int TRUNCATED = 8;
    private static final int OVERWRITTEN = 16;

    private ArgsHeader header;
    private final StringIndex dataTypes = new StringIndex(256);
    private final Map<List<Long>, Integer> listIndex = new HashMap<>();
    private final List<List<Long>> lists = new ArrayList<>();
    private final LongColumn taskId = new LongColumn();
    private final IntColumn subtaskId = new IntColumn();
    private final IntColumn functions = new IntColumn();
    private final IntColumn argIndex = new IntColumn();
    private final ByteColumn roleAndStage = new ByteColumn();
    private final ByteColumn flags = new ByteColumn();
    private final ByteColumn dataType = new ByteColumn();
    private final ByteColumn valueKind = new ByteColumn();
    private final LongColumn valueBits = new LongColumn();
    private final IntColumn shape = new IntColumn();
    private final IntColumn strides = new IntColumn();
    private final IntColumn rawShape = new IntColumn();
    private final IntColumn offsets = new IntColumn();
    private final LongColumn startOffset = new LongColumn();
    private final LongColumn address = new LongColumn();
    private final LongColumn owner = new LongColumn();
    private final IntColumn version = new IntColumn();
    private final LongColumn elements = new LongColumn();
    private final LongColumn payloadOffset = new LongColumn();
    private final LongColumn payloadBytes = new LongColumn();
    private final Map<Integer, Set<ArgRemark>> remarks = new HashMap<>(); // few rows have any

    public ArgsManifest(ArgsHeader header) {
        this.header = header;
    }

    /** Replaces the head: a reader knows it whole only after the rows. */
    void setHeader(ArgsHeader newHeader) {
        header = newHeader;
    }

    public void add(ArgEntry entry) {
        taskId.add(entry.taskId());
        subtaskId.add(entry.subtaskId());
        functions.add(list(entry.functionIds().stream().map(Integer::longValue).toList()));
        argIndex.add(entry.argIndex());
        roleAndStage.add((byte) (entry.role().code() | (entry.stage().code() << 2)));
        flags.add(flagsOf(entry));
        dataType.add((byte) dataTypes.add(entry.dataType()));
        valueKind.add((byte) entry.value().kind().ordinal());
        valueBits.add(entry.value().bits());
        shape.add(list(entry.shape()));
        strides.add(list(entry.strides()));
        rawShape.add(list(entry.rawShape()));
        offsets.add(list(entry.offsets()));
        startOffset.add(entry.startOffset());
        address.add(entry.tensor().address());
        owner.add(entry.tensor().owner());
        version.add(entry.tensor().version());
        elements.add(entry.elements());
        payloadOffset.add(entry.payloadOffset());
        payloadBytes.add(entry.payloadBytes());
        if (!entry.remarks().isEmpty()) {
            remarks.put(size() - 1, EnumSet.copyOf(entry.remarks()));
        }
    }

    public ArgsHeader header() {
        return header;
    }

    public int size() {
        return taskId.size();
    }

    /** One row as an object; allocates. */
    public ArgEntry entry(int row) {
        return new ArgEntry(
                taskId(row),
                subtaskId.get(row),
                functionIds(row),
                argIndex(row),
                role(row),
                stage(row),
                isScalar(row),
                dataType(row),
                value(row),
                has(row, CONTIGUOUS),
                shape(row),
                lists.get(strides.get(row)),
                lists.get(rawShape.get(row)),
                lists.get(offsets.get(row)),
                startOffset.get(row),
                tensor(row),
                elements(row),
                has(row, AMBIGUOUS),
                payloadOffset(row),
                payloadBytes(row),
                isTruncated(row),
                isOverwritten(row),
                remarks(row));
    }

    public Set<ArgRemark> remarks(int row) {
        return remarks.getOrDefault(row, Set.of());
    }

    public long taskId(int row) {
        return taskId.get(row);
    }

    public List<Integer> functionIds(int row) {
        return lists.get(functions.get(row)).stream().map(Long::intValue).toList();
    }

    public int argIndex(int row) {
        return argIndex.get(row);
    }

    public ArgumentRole role(int row) {
        return ArgumentRole.ofCode(roleAndStage.get(row) & 3);
    }

    public ArgumentStage stage(int row) {
        return ArgumentStage.ofCode(roleAndStage.get(row) >>> 2);
    }

    public boolean isScalar(int row) {
        return has(row, SCALAR);
    }

    public String dataType(int row) {
        return dataTypes.text(dataType.get(row) & 0xFF);
    }

    public ScalarValue value(int row) {
        return new ScalarValue(ScalarValue.Kind.values()[valueKind.get(row)], valueBits.get(row));
    }

    public List<Long> shape(int row) {
        return lists.get(shape.get(row));
    }

    public TensorIdentity tensor(int row) {
        return new TensorIdentity(address.get(row), owner.get(row), version.get(row));
    }

    public long elements(int row) {
        return elements.get(row);
    }

    public long payloadOffset(int row) {
        return payloadOffset.get(row);
    }

    public long payloadBytes(int row) {
        return payloadBytes.get(row);
    }

    public boolean isTruncated(int row) {
        return has(row, TRUNCATED);
    }

    public boolean isOverwritten(int row) {
        return has(row, OVERWRITTEN);
    }

    private boolean has(int row, int flag) {
        return (flags.get(row) & flag) != 0;
    }

    private int list(List<Long> values) {
        Integer known = listIndex.get(values);
        if (known != null) {
            return known;
        }
        List<Long> copy = List.copyOf(values);
        listIndex.put(copy, lists.size());
        lists.add(copy);
        return lists.size() - 1;
    }

    private static byte flagsOf(ArgEntry entry) {
        int flags = entry.isScalar() ? SCALAR : 0;
        flags |= entry.contiguous() ? CONTIGUOUS : 0;
        flags |= entry.indexAmbiguous() ? AMBIGUOUS : 0;
        flags |= entry.truncated() ? TRUNCATED : 0;
        flags |= entry.overwritten() ? OVERWRITTEN : 0;
        return (byte) flags;
    }
}
