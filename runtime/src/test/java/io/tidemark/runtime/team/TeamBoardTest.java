package io.tidemark.runtime.team;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.chip.ChipShape;
import io.tidemark.probe.HostWaits;
import org.junit.jupiter.api.Test;

class TeamBoardTest {
    @Test
    void onlyALookThatBeganAfterTheQuestionAnswersIt() {
        TeamBoard board = new TeamBoard(ChipShape.of(Platform.A2A3, 2), 2, false, HostWaits.none());
        assertThat(board.haveAllAnswered()).as("nobody has asked").isTrue();
        board.ask();
        board.foundNothing(0); // may have begun before the question
        board.foundNothing(1);
        assertThat(board.haveAllAnswered()).isFalse();
        board.foundNothing(0);
        assertThat(board.haveAllAnswered()).as("one is still to look").isFalse();
        board.foundNothing(1);
        assertThat(board.haveAllAnswered()).isTrue();
        board.ask();
        assertThat(board.haveAllAnswered()).as("of the next question").isFalse();
    }
}
