package io.tidemark.runtime.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.memory.deps.EdgeReason;
import io.tidemark.memory.deps.FoundEdges;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Random programs of strided views on four rings, with tasks that go and memory that is used again:
 * the replay against a naive oracle of all pairs of elements, and against the runtime's own look-up
 * on a map that retires. 10,000 programs; the seed of one that fails is printed.
 */
class RandomReplayTest {
    private static final int PROGRAMS = 10_000;

    @Test
    void theReplayTellsEveryEdgeThatTheElementsDemandAndFindsWhatTheRuntimeFound() {
        Seeds.each(PROGRAMS, seed -> {
            try {
                check(seed);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static void check(long seed) throws IOException {
        RandomSubmits program = new RandomSubmits(seed);
        DependencyReplay replay = new DependencyReplay(512, 16);
        List<RecordedSubmit> submits = new ArrayList<>();
        List<BitSet> waits = new ArrayList<>(); // all that a task comes after
        for (int number = 0; number < RandomSubmits.TASKS; number++) {
            RecordedSubmit submit = program.next();
            submits.add(submit);
            BitSet before = new BitSet();
            waits.add(before);
            FoundEdges found = replay.replay(submit, (producer, reason, argument, flags, written) -> {
                int earlier = program.numberOf(producer);
                assertThat(earlier).isLessThan(submits.size() - 1);
                before.set(earlier);
                before.or(waits.get(earlier));
                checkReason(program, submit, reason, argument, producer, written);
            });
            assertThat(found).as("task %d", number).isEqualTo(program.foundByRuntime());
            BitSet missing = program.demanded();
            missing.andNot(before);
            assertThat(missing.isEmpty())
                    .as("task %d misses %s", number, missing)
                    .isTrue();
        }
    }

    /** An edge beyond what the elements demand must have a reason that the rules allow. */
    private static void checkReason(
            RandomSubmits program,
            RecordedSubmit submit,
            EdgeReason reason,
            int argument,
            long producer,
            Tensor written) {
        if (reason == EdgeReason.EXPLICIT) {
            return;
        }
        Tensor view = submit.arguments()[argument].tensor();
        if (reason == EdgeReason.CREATOR) {
            assertThat(view.ownerTaskId()).isEqualTo(producer);
            return;
        }
        assertThat(written.baseAddress()).isEqualTo(view.baseAddress());
        assertThat(written.ownerTaskId() == view.ownerTaskId() || program.isAlive(producer))
                .as("memory used again orders only behind tasks that are not gone")
                .isTrue();
        boolean touch = RandomSubmits.elements(view).intersects(RandomSubmits.elements(written));
        if (RandomSubmits.isOnGrid(view) && RandomSubmits.isOnGrid(written)) {
            assertThat(touch)
                    .as("%s and %s are boxes on one grid", view, written)
                    .isTrue();
        }
        if (reason == EdgeReason.COVERED_WRITER) {
            BitSet outside = RandomSubmits.elements(written);
            outside.andNot(RandomSubmits.elements(view));
            assertThat(outside.isEmpty()).as("%s covers %s", view, written).isTrue();
        }
    }
}
