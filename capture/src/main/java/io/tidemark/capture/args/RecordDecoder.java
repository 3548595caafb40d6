package io.tidemark.capture.args;

import io.tidemark.abi.DType;
import io.tidemark.abi.args.ArgumentFlags;
import io.tidemark.abi.args.ArgumentKind;
import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.identity.TensorIdentity;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Turns records into entries of the manifest. The device is not trusted: counts are clamped to what
 * a record holds, unknown codes stay unknown, and both are called damage. Any thread.
 */
public final class RecordDecoder {
    /** Mark of a record: its bytes are gone. */
    public static final int OVERWRITTEN = 1;

    /** Mark: its bytes do not have its digest. */
    public static final int MISMATCH = 1 << 1;

    /** Mark: {@link #isDamaged}. */
    public static final int DAMAGED = 1 << 2;

    private RecordDecoder() {}

    /** True if a field says what no probe writes. */
    public static boolean isDamaged(MemorySegment records, long at) {
        int kind = ArgumentRecord.KIND.get(records, at);
        int type = ArgumentRecord.DTYPE.get(records, at);
        boolean isScalar = kind == ArgumentKind.SCALAR.code();
        boolean knownType = DType.ofCode(type) != DType.UNKNOWN || isScalar && type == ArgumentRecord.FLOAT64;
        long stored = ArgumentRecord.PAYLOAD_BYTES.get(records, at);
        return kind > ArgumentKind.TEST_PATTERN.code()
                || !knownType
                || ArgumentRecord.ROLE.get(records, at) > 2
                || ArgumentRecord.STAGE.get(records, at) > 1
                || ArgumentRecord.RANK.get(records, at) > ArgumentRecord.MAX_RANK
                || ArgumentRecord.FUNCTIONS.get(records, at) > ArgumentRecord.MAX_FUNCTIONS
                || stored < 0
                || stored > Math.max(0, ArgumentRecord.WHOLE_BYTES.get(records, at))
                || has(records, at, ArgumentFlags.RANK_CLAMPED);
    }

    public static boolean has(MemorySegment records, long at, int flag) {
        return (ArgumentRecord.FLAG_BITS.get(records, at) & flag) != 0;
    }

    /**
     * @param binAt position of its bytes in the payload file
     * @param marks what was found out about it
     */
    public static ArgEntry entry(MemorySegment records, long at, long binAt, int marks) {
        int rank = Math.min(ArgumentRecord.RANK.get(records, at), ArgumentRecord.MAX_RANK);
        List<Long> shape = new ArrayList<>(rank);
        List<Long> strides = new ArrayList<>(rank);
        long elements = 1;
        for (int axis = 0; axis < rank; axis++) {
            shape.add(ArgumentRecord.SHAPE.get(records, at, axis));
            strides.add(ArgumentRecord.STRIDES.get(records, at, axis));
            elements *= shape.getLast();
        }
        boolean isScalar = ArgumentRecord.KIND.get(records, at) == ArgumentKind.SCALAR.code();
        boolean isGone = (marks & OVERWRITTEN) != 0;
        long bytes = isGone ? 0 : ArgumentRecord.PAYLOAD_BYTES.get(records, at);
        return new ArgEntry(
                ArgumentRecord.TASK_ID.get(records, at),
                -1,
                functions(records, at),
                (int) ArgumentRecord.ARGUMENT_INDEX.get(records, at),
                ArgumentRole.ofCode(ArgumentRecord.ROLE.get(records, at)),
                ArgumentStage.ofCode(ArgumentRecord.STAGE.get(records, at)),
                isScalar,
                typeName(records, at),
                isScalar ? value(records, at) : ScalarValue.ABSENT,
                has(records, at, ArgumentFlags.CONTIGUOUS),
                shape,
                strides,
                List.of(),
                List.of(),
                ArgumentRecord.START_OFFSET.get(records, at),
                isScalar ? TensorIdentity.UNKNOWN : identity(records, at),
                elements,
                has(records, at, ArgumentFlags.INDEX_AMBIGUOUS),
                bytes == 0 ? 0 : binAt,
                bytes,
                has(records, at, ArgumentFlags.TRUNCATED),
                isGone,
                remarks(records, at, marks));
    }

    /** Unknown where the record was written before it had an address. */
    private static TensorIdentity identity(MemorySegment records, long at) {
        long address = ArgumentRecord.BASE_ADDRESS.get(records, at);
        return address == 0
                ? TensorIdentity.UNKNOWN
                : new TensorIdentity(address, ArgumentRecord.OWNER.get(records, at), (int)
                        ArgumentRecord.SCALAR_BITS.get(records, at));
    }

    private static List<Integer> functions(MemorySegment records, long at) {
        int count = Math.min(ArgumentRecord.FUNCTIONS.get(records, at), ArgumentRecord.MAX_FUNCTIONS);
        int[] ids = {
            ArgumentRecord.FUNCTION_0.get(records, at),
            ArgumentRecord.FUNCTION_1.get(records, at),
            ArgumentRecord.FUNCTION_2.get(records, at)
        };
        List<Integer> functions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            functions.add(ids[i] == ArgumentRecord.NO_FUNCTION ? -1 : ids[i]);
        }
        return functions;
    }

    private static String typeName(MemorySegment records, long at) {
        int code = ArgumentRecord.DTYPE.get(records, at);
        return code == ArgumentRecord.FLOAT64
                ? ScalarText.FLOAT64
                : DType.ofCode(code).name();
    }

    private static ScalarValue value(MemorySegment records, long at) {
        return ScalarText.ofRaw(typeName(records, at), ArgumentRecord.SCALAR_BITS.get(records, at));
    }

    public static Set<ArgRemark> remarks(MemorySegment records, long at, int marks) {
        boolean changed = has(records, at, ArgumentFlags.CHANGED);
        boolean partial = has(records, at, ArgumentFlags.PARTIAL);
        boolean mismatch = (marks & MISMATCH) != 0;
        boolean damaged = (marks & DAMAGED) != 0;
        if (!changed && !partial && !mismatch && !damaged) {
            return Set.of();
        }
        Set<ArgRemark> remarks = EnumSet.noneOf(ArgRemark.class);
        addIf(remarks, mismatch, ArgRemark.DIGEST_MISMATCH);
        addIf(remarks, changed, ArgRemark.CHANGED);
        addIf(remarks, damaged, ArgRemark.DAMAGED);
        addIf(remarks, partial, ArgRemark.PARTIAL);
        return remarks;
    }

    private static void addIf(Set<ArgRemark> remarks, boolean applies, ArgRemark remark) {
        if (applies) {
            remarks.add(remark);
        }
    }
}
