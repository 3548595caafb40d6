package io.tidemark.lab.generate;

import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.deps.Region;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes the dependency file of a plan: each node owns one tensor, each edge reads the producer's.
 * Stateless.
 */
final class DependenciesFile {
    private static final String[] TYPES = {"FLOAT32", "BFLOAT16", "INT32", "FLOAT16", "UINT8"};
    private static final int ROWS = 64;

    private final TaskPlan plan;
    private final long seed;

    private DependenciesFile(TaskPlan plan, long seed) {
        this.plan = plan;
        this.seed = seed;
    }

    static void write(Path file, TaskPlan plan, long seed) throws IOException {
        DependenciesFile content = new DependenciesFile(plan, seed);
        try (DepsWriter writer = DepsWriter.create(file)) {
            content.writeTasks(writer);
            for (int node = 0; node < plan.size(); node++) {
                writer.tensor(content.tensorId(node), content.address(node), 0, content.dataType(node), ROWS * 64L);
            }
            content.writeEdges(writer);
        }
    }

    private void writeTasks(DepsWriter writer) throws IOException {
        for (int node = 0; node < plan.size(); node++) {
            if (plan.shape(node) == TaskShape.ALLOC) {
                continue;
            }
            writer.task(
                    plan.taskId(node),
                    Dice.below(50, seed, node, 11) == 0,
                    Dice.below(40, seed, node, 12) == 0,
                    plan.kernel(node, 0, seed),
                    plan.kernel(node, 1, seed),
                    plan.kernel(node, 2, seed),
                    plan.blocks(node));
            int argument = 0;
            for (int at = plan.predecessorBegin(node); at < plan.predecessorEnd(node); at++) {
                int producer = plan.predecessor(at);
                writer.argument(argument++, ArgType.INPUT, tensorId(producer), region(producer, at, true));
            }
            boolean existing = Dice.below(8, seed, node, 13) == 0;
            if (existing) {
                writer.argument(argument, ArgType.OUTPUT_EXISTING, tensorId(node), region(node, node, true));
            } else {
                writer.argument(argument, ArgType.OUTPUT);
            }
        }
    }

    private void writeEdges(DepsWriter writer) throws IOException {
        for (int node = 0; node < plan.size(); node++) {
            for (int at = plan.predecessorBegin(node); at < plan.predecessorEnd(node); at++) {
                int argument = at - plan.predecessorBegin(node);
                int roll = Dice.below(20, seed, at, 14);
                boolean alloc = plan.shape(plan.predecessor(at)) == TaskShape.ALLOC;
                EdgeSource source = roll < 2 && !alloc
                        ? EdgeSource.EXPLICIT
                        : roll < 14 || alloc ? EdgeSource.CREATOR : EdgeSource.TENSORMAP;
                writeEdge(writer, node, at, argument, source);
                if (source == EdgeSource.CREATOR && roll == 13 && !alloc) {
                    writeEdge(writer, node, at, argument, EdgeSource.TENSORMAP);
                }
            }
        }
    }

    private void writeEdge(DepsWriter writer, int node, int at, int argument, EdgeSource source) throws IOException {
        int producer = plan.predecessor(at);
        boolean explicit = source == EdgeSource.EXPLICIT;
        boolean mapped = source == EdgeSource.TENSORMAP;
        writer.edge(
                plan.taskId(producer),
                plan.taskId(node),
                explicit ? -1 : argument,
                source,
                mapped ? EdgeFlags.WAIT : EdgeFlags.WAIT | EdgeFlags.RETAIN,
                mapped ? overlap(at) : Overlap.NONE,
                tensorId(producer),
                explicit ? null : region(producer, at, true),
                mapped ? region(producer, producer, false) : null);
    }

    private Overlap overlap(int at) {
        return Dice.below(3, seed, at, 15) == 0 ? Overlap.OTHER : Overlap.COVERED;
    }

    private Region region(int tensor, int place, boolean withType) {
        int rows = 4 << Dice.below(4, seed, place, 16);
        long start = 16L * Dice.below(4, seed, place, 17);
        return new Region(withType ? dataType(tensor) : "", new long[] {rows, 32}, start, new long[] {ROWS, 1});
    }

    private String dataType(int node) {
        return TYPES[Dice.below(TYPES.length, seed, node, 18)];
    }

    private long address(int node) {
        return 0x6_C000_0000L + node * 8192L;
    }

    private long tensorId(int node) {
        return Dice.at(0, address(node), 1);
    }
}
