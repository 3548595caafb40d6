package io.tidemark.checks.args;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.args.ArgEntry;
import io.tidemark.capture.args.ArgsHead;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.args.ArgsReader;
import io.tidemark.capture.args.ArgsWriter;
import io.tidemark.capture.finding.Findings;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The table file and the payload file of a dump, read back. */
final class Dumped {
    final ArgsManifest manifest;
    final List<ArgEntry> entries = new ArrayList<>();
    final byte[] bytes;

    private Dumped(ArgsManifest manifest, byte[] bytes) {
        this.manifest = manifest;
        this.bytes = bytes;
        for (int row = 0; row < manifest.size(); row++) {
            entries.add(manifest.entry(row));
        }
    }

    static Dumped read(Path capture) throws IOException {
        Path directory = capture.resolve(ArgsWriter.DIRECTORY);
        Findings findings = new Findings();
        Path head = Stream.of("recovering", "spool", "tables")
                .map(place -> capture.resolve(place).resolve(ArgsHead.NAME))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        ArgsManifest manifest = ArgsReader.read(head, findings).orElseThrow();
        assertThat(findings.kept()).isEmpty();
        Path payload = directory.resolve(ArgsWriter.PAYLOAD_NAME);
        byte[] bytes = Files.exists(payload) ? Files.readAllBytes(payload) : new byte[0];
        return new Dumped(manifest, bytes);
    }

    /** What holds for every dump, however it came about. */
    void assertConsistent() {
        assertThat(entries.stream().mapToLong(ArgEntry::payloadBytes).sum())
                .as("args.bin holds the payloads and nothing else")
                .isEqualTo(bytes.length);
        List<ArgEntry> byPlace = new ArrayList<>(entries);
        byPlace.removeIf(entry -> entry.payloadBytes() == 0);
        byPlace.sort(Comparator.comparingLong(ArgEntry::payloadOffset));
        long end = 0;
        for (ArgEntry entry : byPlace) {
            assertThat(entry.payloadOffset())
                    .as("payloads lie one behind the other")
                    .isEqualTo(end);
            end += entry.payloadBytes();
        }
        for (int row = 1; row < entries.size(); row++) {
            ArgEntry before = entries.get(row - 1);
            ArgEntry entry = entries.get(row);
            int byTask = Long.compareUnsigned(before.taskId(), entry.taskId());
            int byStage = before.stage().compareTo(entry.stage());
            assertThat(byTask < 0
                            || byTask == 0 && (byStage < 0 || byStage == 0 && before.argIndex() <= entry.argIndex()))
                    .as("row %d is in order", row)
                    .isTrue();
        }
        assertThat(manifest.header().total()).isEqualTo(entries.size());
    }

    byte[] payload(ArgEntry entry) {
        int from = (int) entry.payloadOffset();
        return Arrays.copyOfRange(bytes, from, from + (int) entry.payloadBytes());
    }

    double[] values(ArgEntry entry) {
        MemorySegment segment = MemorySegment.ofArray(payload(entry));
        DeviceMemory memory = new DeviceMemory(segment, 64);
        DType type = DType.ofName(entry.dataType());
        Tensor tensor = Tensor.of(64, type, (int) entry.elements());
        double[] values = new double[(int) entry.elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = memory.getDouble(tensor, i);
        }
        return values;
    }

    ArgEntry entry(long taskId, ArgumentStage stage, int argument) {
        return entries.stream()
                .filter(entry -> entry.taskId() == taskId && entry.stage() == stage && entry.argIndex() == argument)
                .findFirst()
                .orElseThrow(() -> new AssertionError(taskId + " " + stage + " argument " + argument));
    }
}
