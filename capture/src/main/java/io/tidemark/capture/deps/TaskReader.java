package io.tidemark.capture.deps;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.identity.TensorIdentity;
import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.PresentFields;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.json.Words;
import java.io.IOException;

/** Reads the tasks of a dependency file; part of {@link DepsReader}; one thread. */
final class TaskReader {
    private static final Words FIELDS =
            Words.of("task_id", "scope", "early_dispatch", "kernel_ids", "block_num", "args", "predicated");
    private static final Words SCOPES = Words.of("auto", "manual");
    private static final Words ARG_FIELDS = Words.of("idx", "type", "tensor_id", "owner");
    private static final Words ARG_TYPES = Words.of("INPUT", "OUTPUT", "INOUT", "OUTPUT_EXISTING", "UNKNOWN");

    private final JsonScanner scanner;
    private final ReadContext context;
    private final DependencyGraphBuilder builder;
    private final DependencyDetail detail; // null when not wanted
    private final RegionReader regions;
    private final PendingArguments pending = new PendingArguments();
    private final long[] kernels = new long[4];

    TaskReader(JsonScanner scanner, ReadContext context, DependencyGraphBuilder builder, DependencyDetail detail) {
        this.scanner = scanner;
        this.context = context;
        this.builder = builder;
        this.detail = detail;
        this.regions = detail == null ? null : new RegionReader(scanner, detail.regions(), "");
    }

    void readAll() throws IOException, JsonDamage {
        if (!scanner.beginArray()) {
            context.dropRow(scanner, "tasks");
            return;
        }
        while (scanner.nextElement()) {
            readTask();
        }
    }

    private void readTask() throws IOException, JsonDamage {
        long at = scanner.position();
        long taskId = 0;
        boolean hasId = false;
        boolean manual = false;
        boolean early = false;
        boolean predicated = false;
        int kernelCount = 0;
        long blocks = 1;
        pending.clear();
        if (scanner.beginObject()) {
            int field = -1;
            while ((field = PresentFields.next(scanner, FIELDS, field + 1)) != JsonScanner.END) {
                switch (field) {
                    case 0 -> {
                        taskId = scanner.unsigned();
                        hasId = true;
                    }
                    case 1 -> manual = scanner.word(SCOPES, 0) == 1;
                    case 2 -> early = scanner.bool();
                    case 3 -> kernelCount = scanner.row(kernels, JsonScanner.SIGNED);
                    case 4 -> blocks = scanner.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
                    case 5 -> readArguments();
                    case 6 -> predicated = scanner.bool();
                    default -> {
                        context.unknownKey(scanner, "a task");
                        scanner.skipValue();
                    }
                }
            }
        }
        if (context.dropRow(scanner, "task")) {
            return;
        }
        if (!hasId) {
            context.loss("byte " + at, "no task_id; task skipped");
            return;
        }
        if (add(at, taskId, manual, early, kernelCount, (int) blocks) && predicated) {
            builder.predicateOfLastTask();
        }
    }

    private boolean add(long at, long taskId, boolean manual, boolean early, int kernelCount, int blocks) {
        if (!builder.addTask(taskId, manual, early, Math.max(1, blocks))) {
            context.loss("byte " + at, "task " + Long.toUnsignedString(taskId) + " comes twice");
            return false;
        }
        if (kernelCount == 3) {
            builder.kernelsOfLastTask(kernel(0), kernel(1), kernel(2));
        } else if (kernelCount != 0) {
            context.noteOnce("kernel_ids that are no list of three were ignored");
        }
        if (detail != null) {
            detail.beginTask();
            pending.moveTo(detail);
        }
        return true;
    }

    private int kernel(int slot) {
        long kernel = kernels[slot];
        return kernel < 0 || kernel > Integer.MAX_VALUE ? DependencyGraph.NO_KERNEL : (int) kernel;
    }

    private void readArguments() throws IOException, JsonDamage {
        if (detail == null) {
            scanner.skipValue();
            return;
        }
        if (!scanner.beginArray()) {
            return;
        }
        while (scanner.nextElement()) {
            readArgument();
        }
    }

    private void readArgument() throws IOException, JsonDamage {
        if (!scanner.beginObject()) {
            return;
        }
        int index = 0;
        ArgType type = ArgType.UNKNOWN;
        long tensor = 0;
        long owner = TensorIdentity.NO_OWNER;
        regions.clear();
        int field = -1;
        while ((field = regions.nextField(ARG_FIELDS, field)) != JsonScanner.END) {
            switch (field) {
                case 0 -> index = (int) scanner.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
                case 1 -> {
                    int word = scanner.word(ARG_TYPES, 0);
                    type = word < 0 ? ArgType.UNKNOWN : ArgType.ofWord(ARG_TYPES.text(word));
                }
                case 2 -> tensor = scanner.unsigned();
                case 3 -> owner = scanner.unsigned();
                default -> {
                    context.unknownKey(scanner, "an argument");
                    scanner.skipValue();
                }
            }
        }
        pending.add(index, type, tensor, owner, regions.take());
    }

    /**
     * Arguments of a task that is not yet known to be good; part of {@link TaskReader}. One thread.
     */
    private static final class PendingArguments {
        private final IntColumn index = new IntColumn();
        private final IntColumn type = new IntColumn();
        private final LongColumn tensor = new LongColumn();
        private final LongColumn owner = new LongColumn();
        private final IntColumn region = new IntColumn();

        void clear() {
            index.truncate(0);
            type.truncate(0);
            tensor.truncate(0);
            owner.truncate(0);
            region.truncate(0);
        }

        void add(int argument, ArgType argumentType, long tensorId, long ownerId, int regionNumber) {
            index.add(argument);
            type.add(argumentType.ordinal());
            tensor.add(tensorId);
            owner.add(ownerId);
            region.add(regionNumber);
        }

        void moveTo(DependencyDetail detail) {
            for (int at = 0; at < index.size(); at++) {
                detail.addArgument(
                        index.get(at), ArgType.values()[type.get(at)], tensor.get(at), owner.get(at), region.get(at));
            }
            clear();
        }
    }
}
