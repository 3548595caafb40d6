package io.tidemark.viewer.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.Runs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of a generated capture against a count over all runs, and gap tiles against ranges. */
class RangeResourcesTest {
    @TempDir
    static Path directory;

    private static CaptureView view;
    private static CaptureResources resources;

    @BeforeAll
    static void generate() throws IOException {
        Path capture = directory.resolve("capture");
        GeneratedCapture.in(capture, GeneratorOptions.of(3_000, 7).withCertificate());
        view = GeneratedCapture.view(capture);
        resources = new CaptureResources(view);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
    void aRangeIsWhatACountOverAllRunsFinds(long seed) throws IOException {
        Random random = new Random(seed);
        long duration = view.timeline().durationNanos();
        long one = seed == 0 ? 0 : random.nextLong(duration);
        long other = seed == 0 ? duration : random.nextLong(duration);
        long begin = Math.min(one, other);
        long end = Math.max(one, other);
        BitSet lanes = new BitSet();
        lanes.set(0, view.timeline().lanes().size());
        String word = "all";
        if (seed > 1) {
            int first = random.nextInt(view.timeline().lanes().size());
            int last = first + random.nextInt(view.timeline().lanes().size() - first);
            lanes.clear();
            lanes.set(first, last + 1);
            lanes.set(0);
            word = "0." + first + "-" + last;
        }
        Map<String, Object> report = json("range/" + begin + "/" + end + "/" + word);
        String label = "seed %d, %d to %d on %s".formatted(seed, begin, end, word);
        checkKernels(label, report, begin, end, lanes, word);
        checkCores(label, report, begin, end, lanes);
    }

    private void checkKernels(String label, Map<String, Object> report, long begin, long end, BitSet lanes, String word)
            throws IOException {
        Runs runs = view.runs();
        Map<Integer, List<Integer>> byKernel = new TreeMap<>();
        long[] bins = new long[128];
        for (int run = 0; run < runs.size(); run++) {
            boolean inside = runs.isTimed(run)
                    && runs.beginNanos(run) < end
                    && (runs.endNanos(run) > begin || runs.beginNanos(run) >= begin);
            if (inside && lanes.get(runs.lane(run))) {
                byKernel.computeIfAbsent(runs.name(run), name -> new ArrayList<>())
                        .add(run);
                long length = runs.endNanos(run) - runs.beginNanos(run);
                int bin = 0;
                while (length >= Math.pow(2, (bin + 1) / 2.0)) {
                    bin++;
                }
                bins[bin]++;
            }
        }
        List<Map<String, Object>> kernels = list(report.get("kernels"));
        assertThat(kernels).as(label).hasSize(byKernel.size());
        for (Map<String, Object> kernel : kernels) {
            List<Integer> found = byKernel.get((int) number(kernel, "name"));
            long[] lengths = found.stream()
                    .mapToLong(run -> runs.endNanos(run) - runs.beginNanos(run))
                    .sorted()
                    .toArray();
            long inside = found.stream()
                    .mapToLong(run -> Math.min(end, runs.endNanos(run)) - Math.max(begin, runs.beginNanos(run)))
                    .sum();
            assertThat(number(kernel, "count")).as(label).isEqualTo(lengths.length);
            assertThat(number(kernel, "total")).as(label).isEqualTo(inside);
            assertThat(number(kernel, "least")).isEqualTo(lengths[0]);
            assertThat(number(kernel, "most")).isEqualTo(lengths[lengths.length - 1]);
            double median = number(kernel, "p50");
            assertThat(share(lengths, median)).isGreaterThanOrEqualTo(0.5);
            assertThat(share(lengths, median - 1)).isLessThan(0.5);
            assertThat(steps(begin, end, word, (int) number(kernel, "name")))
                    .as(label)
                    .containsExactlyInAnyOrderElementsOf(found);
        }
        Map<String, Object> histogram = map(report.get("histogram"));
        List<Object> counts = list(histogram.get("counts"));
        int first = (int) number(histogram, "firstBin");
        long seen = 0;
        for (int at = 0; at < counts.size(); at++) {
            assertThat(((Number) counts.get(at)).longValue()).as(label).isEqualTo(bins[first + at]);
            seen += bins[first + at];
        }
        assertThat(seen)
                .isEqualTo(byKernel.values().stream().mapToInt(List::size).sum());
    }

    private static double share(long[] lengths, double limit) {
        int below = 0;
        for (long length : lengths) {
            below += length <= limit ? 1 : 0;
        }
        return (double) below / lengths.length;
    }

    /** Compute is what runs cover; every nanosecond of the makespan in the range is in one part. */
    private void checkCores(String label, Map<String, Object> report, long begin, long end, BitSet lanes) {
        long first = Long.MAX_VALUE;
        long last = 0;
        Map<Integer, Long> busy = new HashMap<>();
        for (int run = 0; run < view.runs().size(); run++) {
            first = Math.min(first, view.runs().beginNanos(run));
            last = Math.max(last, view.runs().endNanos(run));
            long from = Math.max(begin, view.runs().beginNanos(run));
            long to = Math.min(end, view.runs().endNanos(run));
            if (lanes.get(view.runs().lane(run))) {
                busy.merge(view.runs().lane(run), Math.max(0, to - from), Long::sum);
            }
        }
        List<Map<String, Object>> cores = list(report.get("cores"));
        assertThat(cores).as(label).hasSize(busy.size());
        long window = Math.max(0, Math.min(end, last) - Math.max(begin, first));
        for (Map<String, Object> core : cores) {
            List<Number> parts = list(core.get("parts"));
            long sum = parts.stream().mapToLong(Number::longValue).sum();
            assertThat(sum).as(label).isEqualTo(window);
            assertThat(parts.get(CorePart.COMPUTE.ordinal()).longValue())
                    .as(label)
                    .isEqualTo(busy.get((int) number(core, "lane")));
        }
    }

    @Test
    void theGapTilesHoldTheIdleTimeOfTheWholeRun() throws IOException {
        long duration = view.timeline().durationNanos();
        List<Map<String, Object>> cores =
                list(json("range/0/" + duration + "/all").get("cores"));
        for (Map<String, Object> core : cores) {
            int lane = (int) number(core, "lane");
            long[] sums = new long[CorePart.values().length];
            addGaps(lane, 0, 0, sums);
            List<Number> parts = list(core.get("parts"));
            sums[CorePart.COMPUTE.ordinal()] = parts.getFirst().longValue();
            assertThat(sums)
                    .as("lane %d", lane)
                    .isEqualTo(parts.stream().mapToLong(Number::longValue).toArray());
        }
    }

    /** Adds the gaps that begin in a tile; a tile of cells is taken apart. */
    private void addGaps(int lane, int level, long index, long[] sums) throws IOException {
        String name = "gaps/" + lane / 16 + "/" + level + "/" + index;
        ByteBuffer tile = ByteBuffer.wrap(resources.read(name).orElseThrow()).order(ByteOrder.LITTLE_ENDIAN);
        int entry = 16 + 16 * (lane % 16);
        int count = tile.getInt(entry + 4);
        int offset = tile.getInt(entry + 8);
        if (tile.getInt(entry) == 2) {
            addGaps(lane, level + 1, 2 * index, sums);
            addGaps(lane, level + 1, 2 * index + 1, sums);
        } else if (tile.getInt(entry) == 1) {
            for (int at = 0; at < count; at++) {
                double begin = tile.getDouble(offset + 8 * at);
                double end = tile.getDouble(offset + 8 * (count + at));
                int part = tile.getInt(offset + 16 * count + 4 * at);
                long from = view.timeline().grid().tileBegin(level, index);
                boolean isBegun = begin >= from || index == 0;
                sums[part] +=
                        isBegun && begin < from + view.timeline().grid().tileNanos(level) ? (long) (end - begin) : 0;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "range/0/5",
                "range/0/5/",
                "range/5/0/all",
                "range/-1/5/all",
                "range/0/5/0-",
                "range/0/5/3-2",
                "range/0/5/0-999999",
                "range/0/5/0-1-2",
                "range/0/5/all/3",
                "rangeruns/0/5/all",
                "rangeruns/0/5/all/x",
                "range/0/99999999999999999999/all",
                "gaps/0/99/0",
                "counter/99/0/0",
                "counter/0/0/1"
            })
    void aNameThatIsNoRangeIsNotFound(String name) throws IOException {
        assertThat(resources.read(name)).isEmpty();
    }

    private List<Integer> steps(long begin, long end, String lanes, int name) throws IOException {
        String resource = "rangeruns/" + begin + "/" + end + "/" + lanes + "/" + name;
        ByteBuffer bytes =
                ByteBuffer.wrap(resources.read(resource).orElseThrow()).order(ByteOrder.LITTLE_ENDIAN);
        List<Integer> found = new ArrayList<>();
        for (int at = 0; at < bytes.getInt(4); at++) {
            found.add(bytes.getInt(8 + 4 * at));
        }
        ToDoubleFunction<Integer> begun = run -> view.runs().beginNanos(run);
        assertThat(found).isSortedAccordingTo((a, b) -> Double.compare(begun.applyAsDouble(a), begun.applyAsDouble(b)));
        return found;
    }

    private static Map<String, Object> json(String name) throws IOException {
        Path file = Files.createTempFile(directory, "answer", ".json");
        Files.write(file, resources.read(name).orElseThrow());
        return JsonTree.read(file, new Findings()).orElseThrow();
    }

    private static double number(Map<String, Object> object, String key) {
        return ((Number) object.get(key)).doubleValue();
    }

    @SuppressWarnings("unchecked")
    private static <T> List<T> list(Object value) {
        return (List<T>) value;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
