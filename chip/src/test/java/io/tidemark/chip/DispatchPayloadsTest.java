package io.tidemark.chip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.DType;
import io.tidemark.abi.Platform;
import io.tidemark.abi.dispatch.DispatchArguments;
import io.tidemark.abi.dispatch.DispatchPayload;
import io.tidemark.abi.dispatch.TensorDescriptor;
import io.tidemark.memory.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a scheduler writes is what a device reads by the declared fields. */
class DispatchPayloadsTest {
    private static final ChipShape SHAPE = ChipShape.of(Platform.A2A3, 2);
    private static final int CORE = 3; // the second vector core of the first cluster

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Tensor view = Tensor.of(0x1_0000_0400L, DType.FLOAT32, 4, 8).slice(1, 2, 3);

    @Test
    void everyFieldStandsWhereTheRecordSays() {
        MemorySegment bytes = bytes(false);
        DispatchPayloads payloads = new DispatchPayloads(bytes, SHAPE.coreCount(), false);
        payloads.reset(SHAPE);
        payloads.fill(CORE, 7, new Task(), SHAPE.position(CORE), 40_000, true);
        long at = (2 * CORE + 1) * 64L;
        assertThat(DispatchPayload.TASK_ID.get(bytes, at)).isEqualTo(0x3_0000_0102L);
        assertThat(DispatchPayload.SLOT_INDEX.get(bytes, at)).isEqualTo(0x02);
        assertThat(DispatchPayload.FUNCTION_ID.get(bytes, at)).isEqualTo(1002);
        assertThat(DispatchPayload.FLAGS_WORD.get(bytes, at)).isEqualTo(DispatchPayload.GATED);
        assertThat(DispatchPayload.BLOCK_INDEX.get(bytes, at)).isEqualTo(40_000);
        assertThat(DispatchPayload.BLOCK_COUNT.get(bytes, at)).isEqualTo(0xFFFF);
        assertThat(DispatchPayload.SUB_BLOCK.get(bytes, at)).isEqualTo(1);
        assertThat(DispatchPayload.ARGUMENTS_AT.get(bytes, at)).isZero();
        assertThat(bytes.asSlice(at, 64).toArray(WORD)).isEqualTo(payloads.words(CORE, 1));
        assertThat(payloads.taskId(CORE, 1)).isEqualTo(0x3_0000_0102L);
        assertThat(payloads.functionId(CORE, 1)).isEqualTo(1002);
        assertThat(payloads.blockIndex(CORE, 9)).isEqualTo(40_000);
        assertThat(payloads.isGated(CORE, 1)).isTrue();
        assertThat(payloads.isGated(CORE, 2)).as("the other payload").isFalse();
        payloads.fill(CORE, 9, new Task(), SHAPE.position(CORE), 0, false);
        assertThat(payloads.isGated(CORE, 9)).isFalse();
        assertThat(DispatchPayload.SUB_BLOCK.get(bytes, at))
                .as("it never changes")
                .isEqualTo(1);
    }

    @Test
    void coresOfThisProcessReadTheSameWordsAsADevice() {
        MemorySegment bytes = bytes(false);
        DispatchPayloads device = new DispatchPayloads(bytes, SHAPE.coreCount(), false);
        DispatchPayloads host = new DispatchPayloads(SHAPE.coreCount());
        for (DispatchPayloads payloads : List.of(device, host)) {
            payloads.reset(SHAPE);
            for (int core = 0; core < SHAPE.coreCount(); core++) {
                payloads.fill(core, core + 1, new Task(), SHAPE.position(core), core, core == 2);
            }
        }
        for (int core = 0; core < SHAPE.coreCount(); core++) {
            for (int buffer = 0; buffer < DispatchPayload.BUFFERS; buffer++) {
                assertThat(host.words(core, buffer))
                        .isEqualTo(bytes.asSlice((2 * core + buffer) * 64L, 64).toArray(WORD))
                        .isEqualTo(device.words(core, buffer));
            }
        }
        host.name(CORE, 1, 0x1_0000_0007L, 9, 3);
        assertThat(host.taskId(CORE, 1)).isEqualTo(0x1_0000_0007L);
        assertThat(host.functionId(CORE, 1)).isEqualTo(9);
        assertThat(host.blockIndex(CORE, 1)).isEqualTo(3);
        host.reset(SHAPE);
        assertThat(host.words(CORE, 1)).containsExactly(0, 0, 0, 1, 0, 0, 0, 0);
    }

    @Test
    void argumentsAreWrittenOnlyForAChipThatAsksForThem() {
        MemorySegment bytes = bytes(true);
        DispatchPayloads payloads = new DispatchPayloads(bytes, SHAPE.coreCount(), true);
        payloads.reset(SHAPE);
        payloads.fill(CORE, 2, new Task(), SHAPE.position(CORE), 0, false);
        long at = DispatchPayload.ARGUMENTS_AT.get(bytes, 2 * CORE * 64L);
        assertThat(at).isGreaterThanOrEqualTo(SHAPE.coreCount() * 128L);
        assertThat(DispatchArguments.TENSOR_COUNT.get(bytes, at)).isEqualTo(1);
        assertThat(DispatchArguments.SCALAR_COUNT.get(bytes, at)).isEqualTo(2);
        assertThat(DispatchArguments.SCALARS.get(bytes, at, 1)).isEqualTo(71);
        long tensor = at + DispatchArguments.TENSORS;
        assertThat(TensorDescriptor.BASE_ADDRESS.get(bytes, tensor)).isEqualTo(0x1_0000_0400L);
        assertThat(TensorDescriptor.START_OFFSET.get(bytes, tensor)).isEqualTo(2);
        assertThat(TensorDescriptor.BUFFER_ELEMENTS.get(bytes, tensor)).isEqualTo(32);
        assertThat(TensorDescriptor.DTYPE.get(bytes, tensor)).isEqualTo(DType.FLOAT32.code());
        assertThat(TensorDescriptor.RANK.get(bytes, tensor)).isEqualTo(2);
        assertThat(TensorDescriptor.TAG.get(bytes, tensor)).isEqualTo(2);
        assertThat(TensorDescriptor.SHAPE.get(bytes, tensor, 0)).isEqualTo(4);
        assertThat(TensorDescriptor.SHAPE.get(bytes, tensor, 1)).isEqualTo(3);
        assertThat(TensorDescriptor.STRIDES.get(bytes, tensor, 0)).isEqualTo(8);
        assertThat(TensorDescriptor.STRIDES.get(bytes, tensor, 1)).isEqualTo(1);
        assertThatThrownBy(() -> new DispatchPayloads(bytes(false), SHAPE.coreCount(), true))
                .hasMessageContaining("cores=6 need");
    }

    /** The tag of its one tensor says that the task reads and writes it. */
    @Test
    void whoAsksIsToldWhatAKernelRunMayWrite() {
        List<Long> addresses = new ArrayList<>();
        DispatchPayloads payloads = new DispatchPayloads(bytes(true), SHAPE.coreCount(), true, addresses::add);
        payloads.reset(SHAPE);
        payloads.fill(CORE, 2, new Task(), SHAPE.position(CORE), 0, false);
        assertThat(addresses).containsExactly(0x1_0000_0400L);
        payloads.fill(CORE, 3, new Task(TensorDescriptor.TAG_INPUT), 0, 0, false);
        assertThat(addresses).hasSize(1);
    }

    @Test
    void producersAreNamedToAGatedRunOnAChipThatAsksForArguments() {
        MemorySegment bytes = bytes(true);
        DispatchPayloads payloads = new DispatchPayloads(bytes, SHAPE.coreCount(), true);
        payloads.reset(SHAPE);
        payloads.fill(CORE, 2, new Task(), SHAPE.position(CORE), 0, true);
        long at = 2 * CORE * 64L;
        assertThat(DispatchPayload.FLAGS_WORD.get(bytes, at)).isEqualTo(DispatchPayload.GATED | DispatchPayload.TELLS);
        assertThat(DispatchPayload.AWAITED.get(bytes, at, 0)).isEqualTo(0x3_0000_0101L);
        assertThat(DispatchPayload.AWAITED.get(bytes, at, 1)).isEqualTo(0x3_0000_0102L);
        assertThat(DispatchPayload.AWAITED.get(bytes, at, 2)).isZero();
    }

    private static MemorySegment bytes(boolean arguments) {
        long size = DispatchPayloads.sizeBytes(SHAPE.coreCount(), arguments);
        return Arena.ofAuto().allocate(size, 64);
    }

    /** One tensor, two scalars; another kernel at each position. */
    private final class Task implements DispatchSource {
        private final int tagCode;

        Task() {
            this(2);
        }

        Task(int tagCode) {
            this.tagCode = tagCode;
        }

        @Override
        public long taskId() {
            return 0x3_0000_0102L;
        }

        @Override
        public int slotIndex() {
            return 0x02;
        }

        @Override
        public int functionAt(int position) {
            return 1000 + position;
        }

        @Override
        public int blockCount() {
            return 0xFFFF;
        }

        @Override
        public boolean tellsEnd() {
            return true;
        }

        @Override
        public int awaitedCount() {
            return 2;
        }

        @Override
        public long awaited(int index) {
            return 0x3_0000_0100L + index;
        }

        @Override
        public int tensorCount() {
            return 1;
        }

        @Override
        public Tensor tensor(int index) {
            return view;
        }

        @Override
        public int tagCode(int index) {
            return tagCode;
        }

        @Override
        public int scalarCount() {
            return 2;
        }

        @Override
        public long scalarBits(int index) {
            return 70 + index;
        }
    }
}
