package io.tidemark.analysis.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.Generated;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Idle cores and ready runs of every stretch, counted run by run. */
class EngineStepsTest {
    @TempDir
    Path directory;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyStretchHasWhatItsRunsSay(long seed) {
        CaptureModel model = Generated.capture(directory, 1 + new Random(seed).nextInt(120), seed)
                .model();
        EngineSteps steps = new EngineSteps(model);
        long[] length = new long[1];
        steps.steps().run((begin, end, counts) -> {
            length[0] += end - begin;
            for (int type = 0; type < steps.types().size(); type++) {
                int[] expected = counted(model, steps.types().get(type), begin);
                assertThat(new int[] {steps.idle(type, counts), steps.ready(type, counts)})
                        .as("seed %d, engine %d at %d", seed, type, begin)
                        .isEqualTo(expected);
            }
        });
        assertThat(length[0]).as("seed %d", seed).isPositive();
    }

    /** How many cores of an engine nothing occupies at a moment, and how many runs are ready. */
    private static int[] counted(CaptureModel model, CoreType type, long moment) {
        KernelRuns runs = model.runs();
        RowGroups byCore = runs.timedByCore();
        int idle = 0;
        int ready = 0;
        for (int core = 0; core < byCore.count(); core++) {
            if (byCore.isEmpty(core) || runs.coreType(byCore.row(byCore.begin(core))) != type) {
                continue;
            }
            idle++;
            long busyUntil = Long.MIN_VALUE;
            for (int at = byCore.begin(core); at < byCore.end(core); at++) {
                int run = byCore.row(at);
                boolean isDispatched = runs.hasDispatch(run);
                long dispatch = isDispatched ? runs.dispatch(run) : runs.receive(run);
                long start = Math.max(runs.start(run), busyUntil);
                boolean isPickedUp = moment >= Math.max(dispatch, busyUntil) && moment < start;
                boolean isRunning = moment >= start && moment < runs.end(run);
                idle -= isPickedUp || isRunning ? 1 : 0;
                int task = model.tasks().ofRun(run);
                long since = Math.max(
                        model.readiness().dataReady(task), model.submits().end(task));
                ready += isDispatched && moment >= since && moment < dispatch ? 1 : 0;
                busyUntil = Math.max(busyUntil, runs.end(run));
            }
        }
        return new int[] {idle, ready};
    }
}
