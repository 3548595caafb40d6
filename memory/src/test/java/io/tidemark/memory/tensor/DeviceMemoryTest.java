package io.tidemark.memory.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.abi.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeviceMemoryTest {
    private static final long BASE = 0x10_0000;

    private final Arena arena = Arena.ofShared();
    private final DeviceMemory memory = new DeviceMemory(arena.allocate(4096, 64), BASE);

    @AfterEach
    void free() {
        arena.close();
    }

    @Test
    void elementsAreLittleEndianAtTheirAddress() {
        memory.setFloat(Tensor.of(BASE + 8, DType.FLOAT32, 2), 1, 1.5f);
        memory.setDouble(Tensor.of(BASE, DType.BFLOAT16, 2), 1, -2);
        memory.setLong(Tensor.of(BASE + 2, DType.FP4E2M1, 4).slice(0, 1, 3), 0, 3);
        byte[] bytes = memory.segment().asSlice(0, 16).toArray(ValueLayout.JAVA_BYTE);
        // the packed 3 (code 5) lies in the high half of byte 2 and shares it with nobody else
        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo("000050c0" + "00000000" + "00000000" + "0000c03f");
    }

    @ParameterizedTest
    @EnumSource(value = DType.class, names = "UNKNOWN", mode = EnumSource.Mode.EXCLUDE)
    void bulkCopiesEqualElementByElementAccessOnEveryKindOfView(DType dtype) {
        long seed = 41;
        Random random = new Random(seed);
        Tensor whole = Tensor.of(BASE + 64, dtype, 3, 4, 6);
        Tensor[] views = {
            whole,
            whole.slice(0, 1, 2),
            whole.view(new int[] {2, 3, 5}, new int[] {1, 0, 1}),
            whole.permute(2, 0, 1),
            whole.strided(2, 2),
            whole.strided(1, 3).transpose(0, 1),
            whole.reshape(72).slice(0, 5, 13),
        };
        for (Tensor view : views) {
            float[] values = new float[(int) view.elements()];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextInt(7); // below 4.5 apart from 5: representable enough to compare after
                // rounding
            }
            memory.fill(whole, 0);
            memory.write(view, values);
            float[] back = new float[values.length + 2];
            memory.read(view, back, 1);
            MemorySegment gathered = arena.allocate(view.sizeBytes());
            memory.gather(view, gathered, 0);
            for (int i = 0; i < values.length; i++) {
                long raw = dtype.fromFloat(values[i]);
                assertThat(memory.load(view, i))
                        .as("%s seed=%d index=%d", view, seed, i)
                        .isEqualTo(raw);
                assertThat(back[i + 1]).as("%s index=%d", view, i).isEqualTo(dtype.toFloat(raw));
                assertThat(DeviceMemory.load(gathered, dtype, 0, i))
                        .as("%s index=%d", view, i)
                        .isEqualTo(raw);
            }
        }
    }

    @Test
    void writingAViewLeavesTheElementsBetweenAlone() {
        Tensor whole = Tensor.of(BASE, DType.FLOAT32, 4, 4);
        memory.fill(whole, -1);
        memory.fill(whole.strided(0, 2).strided(1, 2), 5);
        float[] values = new float[16];
        memory.read(whole, values);
        assertThat(values).containsExactly(5, -1, 5, -1, -1, -1, -1, -1, 5, -1, 5, -1, -1, -1, -1, -1);
    }

    @Test
    void integersTravelThroughIntArrays() {
        Tensor table = Tensor.of(BASE, DType.INT32, 2, 3);
        memory.write(table, new int[] {1, -2, 3, 4, 5, Integer.MIN_VALUE});
        int[] turned = new int[6];
        memory.read(table.transpose(0, 1), turned);
        assertThat(turned).containsExactly(1, 4, -2, 5, 3, Integer.MIN_VALUE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> memory.read(Tensor.of(BASE, DType.FLOAT32, 6), turned))
                .withMessageContaining("dtype=FLOAT32");
    }

    /** The bytes behind a tensor are another's, and inside the segment. */
    @Test
    void anElementThatATensorDoesNotHaveIsNeitherReadNorWritten() {
        Tensor four = Tensor.of(BASE, DType.FLOAT32, 8).slice(0, 0, 4);
        Tensor column = Tensor.of(BASE, DType.FLOAT32, 4, 4).slice(1, 0, 1);
        for (Tensor tensor : new Tensor[] {four, column}) {
            for (long index : new long[] {-1, 4}) {
                assertThatExceptionOfType(IndexOutOfBoundsException.class)
                        .isThrownBy(() -> memory.setFloat(tensor, index, 1))
                        .withMessage("index=" + index + " of " + tensor);
                assertThatExceptionOfType(IndexOutOfBoundsException.class)
                        .isThrownBy(() -> memory.getLong(tensor, index));
            }
        }
    }

    @Test
    void anAddressOutsideIsCaughtAndAShortArrayIsRefused() {
        Tensor outside = Tensor.of(BASE + 4090, DType.FLOAT32, 2);
        assertThat(memory.contains(outside)).isFalse();
        assertThat(memory.contains(Tensor.of(BASE + 4088, DType.FLOAT32, 2))).isTrue();
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> memory.getFloat(outside, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> memory.read(Tensor.of(BASE, DType.FLOAT32, 4), new float[3]))
                .withMessageContaining("elements=4");
    }
}
