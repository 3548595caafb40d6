package io.tidemark.analysis.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LineFitTest {
    @Test
    void costsThatMadeTheSamplesAreFoundAgain() {
        LineFit fit = new LineFit(2);
        for (int i = 0; i < 40; i++) {
            fit.add(900 + 150 * (i % 5) + 80 * (i % 7), i % 5, i % 7);
        }
        assertTrue(fit.solve());
        assertEquals(900, fit.base(), 1e-6);
        assertEquals(150, fit.each(0), 1e-6);
        assertEquals(80, fit.each(1), 1e-6);
        assertEquals(0, fit.medianErrorPercent(), 1e-6);
    }

    @Test
    void noCostIsNegativeAndWhatNeverVariesIsPartOfTheBase() {
        LineFit falling = new LineFit(1);
        LineFit constant = new LineFit(1);
        for (int i = 0; i < 20; i++) {
            falling.add(1_000 - 10 * i, i);
            constant.add(500, 3);
        }
        assertTrue(falling.solve());
        assertEquals(0, falling.each(0));
        assertEquals(905, falling.base(), 1e-6);
        assertTrue(constant.solve());
        assertEquals(500, constant.base() + 3 * constant.each(0), 1e-6);
        assertEquals(0, constant.each(0));
    }

    @Test
    void aFewSamplesSayNothing() {
        LineFit fit = new LineFit(1);
        for (int i = 0; i < 7; i++) {
            fit.add(i, i);
        }
        assertFalse(fit.solve());
    }
}
