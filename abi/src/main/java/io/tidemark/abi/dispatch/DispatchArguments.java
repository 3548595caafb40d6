package io.tidemark.abi.dispatch;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;

import io.tidemark.abi.layout.I64Array;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * The arguments of one kernel run, for chips whose cores do not see the runtime's own memory. The
 * {@link TensorDescriptor} of each tensor follows this record, {@link #MAX_TENSORS} places in all.
 * Written and left alone together with the {@link DispatchPayload} that points to it.
 */
public final class DispatchArguments {
    public static final int MAX_TENSORS = 32;
    public static final int MAX_SCALARS = 16;

    /** Where the first descriptor lies from the start of the record. */
    public static final long TENSORS = 192;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("DispatchArguments", 118);

    // spotless:off
    public static final U32      TENSOR_COUNT = RECORD.u32 ( 0, "tensorCount",              COUNT, "tensors of the task");
    public static final U32      SCALAR_COUNT = RECORD.u32 ( 4, "scalarCount",              COUNT, "scalars of the task");
    public static final I64Array SCALARS      = RECORD.i64s(64, "scalars",     MAX_SCALARS, CODE,  "bits of each, zero-extended");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end((int) TENSORS);

    /** Size of the record with all its descriptors. */
    public static final long SIZE_BYTES = TENSORS + (long) MAX_TENSORS * TensorDescriptor.LAYOUT.sizeBytes();

    private DispatchArguments() {}
}
