package io.tidemark.capture.deps;

import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.PresentFields;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.json.Words;
import java.io.IOException;

/**
 * Reads the edges of a dependency file, objects or pairs; part of {@link DepsReader}; one thread.
 */
final class EdgeReader {
    private static final Words FIELDS = Words.of(
            "pred",
            "succ",
            "arg",
            "source",
            "flags",
            "overlap",
            "tensor_id",
            "consumer_dtype",
            "consumer_shape",
            "consumer_start_offset",
            "consumer_strides",
            "producer_shape",
            "producer_start_offset",
            "producer_strides",
            "consumer_offset",
            "producer_offset",
            "producer_dtype");
    private static final Words SOURCES = Words.of("explicit", "creator", "tensormap");
    private static final Words OVERLAPS =
            Words.of(Overlap.COVERED.word(), Overlap.OTHER.word(), Overlap.NO_OVERLAP.word());
    private static final Words FLAGS = Words.of("wait", "retain");

    private final JsonScanner scanner;
    private final ReadContext context;
    private final DependencyGraphBuilder builder;
    private final DependencyDetail detail; // null when not wanted
    private final RegionReader consumer;
    private final RegionReader producer;
    private final long[] pair = new long[4];
    private long predecessor;
    private long successor;
    private int ends;
    private long argument;
    private int source;
    private int overlap;
    private int flags;
    private long tensor;

    EdgeReader(JsonScanner scanner, ReadContext context, DependencyGraphBuilder builder, DependencyDetail detail) {
        this.scanner = scanner;
        this.context = context;
        this.builder = builder;
        this.detail = detail;
        this.consumer = detail == null ? null : new RegionReader(scanner, detail.regions(), "");
        this.producer = detail == null ? null : new RegionReader(scanner, detail.regions(), "");
    }

    void readAll() throws IOException, JsonDamage {
        if (!scanner.beginArray()) {
            context.dropRow(scanner, "edges");
            return;
        }
        while (scanner.nextElement()) {
            if (scanner.nextKind() == '[') {
                readPair();
            } else {
                readEdge();
            }
        }
    }

    /** {@code [pred, succ]} of the first form. */
    private void readPair() throws IOException, JsonDamage {
        long at = scanner.position();
        int count = scanner.row(pair, 0b11);
        if (context.dropRow(scanner, "edge")) {
            return;
        }
        if (count != 2) {
            context.loss("byte " + at, "an edge of " + count + " ends skipped");
            return;
        }
        builder.addEdge(pair[0], pair[1], DependencyEdges.NO_ARGUMENT, EdgeSource.UNKNOWN);
        if (detail != null) {
            detail.addEdge(0, RegionTable.NONE, RegionTable.NONE);
        }
    }

    private void readEdge() throws IOException, JsonDamage {
        long at = scanner.position();
        ends = 0;
        argument = DependencyEdges.NO_ARGUMENT;
        source = Words.UNKNOWN;
        overlap = Words.UNKNOWN;
        flags = DependencyEdges.NO_FLAGS;
        tensor = 0;
        if (detail != null) {
            consumer.clear();
            producer.clear();
        }
        if (scanner.beginObject()) {
            int field = -1;
            while ((field = PresentFields.next(scanner, FIELDS, guessAfter(field))) != JsonScanner.END) {
                readField(field);
            }
        }
        if (context.dropRow(scanner, "edge")) {
            return;
        }
        if (ends != 3) {
            context.loss("byte " + at, "pred or succ missing; edge skipped");
            return;
        }
        addEdge();
    }

    private void addEdge() {
        EdgeSource from = source < 0 ? EdgeSource.UNKNOWN : EdgeSource.values()[source];
        builder.addEdge(predecessor, successor, (int) argument, from);
        if (flags != DependencyEdges.NO_FLAGS) {
            builder.edges().flagsOfLast(flags);
        }
        if (overlap >= 0) {
            builder.edges().overlapOfLast(Overlap.values()[overlap + 1]);
        }
        if (detail != null) {
            detail.addEdge(tensor, consumer.take(), producer.take());
        }
    }

    private int guessAfter(int field) {
        return field == 4 && source == 1 ? 6 : field + 1; // creator edges name no overlap
    }

    private void readField(int field) throws IOException, JsonDamage {
        switch (field) {
            case 0 -> {
                predecessor = scanner.unsigned();
                ends |= 1;
            }
            case 1 -> {
                successor = scanner.unsigned();
                ends |= 2;
            }
            case 2 -> argument = scanner.integer(Short.MIN_VALUE, Short.MAX_VALUE);
            case 3 -> source = scanner.word(SOURCES, 1);
            case 4 -> readFlags();
            case 5 -> overlap = scanner.word(OVERLAPS, 0);
            case Words.UNKNOWN -> {
                context.unknownKey(scanner, "an edge");
                scanner.skipValue();
            }
            default -> readDetail(field);
        }
    }

    private void readDetail(int field) throws IOException, JsonDamage {
        if (detail == null) {
            scanner.skipValue();
            return;
        }
        switch (field) {
            case 6 -> tensor = scanner.unsigned();
            case 7, 8, 9, 10 -> consumer.read(field - 7);
            case 11, 12, 13 -> producer.read(field - 10);
            case 14 -> consumer.read(4);
            case 15 -> producer.read(4);
            default -> producer.read(0);
        }
    }

    private void readFlags() throws IOException, JsonDamage {
        flags = 0;
        if (!scanner.beginArray()) {
            return;
        }
        int guess = 0;
        while (scanner.nextElement()) {
            int flag = scanner.word(FLAGS, guess++);
            if (flag >= 0) {
                flags |= flag == 0 ? EdgeFlags.WAIT : EdgeFlags.RETAIN;
            } else {
                context.noteOnce("edge flags other than wait and retain were ignored");
            }
        }
    }
}
