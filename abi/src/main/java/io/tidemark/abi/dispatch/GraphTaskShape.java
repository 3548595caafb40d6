package io.tidemark.abi.dispatch;

import static io.tidemark.abi.layout.Unit.BYTES;
import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.ID;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U8;
import java.util.List;

/**
 * What a {@link GraphTask} has besides if it takes several cores at once or has a predicate. Behind
 * its scalars.
 */
public final class GraphTaskShape {
    /**
     * Bit of {@link #HOLDS_WHEN}: the predicate holds where the element is less than the target.
     */
    public static final int LESS = 1;

    /** The same where both are equal. */
    public static final int EQUAL = 2;

    /** The same where the element is greater. */
    public static final int GREATER = 4;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("GraphTaskShape", 129);

    // spotless:off
    public static final U32 ARRIVED       = RECORD.u32( 0, "arrived",      COUNT, "device: kernel runs whose cores wait for those that start together with them");
    public static final U16 FUNCTION_0    = RECORD.u16( 4, "function0",    ID,    "kernel at the first position of a cluster, 0 if the task does not take it");
    public static final U16 FUNCTION_1    = RECORD.u16( 6, "function1",    ID,    "the same at the second");
    public static final U16 FUNCTION_2    = RECORD.u16( 8, "function2",    ID,    "the same at the third");
    public static final U8  ELEMENT_BYTES = RECORD.u8 (10, "elementBytes", BYTES, "of the element that the predicate reads, which is a signed number: 1, 2, 4 or 8");
    public static final U8  HOLDS_WHEN    = RECORD.u8 (11, "holdsWhen",    CODE,  "the predicate holds where the element is 1 less than, 2 equal to, 4 greater than the target");
    public static final I64 ELEMENT       = RECORD.i64(16, "element",      ID,    "address of that element");
    public static final I64 TARGET        = RECORD.i64(24, "target",       CODE,  "what it is compared with");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(32);

    /** The kernel at each position of a cluster. */
    public static final List<U16> FUNCTIONS = List.of(FUNCTION_0, FUNCTION_1, FUNCTION_2);

    private GraphTaskShape() {}
}
