package io.tidemark.capture.identity;

/**
 * The buffer of a tensor, and the version of the buffer's contents. This identity joins a dumped
 * argument, an argument of the graph and a race. All views of a buffer have the same identity. A
 * ring gives memory out again, so an address alone names no buffer; address and owner do.
 * Immutable.
 *
 * @param address where the buffer begins on the device; 0 if the capture does not have it
 * @param owner task that allocated the buffer, {@link #NO_OWNER} when it came from outside
 * @param version of the buffer's contents
 */
public record TensorIdentity(long address, long owner, int version) {
    public static final long NO_OWNER = -1;

    /** Of an argument whose capture does not tell. */
    public static final TensorIdentity UNKNOWN = new TensorIdentity(0, NO_OWNER, 0);

    private static final long BASIS = 0xcbf2_9ce4_8422_2325L;
    private static final long PRIME = 0x100_0000_01b3L;

    public boolean isKnown() {
        return address != 0;
    }

    public boolean hasOwner() {
        return owner != NO_OWNER;
    }

    /**
     * The {@code tensor_id} of files: FNV-1a over the eight bytes of the address and the four of
     * the version. It leaves the owner out, as it always did.
     */
    public long id() {
        return mix(mix(BASIS, address, Long.BYTES), version, Integer.BYTES);
    }

    private static long mix(long basis, long value, int bytes) {
        long hash = basis;
        for (int i = 0; i < bytes; i++) {
            hash = (hash ^ (value >>> 8 * i & 0xFF)) * PRIME;
        }
        return hash;
    }
}
