package io.tidemark.analysis.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last task in submit order whose written view holds the byte, against an obvious model. */
class LastWriterTest {
    private static final long ADDRESS = 0x1_0000_0000L;
    private static final int ELEMENTS = 24;
    private static final int BYTES = 4;
    private static final ArgType[] TYPES = {ArgType.INPUT, ArgType.INOUT, ArgType.OUTPUT_EXISTING, ArgType.NO_DEP};

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theLastTaskThatHasTheElementIsFound(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            DependencyGraphBuilder builder = new DependencyGraphBuilder();
            DependencyDetail detail = new DependencyDetail();
            detail.addTensor(77, ADDRESS, 0, "FLOAT32", ELEMENTS);
            detail.addTensor(78, ADDRESS + ELEMENTS * BYTES, 0, "FLOAT32", ELEMENTS);
            int tasks = 1 + random.nextInt(12);
            int[] last = new int[ELEMENTS];
            int[] writers = new int[ELEMENTS];
            Arrays.fill(last, -1);
            for (int task = 0; task < tasks; task++) {
                builder.addTask(task, false, false, 1);
                builder.kernelsOfLastTask(-1, task, -1);
                detail.beginTask();
                boolean isOther = random.nextInt(3) == 0;
                int start = random.nextInt(ELEMENTS / 2);
                int rows = 1 + random.nextInt(3);
                int columns = 1 + random.nextInt(3);
                int stride = columns + random.nextInt(2);
                ArgType type = TYPES[random.nextInt(TYPES.length)];
                int region = detail.regions()
                        .add("FLOAT32", new long[] {rows, columns}, start, new long[] {stride, 1}, null);
                detail.addArgument(2, type, isOther ? 78 : 77, region);
                BitSet held = new BitSet();
                for (int row = 0; row < rows; row++) {
                    held.set(start + row * stride, start + row * stride + columns);
                }
                for (int at = held.nextSetBit(0); at >= 0; at = held.nextSetBit(at + 1)) {
                    if (!isOther && type != ArgType.INPUT && at < ELEMENTS) {
                        last[at] = task;
                        writers[at]++;
                    }
                }
            }
            DependencyGraph graph = builder.build(Optional.of(detail));
            for (int element = 0; element < ELEMENTS; element++) {
                String what = "seed %d round %d element %d".formatted(seed, round, element);
                var found = LastWriter.inGraph(graph, ADDRESS + element * BYTES, BYTES);
                if (last[element] < 0) {
                    assertThat(found).as(what).isEmpty();
                } else {
                    assertThat(found.orElseThrow().taskId()).as(what).isEqualTo(last[element]);
                    assertThat(found.get().function()).as(what).isEqualTo(last[element]);
                    assertThat(found.get().argument()).isEqualTo(2);
                    assertThat(found.get().writers()).as(what).isEqualTo(writers[element]);
                }
            }
        }
    }
}
