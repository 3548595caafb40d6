package io.tidemark.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.CoreType;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.cuda.dump.DispatchedArguments;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a start or a finish of a dispatched run may be told; the test plays the core that dumps. */
class DispatchedArgumentsTest {
    private static final int CORE = 1;
    private static final int TOKEN = 6;
    private static final ChipShape SHAPE = new ChipShape(List.of(CoreType.AIC, CoreType.AIV, CoreType.AIV), 1, 2);

    private final PlayedRing played = new PlayedRing(CORE);
    private final DispatchPayloads payloads =
            new DispatchPayloads(PlayedRing.segment(DispatchPayloads.sizeBytes(3, true)), 3, true);
    private DispatchedArguments arguments;

    @BeforeEach
    void open() {
        payloads.reset(SHAPE);
        payloads.dumpBy(played);
        arguments = new DispatchedArguments(CORE, payloads, played.ring, played.heads, played.headAt, played);
    }

    @Test
    void aFinishIsToldWhenWhatWasDumpedBeforeItIsTaken() {
        sends(TOKEN, new Run(100, true));
        played.stage(TOKEN, 0);
        assertThat(arguments.mayTell(TOKEN, false)).isTrue();
        assertThat(arguments.mayTell(TOKEN, true)).isFalse();
        played.hasRoom = false;
        played.stage(TOKEN, 1);
        assertThat(arguments.mayTell(TOKEN, true)).isFalse();
        played.hasRoom = true;
        assertThat(arguments.mayTell(TOKEN, true)).isTrue();
        assertThat(played.told).containsExactly("1: 100 before", "1: end", "1: 100 after", "1: end");
    }

    @Test
    void aStartThatFollowsIsToldAfterIt() {
        sends(TOKEN, new Run(100, true));
        sends(TOKEN + 1, new Run(101, true));
        played.stage(TOKEN, 0);
        assertThat(arguments.mayTell(TOKEN, false)).isTrue();
        assertThat(arguments.mayTell(TOKEN + 1, false)).isFalse();
        played.stage(TOKEN, 1);
        assertThat(arguments.mayTell(TOKEN + 1, false)).isTrue();
        assertThat(arguments.mayTell(TOKEN + 1, true)).isFalse();
    }

    /** Else a core whose ring is smaller than a tensor would wait for ever before its start. */
    @Test
    void whatIsDumpedBeforeTheStartIsTakenBeforeIt() {
        sends(TOKEN, new Run(100, true));
        played.stage(TOKEN, 0);
        assertThat(arguments.take()).isTrue();
        assertThat(played.told).containsExactly("1: 100 before", "1: end");
        assertThat(played.isReleased()).isTrue();
    }

    @Test
    void aRunOfSeveralCoresIsNotDumpedByOne() {
        sends(TOKEN, new Run(100, false));
        assertThat(arguments.mayTell(TOKEN, false)).isTrue();
        assertThat(arguments.mayTell(TOKEN, true)).isTrue();
        arguments.leave();
        assertThat(played.told).isEmpty();
    }

    @Test
    void whatARunThatWasCutShortHasDumpedIsTakenBeforeTheCoreLeaves() {
        sends(TOKEN, new Run(100, true));
        played.stage(TOKEN, 0);
        assertThat(arguments.isEmpty()).isFalse();
        arguments.take();
        assertThat(arguments.isEmpty()).isTrue();
        arguments.leave();
        assertThat(played.told).containsExactly("1: 100 before", "1: end", "1: left");
    }

    private void sends(int token, Run run) {
        payloads.fill(CORE, token, run, SHAPE.position(CORE), 0, false);
        arguments.sends(token);
    }

    private record Run(long taskId, boolean isOneRun) implements BareSource {}
}
