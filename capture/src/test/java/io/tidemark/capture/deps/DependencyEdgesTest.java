package io.tidemark.capture.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.deps.Overlap;
import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DependencyEdgesTest {
    private record Edge(int argument, EdgeSource source, int flags, Overlap overlap) {}

    /** Reasons take room only from the first to the last edge that has one. */
    @Test
    void edgesWithAndWithoutReasonsKeepThem() {
        Seeds.each(20, seed -> {
            Random random = Seeds.random(seed);
            DependencyEdges edges = new DependencyEdges();
            List<Edge> expected = new ArrayList<>();
            for (int at = 0; at < 200; at++) {
                expected.add(add(edges, at, random));
            }
            assertThat(edges.size()).isEqualTo(200);
            for (int at = 0; at < 200; at++) {
                assertThat(edges.predecessor(at)).isEqualTo(at);
                assertThat(edges.successor(at)).isEqualTo(at + 1);
                assertThat(new Edge(edges.argument(at), edges.source(at), edges.flags(at), edges.overlap(at)))
                        .isEqualTo(expected.get(at));
            }
        });
    }

    private static Edge add(DependencyEdges edges, int at, Random random) {
        if (random.nextInt(3) > 0) {
            edges.add(at, at + 1);
            return new Edge(
                    DependencyEdges.NO_ARGUMENT, EdgeSource.UNKNOWN, DependencyEdges.NO_FLAGS, Overlap.values()[0]);
        }
        int argument = random.nextInt(5) - 1;
        EdgeSource source = EdgeSource.values()[random.nextInt(EdgeSource.values().length)];
        edges.add(at, at + 1, argument, source);
        int flags = random.nextBoolean() ? random.nextInt(4) : DependencyEdges.NO_FLAGS;
        if (flags != DependencyEdges.NO_FLAGS) {
            edges.flagsOfLast(flags);
        }
        Overlap overlap = Overlap.values()[random.nextInt(Overlap.values().length)];
        edges.overlapOfLast(overlap);
        return new Edge(argument, source, flags, overlap);
    }
}
