package io.tidemark.cuda;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The tensors that the host has copied to the device for a run, as long as no kernel may have
 * written to them: an element of one is read here, and not fetched across the bus. Filled before a
 * run and emptied behind it by the thread that owns the chip; schedulers note what a kernel may
 * write before they send it, so a thread that knows of its end sees the note. Any thread may ask.
 */
final class HostCopies {
    private static final Copy[] NONE = {};

    /** One tensor: where the device has it, and the host's own bytes. */
    private static final class Copy {
        private final long address;
        private final MemorySegment source;
        private volatile boolean isChanged; // on the device, as far as is known

        Copy(long address, MemorySegment source) {
            this.address = address;
            this.source = source;
        }

        boolean has(long asked, long bytes) {
            return asked - address <= source.byteSize() - bytes;
        }
    }

    private volatile Copy[] copies = NONE; // by address; a new array for every change

    /** The device has these bytes from an address on. */
    void add(long address, MemorySegment source) {
        Copy[] more = Arrays.copyOf(copies, copies.length + 1);
        more[more.length - 1] = new Copy(address, source);
        Arrays.sort(more, Comparator.comparingLong(copy -> copy.address));
        copies = more;
    }

    /** From now on bytes come from the device. */
    void clear() {
        copies = NONE;
    }

    /** A kernel, or the host past this copy, may write to the tensor at an address. */
    void mayChange(long address) {
        Copy copy = at(address);
        if (copy != null && copy.has(address, 1) && !copy.isChanged) {
            copy.isChanged = true;
        }
    }

    /** Reads bytes that the device has from here; false when only the device knows them. */
    boolean tryRead(long address, MemorySegment target) {
        Copy copy = at(address);
        long bytes = target.byteSize();
        if (copy == null || !copy.has(address, bytes) || copy.isChanged) {
            return false;
        }
        MemorySegment.copy(copy.source, address - copy.address, target, 0, bytes);
        return true;
    }

    /** The last one that does not begin behind an address, or null. */
    private Copy at(long address) {
        Copy[] all = copies;
        int low = 0;
        int high = all.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (all[middle].address <= address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? null : all[low - 1];
    }
}
