package io.tidemark.chip;

import static io.tidemark.abi.dispatch.DispatchToken.NONE;
import static io.tidemark.abi.dispatch.DispatchToken.acknowledged;
import static io.tidemark.abi.dispatch.DispatchToken.finished;
import static io.tidemark.chip.SlotTransition.BOTH_DONE;
import static io.tidemark.chip.SlotTransition.GATED_MOVED_UP;
import static io.tidemark.chip.SlotTransition.PENDING_STARTED;
import static io.tidemark.chip.SlotTransition.PENDING_WILL_TELL;
import static io.tidemark.chip.SlotTransition.RUNNING_ACKNOWLEDGED;
import static io.tidemark.chip.SlotTransition.RUNNING_DONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.dispatch.DispatchToken;
import org.junit.jupiter.api.Test;

class SlotTransitionTest {
    private static final int[] TOKENS = {
        0, 1, 2, 41, 42, 0x7FFFFFEE, 0x7FFFFFEF, DispatchToken.CORE_IDLE, DispatchToken.CORE_EXITED, NONE
    };

    @Test
    void theWrittenTableIsTheFunction() {
        // running 7, pending 8
        assertThat(SlotTransition.of(finished(8), 7, 8, false)).isEqualTo(BOTH_DONE);
        assertThat(SlotTransition.of(acknowledged(8), 7, 8, false)).isEqualTo(PENDING_STARTED);
        assertThat(SlotTransition.of(finished(7), 7, 8, false)).isEqualTo(PENDING_WILL_TELL);
        assertThat(SlotTransition.of(finished(7), 7, 8, true)).isEqualTo(GATED_MOVED_UP);
        assertThat(SlotTransition.of(acknowledged(7), 7, 8, false)).isEqualTo(SlotTransition.NONE);
        assertThat(SlotTransition.of(finished(6), 7, 8, true)).isEqualTo(SlotTransition.NONE);
        // running 7, nothing pending
        assertThat(SlotTransition.of(finished(7), 7, NONE, false)).isEqualTo(RUNNING_DONE);
        assertThat(SlotTransition.of(acknowledged(7), 7, NONE, false)).isEqualTo(RUNNING_ACKNOWLEDGED);
        assertThat(SlotTransition.of(DispatchToken.CORE_IDLE, 7, NONE, false)).isEqualTo(SlotTransition.NONE);
    }

    /** Over all combinations the effects follow from one thought: tasks of a core run in order. */
    @Test
    void effectsFollowFromSerialExecutionForEveryObservation() {
        for (int seen : TOKENS) {
            for (int running : TOKENS) {
                for (int pending : TOKENS) {
                    if (seen == NONE || running == pending && running != NONE) {
                        continue; // a status word has 31 bits of token; two slots never share one
                    }
                    check(seen, false, running, pending, false);
                    check(seen, true, running, pending, false);
                    check(seen, false, running, pending, true);
                    check(seen, true, running, pending, true);
                }
            }
        }
    }

    private static void check(int seen, boolean finished, int running, int pending, boolean gated) {
        SlotTransition transition =
                SlotTransition.of(finished ? finished(seen) : acknowledged(seen), running, pending, gated);
        boolean aboutPending = pending != NONE && seen == pending;
        boolean aboutRunning = !aboutPending && running != NONE && seen == running;
        boolean nobodyElseTells = pending == NONE || gated;
        String at =
                "seen %x finished %b running %x pending %x gated %b".formatted(seen, finished, running, pending, gated);
        assertThat(transition.completesRunning())
                .as(at)
                .isEqualTo(aboutPending || aboutRunning && finished && nobodyElseTells);
        assertThat(transition.completesPending()).as(at).isEqualTo(aboutPending && finished);
        assertThat(transition.promotesPending())
                .as(at)
                .isEqualTo(aboutPending && !finished || aboutRunning && finished && pending != NONE && gated);
        assertThat(transition.opensPending()).as(at).isEqualTo(aboutPending || aboutRunning && pending == NONE);
    }
}
