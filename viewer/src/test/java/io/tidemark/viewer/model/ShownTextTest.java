package io.tidemark.viewer.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShownTextTest {
    @Test
    void aMillionLettersBecomeALineAndTheirNumber() {
        String shown = ShownText.of("x".repeat(1_000_000));
        assertThat(shown).startsWith("xxx").endsWith("… (1000000 characters)");
        assertThat(shown.length()).isLessThan(ShownText.LONGEST + 40);
    }

    @Test
    void marksThatTurnTextAroundAreShownAsWhatTheyAre() {
        assertThat(ShownText.of("a\u202Eb")).isEqualTo("a‹U+202E›b");
        assertThat(ShownText.of("a\u0000\nb")).isEqualTo("a  b");
    }

    @Test
    void aPairOfSurrogatesIsNeverCutInTwo() {
        String shown = ShownText.of("x".repeat(ShownText.LONGEST - 1) + "😀😀");
        assertThat(shown.chars()
                        .filter(unit -> Character.isSurrogate((char) unit))
                        .count())
                .isZero();
    }

    @Test
    void markupStaysTheTextItIs() {
        assertThat(ShownText.of("<script>alert(1)</script>")).isEqualTo("<script>alert(1)</script>");
        assertThat(ShownText.of(null)).isEmpty();
    }

    @Test
    void whatIsNotSeenIsNamed() {
        assertThat(ShownText.of("a\u2029b\uFEFFc\uD800d\uDB40\uDC41e\u200Df"))
                .isEqualTo("a b‹U+FEFF›c‹U+D800›d‹U+E0041›e\u200Df");
    }
}
