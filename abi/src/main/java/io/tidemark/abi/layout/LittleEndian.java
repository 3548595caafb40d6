package io.tidemark.abi.layout;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The one place that fixes the byte order of everything shared. Plain accesses do not ask for
 * alignment, so the same field reads a record in the region, in a spool file or in a {@code
 * byte[]}; ordered ones need natural alignment.
 */
final class LittleEndian {
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    static final VarHandle ORDERED_LONG =
            ValueLayout.JAVA_LONG.withOrder(LITTLE_ENDIAN).varHandle();
    static final VarHandle ORDERED_INT =
            ValueLayout.JAVA_INT.withOrder(LITTLE_ENDIAN).varHandle();

    private LittleEndian() {}
}
