package io.tidemark.memory.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.abi.DType;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TensorTest {
    private final Tensor cube = Tensor.of(0x1000, DType.FLOAT32, 4, 6, 8);

    @Test
    void aWholeBufferIsContiguousAndEndsWithItsLastElement() {
        assertThat(cube.strides()).containsExactly(48, 8, 1);
        assertThat(cube.extent()).isEqualTo(192);
        assertThat(cube.sizeBytes()).isEqualTo(768);
        assertThat(cube.isContiguous()).isTrue();
        assertThat(cube.elementOffset(191)).isEqualTo(191);
    }

    @Test
    void viewsKeepTheBaseAddressAndMoveOnlyTheElements() {
        Tensor block = cube.view(new int[] {2, 3, 4}, new int[] {1, 2, 4});
        assertThat(block.baseAddress()).isEqualTo(0x1000);
        assertThat(block.startOffset()).isEqualTo(48 + 16 + 4);
        assertThat(block.extent()).isEqualTo(48 + 2 * 8 + 3 + 1);
        assertThat(block.isContiguous()).isFalse();
        assertThat(block.elementOffset(5)).isEqualTo(68 + 8 + 1);

        Tensor row = cube.select(0, 3).select(0, 5);
        assertThat(row.shape()).containsExactly(8);
        assertThat(row.startOffset()).isEqualTo(184);
        assertThat(row.isContiguous()).isTrue();
    }

    @Test
    void permutedStridedAndReshapedViewsAddressTheSameElements() {
        Tensor turned = cube.permute(2, 0, 1);
        assertThat(turned.shape()).containsExactly(8, 4, 6);
        assertThat(turned.strides()).containsExactly(1, 48, 8);
        assertThat(turned.transpose(0, 2).strides()).containsExactly(8, 48, 1);

        Tensor every = cube.strided(1, 4);
        assertThat(every.shape()).containsExactly(4, 2, 8);
        assertThat(every.strides()).containsExactly(48, 32, 1);
        assertThat(every.elementOffset(8)).isEqualTo(32);

        assertThat(cube.slice(0, 1, 2).reshape(12, 8).startOffset()).isEqualTo(48);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> turned.reshape(192))
                .withMessageContaining("contiguous");
    }

    /** Views are made for every page of a cache, and most pages are full. */
    @Test
    void aSliceOfAWholeDimensionIsTheViewItself() {
        Tensor marked = cube.transpose(0, 2).ownedBy(7).withVersion(3);
        assertThat(marked.slice(1, 0, marked.dimension(1))).isSameAs(marked);
        assertThatIllegalArgumentException().isThrownBy(() -> marked.slice(1, 1, marked.dimension(1)));
    }

    @Test
    void twoTensorsAreTheSameIfNothingAboutThemDiffers() {
        Tensor row = cube.slice(0, 1, 1);
        assertThat(row.isSameAs(cube.slice(0, 1, 1))).isTrue();
        assertThat(cube.isSameAs(Tensor.of(0x1000, DType.FLOAT32, 4, 6, 8))).isTrue();
        assertThat(Stream.of(
                        Tensor.of(0x2000, DType.FLOAT32, 4, 6, 8).slice(0, 1, 1),
                        Tensor.of(0x1000, DType.INT32, 4, 6, 8).slice(0, 1, 1),
                        Tensor.of(0x1000, DType.FLOAT32, 5, 6, 8).slice(0, 1, 1),
                        cube.slice(0, 2, 1),
                        row.slice(1, 0, 5),
                        row.reshape(6, 8),
                        row.transpose(1, 2),
                        row.ownedBy(7),
                        row.withVersion(1),
                        row.withManualDependency()))
                .noneMatch(row::isSameAs);
    }

    @Test
    void ownerVersionAndManualMarkSurviveDerivedViews() {
        Tensor marked = cube.ownedBy(7).withVersion(3).withManualDependency().slice(0, 0, 1);
        assertThat(marked.ownerTaskId()).isEqualTo(7);
        assertThat(marked.version()).isEqualTo(3);
        assertThat(marked.isManualDependency()).isTrue();
        assertThat(cube.ownerTaskId()).isEqualTo(Tensor.NO_OWNER);
    }

    @Test
    void whatCannotBeATensorIsRefusedWithItsValues() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensor.of(0x1000, DType.FLOAT32, 4, 0))
                .withMessageContaining("shape=[4, 0]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensor.of(0, DType.FLOAT32, 4))
                .withMessageContaining("baseAddress=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensor.of(0x1000, DType.UNKNOWN, 4))
                .withMessageContaining("dtype=UNKNOWN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensor.of(0x1000, DType.INT8, 1, 1, 1, 1, 1, 1, 1, 1, 1))
                .withMessageContaining("rank=9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensor.of(0x1000, DType.INT8, 1 << 30, 1 << 30, 1 << 30))
                .withMessageContaining("too many");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cube.slice(1, 4, 3))
                .withMessageContaining("begin=4 length=3 axis=1 dimension=6");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cube.permute(0, 1, 1))
                .withMessageContaining("order=");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensor.ofStrided(0x1000, 10, DType.INT8, new int[] {4}, new long[] {3}, 1))
                .withMessageContaining("extent=10");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensor.ofStrided(0x1000, 10, DType.INT8, new int[] {4}, new long[] {0}, 1))
                .withMessageContaining("strides=[0]");
    }

    @Test
    void aSpecificationBecomesATensorAtAnAddress() {
        TensorSpec spec = TensorSpec.of(DType.BFLOAT16, 3, 5).filledWith(1.5);
        assertThat(spec.sizeBytes()).isEqualTo(30);
        assertThat(spec.isFilled()).isTrue();
        assertThat(spec.at(64).toString()).isEqualTo("BFLOAT16[3, 5]@0x40+0");
        assertThatIllegalArgumentException().isThrownBy(() -> TensorSpec.of(DType.INT8, -1));
    }
}
