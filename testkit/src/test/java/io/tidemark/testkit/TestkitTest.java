package io.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestkitTest {
    @Test
    void aFailureNamesTheSeedThatCausedIt() {
        long third = Seeds.first(3).skip(2).findFirst().orElseThrow();
        assertThatThrownBy(() -> Seeds.each(5, seed -> assertThat(seed).isNotEqualTo(third)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("-Dtidemark.seed=" + third);
    }

    @Test
    void seedsDoNotRepeatAndTheSameSeedGivesTheSameNumbers() {
        assertThat(Seeds.first(1000).distinct().count()).isEqualTo(1000);
        assertThat(Seeds.random(7).nextLong()).isEqualTo(Seeds.random(7).nextLong());
    }

    @Test
    void anOwnerThatKeepsOrGivesBackTooMuchIsNamed() {
        Map<String, Long> held = new HashMap<>(Map.of("region", 64L, "shadow", 8L));
        LeakCheck check = LeakCheck.of(() -> held);
        check.remember();
        check.compare("a clean test");
        held.put("region", 96L);
        held.remove("shadow");
        assertThatThrownBy(() -> check.compare("a leaking test"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a leaking test")
                .hasMessageContaining("{region=32, shadow=-8}");
    }

    @Test
    void theClockMovesOnlyWhenToldAndNeverBack() {
        FakeClock clock = new FakeClock(10);
        clock.advance(5);
        assertThat(clock.getAsLong()).isEqualTo(15);
        assertThat(clock.steppingBy(2).getAsLong()).isEqualTo(15);
        assertThat(clock.getAsLong()).isEqualTo(17);
        assertThatThrownBy(() -> clock.advance(-1)).hasMessage("ticks=-1");
    }
}
