package io.tidemark.lab.generate;

import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.args.ArgEntry;
import io.tidemark.capture.args.ArgsHeader;
import io.tidemark.capture.args.ArgsWriter;
import io.tidemark.capture.args.ScalarText;
import io.tidemark.capture.args.ScalarValue;
import io.tidemark.capture.identity.TensorIdentity;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.names.NameMapWriter;
import io.tidemark.capture.scope.ScopeHeader;
import io.tidemark.capture.scope.ScopeSample;
import io.tidemark.capture.scope.ScopeWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the files beside records and dependencies: names, scopes, arguments. Stateless. */
final class SideFiles {
    private static final int SCOPE_TASKS = 16;
    private static final int MAX_DUMPED_TASKS = 2000;
    private static final int ELEMENTS = 16;
    private static final String[] PLAIN = {"matmul", "softmax", "norm", "rope", "cast", "proj"};
    private static final String[] HOSTILE = {
        "<script>alert(1)</script>",
        "\"quoted\\\" and \\back",
        "tab\tnew\nline\u0000nul",
        "\u202Ereversed \u2028 separator",
        "=cmd|' /C calc'!A0",
        "\uD83D\uDE80 \u4E2D\u6587 " + "x".repeat(300),
    };

    private SideFiles() {}

    static void writeNames(Path directory, GeneratorOptions options) throws IOException {
        String[] stems = options.hostileNames() ? HOSTILE : PLAIN;
        Map<Integer, String> names = new HashMap<>();
        for (int kernel = 0; kernel < 2 * stems.length; kernel++) {
            names.put(kernel, stems[kernel / 2] + (kernel % 2 == 0 ? "_aic" : "_aiv"));
        }
        String orchestrator = options.hostileNames() ? HOSTILE[0] : "GeneratedOrchestration";
        NameMapWriter.write(
                directory.resolve(NameMapWriter.fileName("generated")), new NameMap(2, orchestrator, names));
    }

    /**
     * A root scope, and inside it one scope after the other of sixteen tasks. Answers how many
     * samples that makes.
     */
    static long writeScopes(Path directory, TaskPlan plan, GeneratorOptions options) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(ScopeWriter.DIRECTORY));
        int scopes = (plan.size() + SCOPE_TASKS - 1) / SCOPE_TASKS;
        List<Long> window = List.of(16384L, 16384L, 16384L, 16384L);
        List<Long> heap = List.of(1L << 28, 1L << 28, 1L << 28, 1L << 28);
        List<Long> pool = List.of(65536L, 65536L, 65536L, 65536L);
        ScopeHeader header = new ScopeHeader(6, false, 0, 2L + 2L * scopes, window, heap, pool, 65536);
        try (ScopeWriter writer = ScopeWriter.create(folder.resolve(ScopeWriter.FILE_NAME), header)) {
            writer.sample(new ScopeSample("(unknown):0", true, 0, 0, 0, 0, 0, 0, 1, 1, 0));
            for (int scope = 0; scope < scopes; scope++) {
                String site =
                        options.hostileNames() ? "<b>" + scope % 40 + "</b>.cpp:1" : "layers.cpp:" + (40 + scope % 40);
                sample(writer, site, true, scope);
                sample(writer, site, false, scope);
            }
            writer.sample(new ScopeSample("(unknown):0", false, 0, 0, 0, 1, 0, 4096, 1, 1, 0));
        }
        return header.total();
    }

    private static void sample(ScopeWriter writer, String site, boolean begin, int scope) throws IOException {
        long done = (long) scope * SCOPE_TASKS + (begin ? 0 : SCOPE_TASKS);
        long reclaimed = Math.max(0, done - 100 - 7L * (scope % 50));
        writer.sample(new ScopeSample(
                site,
                begin,
                1,
                1,
                reclaimed,
                done,
                reclaimed * 8192,
                done * 8192,
                1 + reclaimed * 3,
                1 + done * 3,
                Math.min(65536, done - reclaimed)));
    }

    /** One input, one scalar and one output of the first tasks; answers how many that makes. */
    static long writeArgs(Path directory, TaskPlan plan, long seed) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(ArgsWriter.DIRECTORY));
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < plan.size() && nodes.size() < MAX_DUMPED_TASKS; node++) {
            if (plan.shape(node).isRun()) {
                nodes.add(node);
            }
        }
        nodes.sort((a, b) -> Long.compare(plan.taskId(a), plan.taskId(b)));
        int tasks = nodes.size();
        ArgsHeader header = new ArgsHeader(
                ArgsHeader.Form.T3,
                ArgsWriter.DIRECTORY,
                2,
                3L * tasks,
                2L * tasks,
                tasks,
                2L * tasks,
                tasks,
                0,
                0,
                0,
                0,
                ArgsWriter.PAYLOAD_NAME);
        Path payload = folder.resolve(ArgsWriter.PAYLOAD_NAME);
        try (ArgsWriter writer = ArgsWriter.create(folder.resolve(ArgsWriter.FILE_NAME), header);
                OutputStream bytes = new BufferedOutputStream(Files.newOutputStream(payload))) {
            long offset = 0;
            for (int node : nodes) {
                writer.entry(tensor(plan, node, seed, 0, offset));
                bytes.write(values(seed, node, 0));
                writer.entry(scalar(plan, node, seed));
                writer.entry(tensor(plan, node, seed, 1, offset + 4L * ELEMENTS));
                bytes.write(values(seed, node, 1));
                offset += 8L * ELEMENTS;
            }
        }
        return header.total();
    }

    private static byte[] values(long seed, int node, int argument) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * ELEMENTS).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < ELEMENTS; at++) {
            bytes.putFloat(Dice.below(2000, seed, node, 200L + 50 * argument + at) / 8f - 125f);
        }
        return bytes.array();
    }

    private static ArgEntry tensor(TaskPlan plan, int node, long seed, int index, long offset) {
        return entry(
                plan,
                node,
                seed,
                index,
                index == 0 ? ArgumentRole.INPUT : ArgumentRole.OUTPUT,
                "FLOAT32",
                ScalarValue.ABSENT,
                offset);
    }

    private static ArgEntry scalar(TaskPlan plan, int node, long seed) {
        ScalarValue value = ScalarText.ofRaw("INT32", Dice.at(seed, node, 300));
        return entry(plan, node, seed, 2, ArgumentRole.INPUT, "INT32", value, 0);
    }

    private static ArgEntry entry(
            TaskPlan plan,
            int node,
            long seed,
            int index,
            ArgumentRole role,
            String dataType,
            ScalarValue value,
            long offset) {
        boolean scalar = value != ScalarValue.ABSENT;
        List<Integer> functions = new ArrayList<>();
        for (int slot = 0; slot < 3; slot++) {
            if (plan.kernel(node, slot, seed) >= 0) {
                functions.add(plan.kernel(node, slot, seed));
            }
        }
        return new ArgEntry(
                plan.taskId(node),
                -1,
                functions,
                index,
                role,
                role == ArgumentRole.INPUT ? ArgumentStage.BEFORE_DISPATCH : ArgumentStage.AFTER_COMPLETION,
                scalar,
                dataType,
                value,
                true,
                scalar ? List.of() : List.of(4L, 4L),
                scalar ? List.of() : List.of(4L, 1L),
                List.of(),
                List.of(),
                0,
                TensorIdentity.UNKNOWN,
                scalar ? 1 : ELEMENTS,
                false,
                scalar ? 0 : offset,
                scalar ? 0 : 4L * ELEMENTS,
                false,
                false,
                Set.of());
    }
}
