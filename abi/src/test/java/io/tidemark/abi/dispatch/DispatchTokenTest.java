package io.tidemark.abi.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DispatchTokenTest {
    @Test
    void parityAlternatesAndReservedValuesAreSkippedOverTheWrap() {
        int token = DispatchToken.EXIT_SIGNAL - 1000;
        for (int i = 0; i < 4000; i++) {
            int next = DispatchToken.next(token);
            assertThat(next & 1).as("parity after %x", token).isNotEqualTo(token & 1);
            assertThat(next).isBetween(0, DispatchToken.EXIT_SIGNAL - 1);
            token = next;
        }
        assertThat(DispatchToken.next(0x7FFF_FFEF)).isZero();
        assertThat(DispatchToken.next(0)).isEqualTo(1);
    }

    @Test
    void aStatusWordKeepsTokenAndStateApart() {
        int last = DispatchToken.EXIT_SIGNAL - 1;
        assertThat(DispatchToken.isFinished(DispatchToken.finished(last))).isTrue();
        assertThat(DispatchToken.isFinished(DispatchToken.acknowledged(last))).isFalse();
        assertThat(DispatchToken.tokenOf(DispatchToken.finished(last))).isEqualTo(last);
    }
}
