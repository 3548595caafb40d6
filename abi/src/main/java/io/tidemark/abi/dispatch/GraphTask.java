package io.tidemark.abi.dispatch;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.FLAGS;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.INDEX;

import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U32Array;

/**
 * One task of a {@link DeviceGraph}. Behind it lie the {@link TensorDescriptor} of each tensor,
 * then the bits of each scalar, eight bytes each, then, from the next multiple of 16 on, the {@link
 * GraphTaskShape} of a task that takes several cores at once or has a predicate; the next task
 * begins at the next multiple of {@link DeviceGraph#UNIT_BYTES}.
 */
public final class GraphTask {
    /** Bit of {@link #FLAGS_WORD}: the task has no kernel and needs no core. */
    public static final int DUMMY = 1;

    /** Bit of {@link #FLAGS_WORD}: the core tells what the task is given, before its kernel. */
    public static final int DUMP_BEFORE = 2;

    /** Bit of {@link #FLAGS_WORD}: the core tells what the task gave, after its last kernel. */
    public static final int DUMP_AFTER = 4;

    /** Bit of {@link #FLAGS_WORD}: all its kernel runs start together. */
    public static final int TOGETHER = 8;

    /** Bit of {@link #FLAGS_WORD}: it runs only if its predicate holds. */
    public static final int PREDICATED = 16;

    /**
     * From this bit of {@link #FLAGS_WORD} on one for each position of a cluster that a block
     * takes; none for a task whose blocks take one core each.
     */
    public static final int POSITIONS_SHIFT = 5;

    /** Block index of an entry that lets a core dump what a gang is given, before it is a gang. */
    public static final int ONLY_DUMPS = -1;

    /** Consumers that the record itself has room for. */
    public static final int INLINE_CONSUMERS = 8;

    /** Bit of a consumer: it runs on a cube core. */
    public static final int CUBE = 1 << 31;

    /** Bit of a consumer: it has several blocks, or takes several cores at once. */
    public static final int DIVIDED = 1 << 30;

    /** Bit of a consumer: it waits for this task alone, so that nothing has to be counted. */
    public static final int ALONE = 1 << 29;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("GraphTask", 126);

    // spotless:off
    public static final U32      REMAINING      = RECORD.u32 ( 0, "remaining",      COUNT, "device: producers that have not completed");
    public static final U32      ENDED          = RECORD.u32 ( 4, "ended",          COUNT, "device: kernel runs that have ended; complete when that is all of them");
    public static final U32      NUMBER         = RECORD.u32 ( 8, "number",         ID,    "number of the task within the graph");
    public static final U32      BLOCKS         = RECORD.u32 (12, "blocks",         COUNT, "blocks of the task, at least 1");
    public static final U16      FUNCTION_ID    = RECORD.u16 (16, "functionId",     ID,    "kernel of the task");
    public static final U16      FLAGS_WORD     = RECORD.u16 (18, "flags",          FLAGS, "1 dummy: no kernel, 2 arguments are dumped before the kernel, 4 after it; 8 its runs start together, 16 it has a predicate, 32, 64 and 128 positions of a cluster that each block takes");
    public static final U16      TENSOR_COUNT   = RECORD.u16 (20, "tensorCount",    COUNT, "tensors of the task");
    public static final U16      SCALAR_COUNT   = RECORD.u16 (22, "scalarCount",    COUNT, "scalars of the task");
    public static final U32      CONSUMER_COUNT = RECORD.u32 (24, "consumerCount",  COUNT, "tasks that wait for this one");
    public static final U32      MORE_CONSUMERS = RECORD.u32 (28, "moreConsumers",  INDEX, "where in the list of the graph those beyond the eighth begin");
    public static final U32Array CONSUMERS      = RECORD.u32s(32, "consumers", INLINE_CONSUMERS, CODE, "offset of each consumer; bit 31 cube core, bit 30 several blocks or a gang, bit 29 it waits for no other");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(64);

    private GraphTask() {}
}
