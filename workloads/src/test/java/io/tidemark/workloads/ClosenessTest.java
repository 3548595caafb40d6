package io.tidemark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosenessTest {
    @ParameterizedTest
    @CsvSource({
        "1.5, 1, true",
        "2.5, 1, false", // a quarter of one plus a quarter of the golden value
        "-0.25, 0, true",
        "-Infinity, -Infinity, true",
        "Infinity, -Infinity, false",
        "0, -Infinity, false", // an infinite golden does not allow everything
        "Infinity, 0, false",
        "NaN, 0, false",
        "0, NaN, false",
        "NaN, NaN, false",
        "NaN, Infinity, false"
    })
    void aValueIsNearItsGoldenWithinTheToleranceAndInfinityOnlyToItself(double found, double golden, boolean isNear) {
        assertThat(Closeness.isWithin(0.25, found, golden)).isEqualTo(isNear);
    }
}
