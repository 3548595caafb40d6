package io.tidemark.analysis.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.Generated;
import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.scope.ScopeTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Counters of generated captures against what is counted anew at single moments. */
class CountersTest {
    @TempDir
    Path directory;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 6);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void countersAreWhatACountAtTheMomentFinds(long seed) {
        Random random = new Random(seed);
        StoredCapture capture = Generated.capture(directory, 1 + random.nextInt(500), seed);
        CaptureModel model = capture.model();
        List<CounterTrack> tracks = Counters.of(model, capture.scopes(), capture.pmu());
        Makespan span = Makespan.of(model.runs());
        for (int probe = 0; probe < 40; probe++) {
            long moment = span.beginNanos() + random.nextLong(Math.max(1, span.nanos()));
            for (CounterTrack track : tracks) {
                String label = "seed %d, %s at %d".formatted(seed, track.key(), moment);
                switch (track.key()) {
                    case "aic_busy", "aiv_busy" ->
                        assertThat(value(track, moment))
                                .as(label)
                                .isEqualTo(busy(model, track.key().startsWith("aic"), moment));
                    case "tasks_in_flight" ->
                        assertThat(value(track, moment)).as(label).isEqualTo(inFlight(model, moment));
                    case Counters.READY_TASKS ->
                        assertThat(value(track, moment)).as(label).isEqualTo(ready(model, moment));
                    default -> {}
                }
            }
        }
        assertThat(tracks).extracting(CounterTrack::key).doesNotHaveDuplicates();
        capture.scopes().ifPresent(scopes -> checkRings(seed, model, scopes, tracks));
        tracks.stream().filter(track -> track.key().equals("submits")).forEach(track -> checkSubmits(model, track));
    }

    private static double value(CounterTrack track, long moment) {
        return track.at(moment) < 0 ? 0 : track.value(track.at(moment));
    }

    private static long busy(CaptureModel model, boolean isAic, long moment) {
        KernelRuns runs = model.runs();
        CoreType type = isAic ? CoreType.AIC : CoreType.AIV;
        long count = 0;
        for (int run = 0; run < runs.size(); run++) {
            boolean isNow = runs.start(run) <= moment && moment < runs.end(run);
            count += isNow && runs.isTimed(run) && runs.coreType(run) == type ? 1 : 0;
        }
        return count;
    }

    private static long inFlight(CaptureModel model, long moment) {
        Tasks tasks = model.tasks();
        long count = 0;
        for (int task = 0; task < tasks.size(); task++) {
            long submit = model.submits().end(task);
            long end = KernelRuns.NONE;
            for (int run = 0; run < model.runs().size(); run++) {
                end = tasks.ofRun(run) == task ? Math.max(end, model.runs().end(run)) : end;
            }
            count += submit != KernelRuns.NONE && submit <= moment && moment < end ? 1 : 0;
        }
        return count;
    }

    private static long ready(CaptureModel model, long moment) {
        Tasks tasks = model.tasks();
        long count = 0;
        for (int task = 0; task < tasks.size(); task++) {
            long dispatch = Long.MAX_VALUE;
            for (int run = 0; run < model.runs().size(); run++) {
                boolean isOf = tasks.ofRun(run) == task && model.runs().hasDispatch(run);
                dispatch = isOf ? Math.min(dispatch, model.runs().dispatch(run)) : dispatch;
            }
            boolean isReady = model.readiness().dataReady(task) <= moment
                    && model.submits().end(task) <= moment;
            count += dispatch != Long.MAX_VALUE && isReady && moment < dispatch ? 1 : 0;
        }
        return count;
    }

    /**
     * At the end of a submit the window of its ring is what the last sample of that moment says.
     */
    private static void checkRings(long seed, CaptureModel model, ScopeTable scopes, List<CounterTrack> tracks) {
        TreeMap<String, Double> last = new TreeMap<>();
        TreeMap<String, Long> moments = new TreeMap<>();
        for (int row = 0; row < scopes.size(); row++) {
            int task = Counters.taskOf(model.tasks(), scopes.ring(row), scopes.taskEnd(row) - 1);
            long moment = task < 0 ? KernelRuns.NONE : model.submits().end(task);
            if (moment != KernelRuns.NONE) {
                String key = "ring" + scopes.ring(row) + "_window";
                moments.put(key + " " + moment, moment);
                last.put(key + " " + moment, (double) (scopes.taskEnd(row) - scopes.taskStart(row)));
            }
        }
        last.forEach((key, value) -> {
            double shown = tracks.stream()
                    .filter(one -> key.startsWith(one.key() + " "))
                    .mapToDouble(track -> value(track, moments.get(key)))
                    .findFirst()
                    .orElse(0); // a ring that is never used has no counter
            assertThat(shown).as("seed %d, %s", seed, key).isEqualTo(value);
        });
    }

    /** The area under the rate is the number of submits. */
    private static void checkSubmits(CaptureModel model, CounterTrack track) {
        double area = 0;
        for (int step = 0; step + 1 < track.size(); step++) {
            area += track.value(step) * (track.nanos(step + 1) - track.nanos(step)) / 1e9;
        }
        long submits = 0;
        for (int task = 0; task < model.tasks().size(); task++) {
            submits += model.submits().end(task) != KernelRuns.NONE ? 1 : 0;
        }
        assertThat(area).isCloseTo(submits, within(1e-4 * submits));
    }
}
