package io.tidemark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DenseMathTest {
    @Test
    void aProductHasTheBitsOfThreePlainLoops() {
        Seeds.each(40, seed -> {
            Random random = Seeds.random(seed);
            int rows = random.nextInt(20);
            int inner = random.nextInt(20);
            int columns = random.nextInt(40);
            int leftAt = random.nextInt(5);
            int rightAt = random.nextInt(5);
            int productAt = random.nextInt(5);
            float[] left = floats(random, leftAt + rows * inner + 3);
            float[] right = floats(random, rightAt + inner * columns + 3);
            float[] product = floats(random, productAt + rows * columns + 3);
            float[] expected = product.clone();
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < columns; column++) {
                    float sum = 0;
                    for (int k = 0; k < inner; k++) {
                        sum += left[leftAt + row * inner + k] * right[rightAt + k * columns + column];
                    }
                    expected[productAt + row * columns + column] = sum;
                }
            }
            DenseMath.multiply(left, leftAt, right, rightAt, product, productAt, rows, inner, columns);
            assertThat(product).isEqualTo(expected);
        });
    }

    private static float[] floats(Random random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextFloat() - 0.5f;
        }
        return values;
    }
}
