package io.tidemark.recording.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.certificate.Certificate.Ending;
import io.tidemark.runtime.RuntimeKind;
import org.junit.jupiter.api.Test;

/** What a region keeps of a run that has ended. */
class RunFactsTest {
    @Test
    void whatIsWrittenIsRead() {
        RunFacts facts = new RunFacts(Ending.OK, 5, 4, 3, 2, 9, 1);
        assertThat(RunFacts.parse(facts.text())).isEqualTo(facts);
    }

    @Test
    void aRunOfAnEarlierVersionSaysLessAndIsStillARun() {
        assertThat(RunFacts.parse("ok 0 - - 5 3 2 1")).isEqualTo(new RunFacts(Ending.OK, 5, -1, 3, 2, -1, 1));
        assertThat(RunFacts.parse("ok 0 - - 5 3 2 1 4")).isEqualTo(new RunFacts(Ending.OK, 5, 4, 3, 2, -1, 1));
        assertThat(RunFacts.parse("ok 0 - - 5 3 2")).isEqualTo(RunFacts.UNKNOWN);
        assertThat(RunFacts.parse("ok 0 - - 5 3 2 1 4 9 8")).isEqualTo(RunFacts.UNKNOWN);
    }

    @Test
    void onlyAGraphThatIsKnownWholeCanBeTakenByCores() {
        RunFacts taken = new RunFacts(Ending.OK, 5, 0, 3, 2, -1, 1);
        RunFacts dispatched = new RunFacts(Ending.OK, 5, 5, 3, 2, -1, 1);
        assertThat(taken.areTakenByCores(RuntimeKind.HBG)).isTrue();
        assertThat(taken.areTakenByCores(RuntimeKind.TMR)).isFalse();
        assertThat(dispatched.areTakenByCores(RuntimeKind.HBG)).isFalse();
        assertThat(RunFacts.UNKNOWN.areTakenByCores(RuntimeKind.HBG)).isTrue();
    }
}
