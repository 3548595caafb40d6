package io.tidemark.checks.args;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.abi.Platform;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.args.ArgEntry;
import io.tidemark.checks.args.ArgsRun.Plan;
import io.tidemark.memory.OffHeap;
import io.tidemark.runtime.HostTensor;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The dump of a small attention case, recomputed from its own bytes. */
@Timeout(60)
class AttentionDumpTest {
    private static final int UPDATE = 3;
    private static final int PAGES = 3; // 33 keys in pages of 16
    private static final double FLOAT_ROUNDING = 1e-5;

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private WorkloadCase prepared;

    @BeforeEach
    void prepare() {
        prepared = WorkloadCatalog.load().find("paged-attention:small1").build(List.of(), 1);
    }

    private ArgsRun run(Platform platform) throws Exception {
        prepared.reset();
        return ArgsRun.of(
                Plan.everything().on(platform),
                directory.resolve(platform.label()),
                prepared.orchestration(),
                prepared.hostTensors());
    }

    @Test
    void countsAreThoseOfTheGraph() throws Exception {
        ArgsRun run = run(Platform.A2A3);
        Dumped dumped = Dumped.read(run.capture());
        dumped.assertConsistent();
        // of each page: scores 2 in 1 out, softmax 1 in 3 out 1 scalar, values 2 in 1 out,
        // update 3 in 4 inout 2 scalars
        assertThat(dumped.manifest.header().inputs()).isEqualTo(PAGES * (2 + 2 + 2 + 5));
        assertThat(dumped.manifest.header().outputs()).isEqualTo(PAGES * (1 + 3 + 1));
        assertThat(dumped.manifest.header().inouts()).isEqualTo(PAGES * 4 * 2);
        assertThat(dumped.manifest.header().beforeDispatch()).isEqualTo(PAGES * (11 + 4));
        assertThat(dumped.manifest.header().afterCompletion()).isEqualTo(PAGES * (5 + 4));
        assertThat(dumped.entries.stream().filter(ArgEntry::isScalar)).hasSize(PAGES * 3);
    }

    @Test
    void everyUpdateAndTheOutputFollowFromTheDump() throws Exception {
        ArgsRun run = run(Platform.A2A3);
        assertThat(prepared.verify(run.run()).ok()).isTrue();
        Dumped dumped = Dumped.read(run.capture());
        List<Long> updates = dumped.entries.stream()
                .filter(entry -> entry.functionIds().contains(UPDATE))
                .map(ArgEntry::taskId)
                .distinct()
                .toList();
        assertThat(updates).hasSize(PAGES);
        for (int page = 0; page < PAGES; page++) {
            assertUpdate(dumped, updates.get(page), page == 0);
            if (page > 0) {
                assertChained(dumped, updates.get(page - 1), updates.get(page));
            }
        }
        double[] out = after(dumped, updates.getLast(), 6);
        HostTensor host = prepared.hostTensors().getLast();
        for (int i = 0; i < out.length; i++) {
            float copied = host.data().getAtIndex(ValueLayout.JAVA_FLOAT, i);
            assertThat(out[i]).as("output %d", i).isEqualTo(copied); // which equals the golden
        }
    }

    /** What one update finds is what the one before it left. */
    private static void assertChained(Dumped dumped, long earlier, long later) {
        for (int argument = 3; argument <= 6; argument++) {
            assertThat(dumped.payload(dumped.entry(later, ArgumentStage.BEFORE_DISPATCH, argument)))
                    .isEqualTo(dumped.payload(dumped.entry(earlier, ArgumentStage.AFTER_COMPLETION, argument)));
        }
    }

    private static void assertUpdate(Dumped dumped, long task, boolean isFirst) {
        double[] maximum = before(dumped, task, 0);
        double[] sum = before(dumped, task, 1);
        double[] result = before(dumped, task, 2);
        int dim = result.length / sum.length;
        for (int row = 0; row < sum.length; row++) {
            double old = before(dumped, task, 3)[row];
            double common = isFirst ? maximum[row] : Math.max(old, maximum[row]);
            double kept = isFirst ? 0 : Math.exp(old - common);
            double added = Math.exp(maximum[row] - common);
            double newSum = kept * before(dumped, task, 4)[row] + added * sum[row];
            assertClose(after(dumped, task, 3)[row], common);
            assertClose(after(dumped, task, 4)[row], newSum);
            for (int d = row * dim; d < (row + 1) * dim; d++) {
                double expected = kept * before(dumped, task, 5)[d] + added * result[d];
                assertClose(after(dumped, task, 5)[d], expected);
            }
        }
    }

    private static void assertClose(double found, double expected) {
        assertThat(found).isCloseTo(expected, within(FLOAT_ROUNDING * (1 + Math.abs(expected))));
    }

    private static double[] before(Dumped dumped, long task, int argument) {
        return dumped.values(dumped.entry(task, ArgumentStage.BEFORE_DISPATCH, argument));
    }

    private static double[] after(Dumped dumped, long task, int argument) {
        return dumped.values(dumped.entry(task, ArgumentStage.AFTER_COMPLETION, argument));
    }

    @Test
    void bothPlatformsDumpTheSame() throws Exception {
        Dumped one = Dumped.read(run(Platform.A2A3).capture());
        Dumped other = Dumped.read(run(Platform.A5).capture());
        assertThat(withoutPlaces(other)).isEqualTo(withoutPlaces(one));
        for (int row = 0; row < one.entries.size(); row++) {
            assertThat(other.payload(other.entries.get(row)))
                    .as("row %d", row)
                    .isEqualTo(one.payload(one.entries.get(row)));
        }
    }

    private static List<String> withoutPlaces(Dumped dumped) {
        return dumped.entries.stream()
                .map(entry -> entry.toString().replaceAll("payloadOffset=\\d+", ""))
                .toList();
    }
}
