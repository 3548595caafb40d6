package io.tidemark.capture.deps;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.StringIndex;

/**
 * Attributes of the tensors by their number in the file's list. Filled by one reader, read by
 * anyone.
 */
public final class TensorColumns {
    private final StringIndex types = new StringIndex(256);
    private final LongColumn bufferAddress = new LongColumn();
    private final LongColumn version = new LongColumn();
    private final IntColumn dataType = new IntColumn();
    private final LongColumn elements = new LongColumn();

    void add(long bufferAddress, long version, String dataType, long elements) {
        this.bufferAddress.add(bufferAddress);
        this.version.add(version);
        this.dataType.add(types.add(dataType));
        this.elements.add(elements);
    }

    public long bufferAddress(int tensor) {
        return bufferAddress.get(tensor);
    }

    public long version(int tensor) {
        return version.get(tensor);
    }

    public String dataType(int tensor) {
        return types.text(dataType.get(tensor));
    }

    /** Elements of the whole buffer, 0 when unknown. */
    public long elements(int tensor) {
        return elements.get(tensor);
    }
}
