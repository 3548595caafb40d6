package io.tidemark.analysis.compat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Moments compare as the doubles they stand for, and give them back to the last digit. */
class CompatMomentsTest {
    @Test
    void momentsAreInTheOrderOfTheirMicroseconds() {
        long seed = 20261116;
        Random random = new Random(seed);
        double[] micros = new double[1000];
        Arrays.setAll(micros, at -> random.nextGaussian() * Math.pow(10, random.nextInt(-6, 12)));
        micros[0] = 0;
        long[] moments = Arrays.stream(micros).mapToLong(CompatMoments::of).toArray();
        Arrays.sort(micros);
        Arrays.sort(moments);
        double[] back =
                Arrays.stream(moments).mapToDouble(CompatMoments::micros).toArray();
        assertThat(back).as("seed %d", seed).isEqualTo(micros);
    }

    @Test
    void theOriginIsZero() {
        assertThat(CompatMoments.of(0.0)).isZero();
        assertThat(CompatMoments.of(-0.02)).isNegative();
    }
}
