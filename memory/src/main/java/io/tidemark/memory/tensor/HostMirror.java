package io.tidemark.memory.tensor;

/**
 * A copy of device memory on the host, for a device whose memory the host cannot map. Bytes of the
 * copy are worth something only between a pull and the next write of the device. Any thread.
 */
public interface HostMirror {
    /** Copies {@code sizeBytes} bytes at {@code at} from the device. */
    void pull(long at, long sizeBytes);

    /**
     * As {@link #pull}, for an element that an orchestration reads: bytes that the host gave and
     * that no task was to write need not come from the device.
     */
    default void pullElement(long at, long sizeBytes) {
        pull(at, sizeBytes);
    }

    /** From the copy to the device. */
    void push(long at, long sizeBytes);
}
