package io.tidemark.capture.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EndingKindTest {
    @ParameterizedTest
    @EnumSource
    void aWordInAFileIsReadBackAsItsKind(EndingKind kind) {
        assertThat(EndingKind.ofWord(kind.word())).isSameAs(kind);
    }

    @Test
    void aWordOfALaterVersionIsNotTakenForAGoodEnding() {
        assertThat(EndingKind.ofWord("aborted")).isSameAs(EndingKind.OTHER);
        assertThat(EndingKind.OTHER.isBad()).isTrue();
    }
}
