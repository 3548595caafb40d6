package io.tidemark.capture.deps;

import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.deps.DepsStream;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.abi.deps.ReplayedSubmit;
import io.tidemark.abi.deps.SubmitHeader;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.table.TableFile;
import io.tidemark.capture.table.TableSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The graph of a run. Tasks, edges and their reasons come from the table file of the graph. Arguments and regions come
 * from the table file of the submits. The other data comes from the head beside them. Stateless.
 */
public final class DepsTables {
    /** Name of the table file that holds the graph. */
    public static final String GRAPH =
            new RecordStream(DepsChannel.CHANNEL, DepsStream.GRAPH).name() + TableFile.SUFFIX;

    private static final String HEAD_NAME = Path.of(DepsHead.PATH).getFileName().toString();
    private static final int ALLOC = SubmitKind.ALLOC.code();

    private static final Overlap[] OVERLAPS = // by the code that two bits hold
            IntStream.range(0, 4)
                    .mapToObj(code -> Overlap.ofCode(code).orElse(Overlap.NONE))
                    .toArray(Overlap[]::new);

    private DepsTables() {}

    /** The head of a capture whose table files hold the graph. */
    public static Optional<Path> head(Path capture) {
        Path head = capture.resolve(DepsHead.PATH);
        return Files.isRegularFile(head) && Files.isRegularFile(head.resolveSibling(GRAPH))
                ? Optional.of(head)
                : Optional.empty();
    }

    /** The head of a capture of earlier versions, whose run left the graph out and kept the submits. */
    public static Optional<Path> submits(Path capture) {
        return Optional.of(capture.resolve(DepsHead.PATH)).filter(Files::isRegularFile);
    }

    /** Whether a file is the head of table files. */
    public static boolean isHead(Path file) {
        return file.endsWith(HEAD_NAME);
    }

    /** The graph as the dependency file of the same run gives it. */
    static Optional<DependencyGraph> read(Path head, Findings findings) {
        ReadContext context = new ReadContext(JsonDocument.label(head), findings);
        Optional<DepsHead> said = DepsHead.read(head);
        if (said.isEmpty() || !Files.isRegularFile(head.resolveSibling(GRAPH))) {
            context.damage("", "no dependency file: neither tasks nor edges");
            return Optional.empty();
        }
        DependencyGraphBuilder builder = new DependencyGraphBuilder();
        try (TableSet tables =
                TableSet.open(head.getParent(), DepsChannel.CHANNEL, damage -> context.damage("", damage))) {
            int graph = DepsStream.GRAPH.code();
            Submits submits = new Submits(builder);
            tables.eachInWords(graph, 0, submits::take);
            tables.eachInWords(graph, 0, (words, at) -> addEdges(builder, words, at));
            tables.eachInWords(graph, 0, (words, at) -> addAllocation(builder, words, at));
            submits.remark(said.get(), context);
        } catch (IOException unreadable) {
            context.damage("", unreadable.getMessage());
            return Optional.empty();
        }
        builder.remark(said.get().remark());
        DepsReader.say(said.get().remark(), context);
        return Optional.of(builder.build());
    }

    /**
     * The graph with arguments, tensors and regions, by a replay of the submits; empty in a program
     * that cannot replay.
     */
    static Optional<DependencyGraph> readWithDetail(Path head, Findings findings) {
        ReadContext context = new ReadContext(JsonDocument.label(head), findings);
        Optional<DepsHead> said = DepsHead.read(head);
        Optional<GraphReplay> replay = GraphReplay.find();
        if (said.isEmpty() || replay.isEmpty()) {
            return Optional.empty();
        }
        try (TableSet submits =
                TableSet.open(head.getParent(), DepsChannel.CHANNEL, damage -> context.damage("", damage))) {
            DependencyGraph graph = replay.get().read(submits, said.get());
            DepsReader.say(said.get().remark(), context);
            return Optional.of(graph);
        } catch (IOException unreadable) {
            context.damage("", unreadable.getMessage());
            return Optional.empty();
        }
    }

    /** Counts the submits of the table while their tasks are added. One use. */
    private static final class Submits {
        private final DependencyGraphBuilder builder;
        private long seen;
        private long twice;
        private long unknown;

        Submits(DependencyGraphBuilder builder) {
            this.builder = builder;
        }

        void take(long[] words, int at) {
            int kind = ReplayedSubmit.SUBMIT_KIND.of(words, at);
            if (kind == ReplayedSubmit.CONTINUED) {
                return;
            }
            seen++;
            unknown += SubmitKind.ofCode(kind).isEmpty() ? 1 : 0;
            twice += addTask(builder, words, at) ? 0 : 1;
        }

        /** A graph that is partial or untrusted says so itself. */
        void remark(DepsHead head, ReadContext context) {
            if (twice > 0) {
                context.loss("", twice + " tasks come twice");
            }
            if (unknown > 0) {
                context.loss("", unknown + " tasks are of a kind that is not known");
            }
            if (!head.partial() && head.untrusted().isEmpty() && seen < head.submits()) {
                context.loss(
                        "",
                        "%d of %d submits and allocations are missing"
                                .formatted(head.submits() - seen, head.submits()));
            }
        }
    }

    /** False for a task that was there before. */
    private static boolean addTask(DependencyGraphBuilder builder, long[] words, int at) {
        int kind = ReplayedSubmit.SUBMIT_KIND.of(words, at);
        if (kind == ALLOC) {
            return true;
        }
        int flags = ReplayedSubmit.FLAG_BITS.of(words, at);
        boolean isNew = builder.addTask(
                ReplayedSubmit.TASK_ID.of(words, at),
                (flags & SubmitHeader.MANUAL_SCOPE) != 0,
                (flags & SubmitHeader.EARLY_DISPATCH) != 0,
                Math.max(1, (int) ReplayedSubmit.BLOCKS.of(words, at)));
        if (isNew) {
            builder.kernelsOfLastTask(
                    kernel(ReplayedSubmit.AIC_KERNEL.of(words, at)),
                    kernel(ReplayedSubmit.AIV0_KERNEL.of(words, at)),
                    kernel(ReplayedSubmit.AIV1_KERNEL.of(words, at)));
            if (kind == SubmitKind.PREDICATED.code()) {
                builder.predicateOfLastTask();
            }
        }
        return isNew;
    }

    private static int kernel(int code) {
        return code == SubmitHeader.NO_KERNEL ? DependencyGraph.NO_KERNEL : code;
    }

    private static void addEdges(DependencyGraphBuilder builder, long[] words, int at) {
        int edges = Math.min(ReplayedSubmit.EDGES.of(words, at), ReplayedSubmit.MOST_EDGES);
        long consumer = ReplayedSubmit.TASK_ID.of(words, at);
        for (int edge = 0; edge < edges; edge++) {
            int argument = ReplayedSubmit.ARGUMENTS.of(words, at, edge);
            int reason = ReplayedSubmit.REASONS.of(words, at, edge);
            builder.addEdge(
                    ReplayedSubmit.PRODUCERS.of(words, at, edge),
                    consumer,
                    argument == ReplayedSubmit.NO_ARGUMENT ? DependencyEdges.NO_ARGUMENT : argument,
                    EdgeSource.ofCode(ReplayedSubmit.source(reason)));
            builder.edges().flagsOfLast(ReplayedSubmit.flags(reason));
            builder.edges().overlapOfLast(OVERLAPS[ReplayedSubmit.overlap(reason)]);
        }
    }

    /** Those that an edge names are known by then. */
    private static void addAllocation(DependencyGraphBuilder builder, long[] words, int at) {
        if (ReplayedSubmit.SUBMIT_KIND.of(words, at) == ALLOC) {
            builder.addAllocation(ReplayedSubmit.TASK_ID.of(words, at));
        }
    }
}
