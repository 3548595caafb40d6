package io.tidemark.analysis.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.names.NameMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordedWaitsTest {
    private static final KernelNames NAMES = new KernelNames(new NameMap(2, "case", Map.of(4, "add")));

    @Test
    void whoeverNeedsTheResultWaitsOnceHoweverManyWaysLeadThere() {
        RecordedWaits waits = RecordedWaits.of(diamond(), NAMES, 1).orElseThrow();
        assertThat(waits.direct()).isEqualTo(2);
        assertThat(waits.all()).isEqualTo(3);
        assertThat(waits.text())
                .isEqualTo(
                        "by the recorded graph 3 tasks wait for it, 2 of them directly: t2 add, t3" + " add, t4 add");
    }

    @Test
    void whatWasBeforeItOrBesideItDoesNotWait() {
        assertThat(RecordedWaits.of(diamond(), NAMES, 4).orElseThrow().text())
                .isEqualTo("by the recorded graph no task waits for it");
        assertThat(RecordedWaits.of(diamond(), NAMES, 99)).isEmpty();
    }

    /** 0 before 1, then 1 to 4 over 2 and 3, and 5 by itself. */
    private static DependencyGraph diamond() {
        DependencyGraphBuilder builder = new DependencyGraphBuilder();
        for (long task = 0; task <= 5; task++) {
            builder.addTask(task, false, false, 1);
            builder.kernelsOfLastTask(-1, 4, -1);
        }
        long[][] edges = {{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}, {2, 4}};
        for (long[] edge : edges) {
            builder.addEdge(edge[0], edge[1], 0, EdgeSource.EXPLICIT);
        }
        return builder.build();
    }
}
