package io.tidemark.cuda;

import io.tidemark.chip.DispatchSource;
import io.tidemark.memory.tensor.Tensor;

/** A task of one block without arguments. */
interface BareSource extends DispatchSource {
    @Override
    default int slotIndex() {
        return 0;
    }

    @Override
    default int functionAt(int position) {
        return 9;
    }

    @Override
    default int blockCount() {
        return 1;
    }

    @Override
    default int tensorCount() {
        return 0;
    }

    @Override
    default Tensor tensor(int index) {
        throw new IndexOutOfBoundsException(index);
    }

    @Override
    default int tagCode(int index) {
        throw new IndexOutOfBoundsException(index);
    }

    @Override
    default int scalarCount() {
        return 0;
    }

    @Override
    default long scalarBits(int index) {
        throw new IndexOutOfBoundsException(index);
    }
}
