package io.tidemark.runtime.graph;

import io.tidemark.abi.DType;
import io.tidemark.runtime.task.ScalarBits;

/**
 * A scalar argument of a recorded task. Immutable.
 *
 * @param typeCode as records have it
 * @param bits its value, unless the replay gives it
 * @param given which scalar of the replay it is, -1 for none
 * @param type of one that the replay gives, else null
 */
public record ScalarArgument(byte typeCode, long bits, int given, DType type) {
    static ScalarArgument of(int typeCode, long bits) {
        return new ScalarArgument((byte) typeCode, bits, -1, null);
    }

    static ScalarArgument given(DType type, int index) {
        return new ScalarArgument((byte) type.code(), 0, index, type);
    }

    /** Its value in a replay. */
    public long in(Binding binding) {
        return given < 0 ? bits : ScalarBits.of(type, binding.scalar(given));
    }
}
