package io.tidemark.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.Generated;
import io.tidemark.analysis.OracleCase;
import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.analysis.diff.noise.Change;
import io.tidemark.analysis.diff.noise.KernelChange;
import io.tidemark.analysis.diff.noise.KernelTest;
import io.tidemark.analysis.diff.report.DiffJson;
import io.tidemark.analysis.diff.report.DiffText;
import io.tidemark.analysis.diff.split.Cause;
import io.tidemark.analysis.diff.split.CoreTimeSplit;
import io.tidemark.analysis.diff.split.Part;
import io.tidemark.analysis.diff.split.Split;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.testkit.Seeds;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parts that add up to the nanosecond, whatever is compared, and the mirror image. */
class ComparisonTest {
    @TempDir
    private Path directory;

    static LongStream seeds() {
        return Seeds.first(16);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void partsOfRandomCapturesAddUpAndSwappingNegatesThem(long seed) {
        Random random = Seeds.random(seed);
        Capture one = Generated.capture(directory, 1 + random.nextInt(500), seed);
        boolean isSameGraph = random.nextBoolean();
        Capture other = Generated.capture(directory, 1 + random.nextInt(500), isSameGraph ? seed : seed + 1);
        check(one, other, "seed " + seed);
    }

    @Test
    void thatWaitsForARingSlotAreInferredInRealTimeIsSaid() {
        Capture one = Generated.capture(directory.resolve("one"), 3000, 1);
        Capture other = Generated.capture(directory.resolve("other"), 3000, 1);
        assertThat(compare(one, other).limits())
                .filteredOn(limit -> limit.about().equals("ring"))
                .extracting(Limit::side)
                .containsExactly("before", "after");
    }

    @Test
    void anIntervalOfThousandsOfPercentIsCalledTooFewTasks() {
        Change wide = new Change(0.5, -29.5, 30.5, Change.Verdict.NOISE);
        Change clear = new Change(40, 0.5, 79.5, Change.Verdict.MORE);
        List<KernelChange> kernels = List.of(
                new KernelChange("few", 2, 1000, 1500, wide),
                new KernelChange("many", 200, 1000, 1500, wide),
                new KernelChange("slower", 2, 1000, 41_000, clear));
        Capture one = Generated.capture(directory.resolve("one"), 50, 1);
        Capture other = Generated.capture(directory.resolve("other"), 50, 1);
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        DiffText.print(withKernels(compare(one, other), kernels), List.of(), 5, out);
        assertThat(text.toString())
                .containsPattern("few +2 +1 us +1.50 us +[+]50 % +too few tasks")
                .containsPattern("many +200 .*[(]-2950 % to [+]3050 %[)] +within the noise")
                .containsPattern("slower +2 .*[(][+]50 % to [+]7950 %[)] +slower");
    }

    private static DiffReport withKernels(DiffReport report, List<KernelChange> kernels) {
        return new DiffReport(
                report.before(),
                report.after(),
                report.alignment(),
                report.split(),
                report.coreTime(),
                report.makespan(),
                report.basis(),
                report.causes(),
                new KernelTest.Result(kernels, Change.untold(0), new EnumMap<>(CoreType.class)),
                report.limits());
    }

    /** Every pair of neighbours: other cases, levels, damaged and cut files. */
    @Test
    void partsOfRealCapturesAddUpToo() {
        List<OracleCase> cases = OracleCase.all()
                .filter(each -> each.swimlane().isPresent())
                .filter(each -> each.model().runs().timedCount() > 0)
                .toList();
        assertThat(cases).hasSizeGreaterThan(20);
        for (int at = 0; at + 1 < cases.size(); at++) {
            check(
                    open(cases.get(at)),
                    open(cases.get(at + 1)),
                    cases.get(at).name() + " and " + cases.get(at + 1).name());
        }
    }

    private static Capture open(OracleCase oracle) {
        try {
            return StoredCapture.open(oracle.directory());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void check(Capture one, Capture other, String what) {
        DiffReport report = compare(one, other);
        DiffReport mirror = compare(other, one);
        Split split = report.split();
        assertThat(split.residualNanos()).as(what).isZero();
        assertThat(split.differenceNanos()).as(what).isEqualTo(makespan(other) - makespan(one));
        CoreTimeSplit coreTime = report.coreTime();
        assertThat(coreTime.residualNanos()).as(what).isZero();
        assertThat(coreTime.laneResidualNanos()).as(what).isZero();
        assertThat(negated(mirror.split())).as(what).isEqualTo(byName(split));
        assertThat(mirror.coreTime().differenceNanos()).as(what).isEqualTo(-coreTime.differenceNanos());
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        DiffText.print(report, List.of(), 5, out);
        DiffText.markdown(report, List.of(), 5, out);
        JsonWriter json = new JsonWriter(out, 4);
        json.beginObject();
        DiffJson.members(report, List.of(), json);
        json.endObject().finish();
        assertThat(text.toString()).contains("residual 0 ns", "\"residual_ns\": 0");
    }

    private static long makespan(Capture capture) {
        return Makespan.of(capture.model().runs()).nanos();
    }

    /** Added becomes removed, and a kernel that became another the other way round. */
    private static Map<String, Long> negated(Split split) {
        Map<String, Long> parts = new HashMap<>();
        for (Part part : split.parts()) {
            Cause cause =
                    switch (part.cause()) {
                        case ADDED -> Cause.REMOVED;
                        case REMOVED -> Cause.ADDED;
                        default -> part.cause();
                    };
            String[] names = part.kernel().split(" → ");
            String kernel = names.length == 2 ? names[1] + " → " + names[0] : part.kernel();
            parts.put(cause + " " + kernel, -part.nanos());
        }
        return parts;
    }

    private static Map<String, Long> byName(Split split) {
        Map<String, Long> parts = new HashMap<>();
        split.parts().forEach(part -> parts.put(part.cause() + " " + part.kernel(), part.nanos()));
        return parts;
    }

    private static DiffReport compare(Capture one, Capture other) {
        return Comparison.of(
                List.of(() -> new ComparedRun("before", one)), List.of(() -> new ComparedRun("after", other)));
    }
}
