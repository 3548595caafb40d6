package io.tidemark.recording.profile;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.chip.ChipProfile;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.recording.OrchestrationLog;
import io.tidemark.runtime.recording.OrchestrationLog.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * The model behind a run in virtual time, which its capture keeps beside the records as {@link
 * #FILE_NAME}: the machine, every cost, and how long kernels take. Immutable.
 *
 * @param serial no task starts before the orchestration has ended
 * @param kernelPicos the different times of each kernel, ascending, by function id; none if there
 *     were too many
 * @param runPicos of each core, the times of its runs of kernels that have times which stamps do
 *     not tell apart, in their order; none if there were too many
 * @param asksChip the orchestration asked how many cores there are
 * @param calls what the orchestration did beside its submits; empty if that was too much to keep
 */
public record VirtualModel(
        int clusters,
        int aicpuThreads,
        boolean serial,
        RingSizes rings,
        ChipProfile profile,
        Map<Integer, long[]> kernelPicos,
        Map<Integer, long[]> runPicos,
        boolean asksChip,
        Optional<List<Call>> calls) {
    public static final String FILE_NAME = "virtual_time.json";

    private static final String VERSION_KEY = "tidemark_virtual_time";
    private static final long VERSION = 3; // 1 has no calls of kind REPEAT, 2 none of AGAIN
    private static final String PICOS = "kernel_ps";
    private static final String RUNS = "core_run_ps";
    private static final String CALLS = "orchestration";

    public VirtualModel {
        kernelPicos = Map.copyOf(kernelPicos);
        runPicos = Map.copyOf(runPicos);
    }

    /** Keeps it in a capture. */
    public void write(Path capture) throws IOException {
        StringBuilder text = new StringBuilder();
        JsonWriter writer = new JsonWriter(text, 2);
        writer.beginObject();
        writer.member(VERSION_KEY, VERSION);
        writer.member("clusters", clusters);
        writer.member("aicpu_threads", aicpuThreads);
        writer.member("serial", serial);
        writer.name("rings").beginObject();
        list(writer, "task_window", each(rings::taskWindow));
        list(writer, "heap_bytes", each(rings::heapBytes));
        list(writer, "dependency_pool", each(rings::dependencyPool));
        writer.endObject();
        writer.member("profile", profile.name());
        writer.name("costs").beginObject();
        for (Map.Entry<String, Double> cost : ProfileText.numbers(profile).entrySet()) {
            writer.name(cost.getKey()).value(cost.getValue());
        }
        writer.endObject();
        lists(writer, PICOS, kernelPicos);
        lists(writer, RUNS, runPicos);
        writer.member("asks_chip", asksChip);
        if (calls.isPresent()) {
            writer.name(CALLS).beginArray();
            calls.get().forEach(call -> write(writer, call));
            writer.endArray();
        }
        writer.endObject();
        writer.finish();
        AtomicFile.write(capture.resolve(FILE_NAME), part -> Files.writeString(part, text.toString()));
    }

    private static void write(JsonWriter writer, Call call) {
        writer.beginArray();
        writer.value(call.submit());
        writer.value(call.kind().name().toLowerCase(Locale.ROOT));
        call.tasks().forEach(writer::value);
        writer.endArray();
    }

    private static long[] each(IntToLongFunction ofRing) {
        return IntStream.range(0, RingSizes.RINGS).mapToLong(ofRing).toArray();
    }

    private static void lists(JsonWriter writer, String name, Map<Integer, long[]> all) {
        writer.name(name).beginObject();
        new TreeMap<>(all).forEach((number, list) -> list(writer, Integer.toString(number), list));
        writer.endObject();
    }

    private static void list(JsonWriter writer, String name, long[] values) {
        writer.name(name).beginArray();
        for (long value : values) {
            writer.value(value);
        }
        writer.endArray();
    }

    /** Of a capture; empty for one in real time, one before version 0.4, or a damaged file. */
    public static Optional<VirtualModel> read(Path capture) {
        Path file = capture.resolve(FILE_NAME);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return JsonTree.read(file, new Findings())
                    .filter(top -> isKnown(top.get(VERSION_KEY)))
                    .map(VirtualModel::of);
        } catch (ClassCastException
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | NullPointerException damaged) {
            return Optional.empty();
        }
    }

    private static boolean isKnown(Object version) {
        return version instanceof Long number && number >= 1 && number <= VERSION;
    }

    private static VirtualModel of(Map<String, Object> top) {
        Map<?, ?> rings = (Map<?, ?>) top.get("rings");
        Map<String, Double> costs = new LinkedHashMap<>();
        ((Map<?, ?>) top.get("costs"))
                .forEach((name, value) -> costs.put((String) name, ((Number) value).doubleValue()));
        return new VirtualModel(
                ((Long) top.get("clusters")).intValue(),
                ((Long) top.get("aicpu_threads")).intValue(),
                (Boolean) top.get("serial"),
                RingSizes.of(
                        longs(rings.get("task_window")),
                        longs(rings.get("heap_bytes")),
                        longs(rings.get("dependency_pool"))),
                ChipProfiles.of((String) top.get("profile"), costs),
                lists(top.get(PICOS)),
                lists(top.get(RUNS)),
                (Boolean) top.get("asks_chip"),
                Optional.ofNullable((List<?>) top.get(CALLS))
                        .map(list -> list.stream().map(VirtualModel::call).toList()));
    }

    private static Call call(Object row) {
        List<?> values = (List<?>) row;
        return new Call(
                ((Long) values.get(0)).intValue(),
                OrchestrationLog.Kind.valueOf(((String) values.get(1)).toUpperCase(Locale.ROOT)),
                values.stream().skip(2).map(Long.class::cast).toList());
    }

    private static Map<Integer, long[]> lists(Object object) {
        Map<Integer, long[]> all = new TreeMap<>();
        ((Map<?, ?>) object).forEach((number, values) -> all.put(Integer.valueOf((String) number), longs(values)));
        return all;
    }

    private static long[] longs(Object list) {
        return ((List<?>) list).stream().mapToLong(value -> (Long) value).toArray();
    }
}
