package io.tidemark.capture.args;

import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.args.ScalarValue.Kind;
import io.tidemark.capture.identity.TensorIdentity;
import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.json.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads the entries of a manifest; part of {@link ArgsReader}; one thread. */
final class ArgEntryReader {
    private static final int MAX_DIMENSIONS = 32;
    private static final Words FIELDS = Words.of(
            "task_id",
            "func_id",
            "arg_index",
            "role",
            "stage",
            "kind",
            "dtype",
            "value",
            "is_contiguous",
            "shape",
            "strides",
            "start_offset",
            "numel",
            "arg_index_ambiguous",
            "bin_offset",
            "bin_size",
            "truncated",
            "overwritten",
            "subtask_id",
            "raw_shape",
            "offsets",
            "digest_mismatch",
            "changed_while_copied",
            "damaged_record",
            "partial",
            "tensor_id",
            "buffer_addr",
            "version",
            "owner");
    private static final int FIRST_REMARK = 21; // those of ArgRemark, in its order
    private static final Words ROLES =
            Words.of(ArgumentRole.INPUT.word(), ArgumentRole.OUTPUT.word(), ArgumentRole.INOUT.word());
    private static final Words STAGES =
            Words.of(ArgumentStage.BEFORE_DISPATCH.word(), ArgumentStage.AFTER_COMPLETION.word());
    private static final Words KINDS = Words.of("tensor", "scalar");

    private final JsonScanner scanner;
    private final ReadContext context;
    private final long[] numbers = new long[MAX_DIMENSIONS];
    private final long[] values = new long[FIELDS.size()];
    private final boolean[] flags = new boolean[FIELDS.size()];
    private final List<List<Long>> lists = new ArrayList<>();
    private List<Integer> functions = List.of();
    private ArgumentRole role = ArgumentRole.UNKNOWN;
    private ArgumentStage stage = ArgumentStage.UNKNOWN;
    private String dataType = "";
    private ScalarValue value = ScalarValue.ABSENT;
    private boolean scalar;
    private boolean sawTask;
    private boolean sawSubtask;

    ArgEntryReader(JsonScanner scanner, ReadContext context) {
        this.scanner = scanner;
        this.context = context;
        for (int field = 0; field < FIELDS.size(); field++) {
            lists.add(List.of());
        }
    }

    /** True when any entry named a subtask, as manifests before June 2026 do. */
    boolean sawSubtask() {
        return sawSubtask;
    }

    void readAll(ArgsManifest target) throws IOException, JsonDamage {
        if (!scanner.beginArray()) {
            context.dropRow(scanner, "the list of arguments");
            return;
        }
        while (scanner.nextElement()) {
            long at = scanner.position();
            readEntry();
            if (context.dropRow(scanner, "argument")) {
                continue;
            }
            if (!sawTask) {
                context.loss("byte " + at, "no task_id; argument skipped");
                continue;
            }
            target.add(entry());
        }
    }

    private void readEntry() throws IOException, JsonDamage {
        for (int field = 0; field < FIELDS.size(); field++) {
            values[field] = 0;
            flags[field] = false;
            lists.set(field, List.of());
        }
        values[18] = -1;
        functions = List.of();
        role = ArgumentRole.UNKNOWN;
        stage = ArgumentStage.UNKNOWN;
        dataType = "UNKNOWN";
        value = ScalarValue.ABSENT;
        scalar = false;
        sawTask = false;
        if (!scanner.beginObject()) {
            return;
        }
        int field = -1;
        while ((field = scanner.nextField(FIELDS, guessAfter(field))) != JsonScanner.END) {
            readField(field);
        }
    }

    private int guessAfter(int field) {
        if (field == 6 && !scalar) {
            return 8;
        }
        if (field == 11 && !scalar) {
            return 25;
        }
        if (field == 27 || field == 28) {
            return 12;
        }
        return field == 12 ? 14 : field + 1;
    }

    private void readField(int field) throws IOException, JsonDamage {
        switch (field) {
            case 0 -> readTaskId();
            case 1 -> readFunctions();
            case 3 -> {
                role = ArgumentRole.ofCode(scanner.word(ROLES, 0));
            }
            case 4 -> {
                stage = ArgumentStage.ofCode(scanner.word(STAGES, stage.code()));
            }
            case 5 -> scalar = scanner.word(KINDS, 0) == 1;
            case 6 -> {
                String text = scanner.text();
                dataType = text.length() > 32 ? "UNKNOWN" : text.toUpperCase(Locale.ROOT);
            }
            case 7 -> value = readValue();
            case 8, 13, 16, 17, 21, 22, 23, 24 -> flags[field] = scanner.bool();
            case 9, 10, 19, 20 -> lists.set(field, readList());
            case 2, 18 -> {
                values[field] = scanner.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
                sawSubtask |= field == 18;
            }
            case 25 -> scanner.skipValue(); // follows from the address and the version
            case 26, 28 -> {
                values[field] = scanner.unsigned();
                flags[field] = true;
            }
            case 27 -> values[field] = scanner.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case 11, 12, 14, 15 -> values[field] = scanner.integer(0, Long.MAX_VALUE);
            default -> {
                context.unknownKey(scanner, "an argument");
                scanner.skipValue();
            }
        }
    }

    /** A text like {@code 0x0000000100000002}, or a plain number. */
    private void readTaskId() throws IOException, JsonDamage {
        sawTask = true;
        if (scanner.nextKind() != '"') {
            values[0] = scanner.unsigned();
            return;
        }
        String text = scanner.text();
        try {
            values[0] = text.startsWith("0x")
                    ? Long.parseUnsignedLong(text.substring(2), 16)
                    : Long.parseUnsignedLong(text);
        } catch (NumberFormatException noNumber) {
            sawTask = false;
        }
    }

    private void readFunctions() throws IOException, JsonDamage {
        if (scanner.nextKind() != '[') {
            functions = List.of((int) scanner.integer(-1, Integer.MAX_VALUE));
            return;
        }
        functions = readList().stream().map(Long::intValue).toList();
    }

    private List<Long> readList() throws IOException, JsonDamage {
        int count = scanner.row(numbers, JsonScanner.SIGNED);
        List<Long> list = new ArrayList<>(Math.max(count, 0));
        for (int at = 0; at < count; at++) {
            list.add(numbers[at]);
        }
        return list;
    }

    private ScalarValue readValue() throws IOException, JsonDamage {
        switch (scanner.nextKind()) {
            case 'n' -> {
                scanner.skipValue();
                return new ScalarValue(Kind.NOT_A_NUMBER, 0);
            }
            case 't', 'f' -> {
                return new ScalarValue(Kind.BOOL, scanner.bool() ? 1 : 0);
            }
            case '"' -> {
                String text = scanner.text();
                return switch (text) {
                    case "$Inf" -> new ScalarValue(Kind.POSITIVE_INFINITY, 0);
                    case "-$Inf" -> new ScalarValue(Kind.NEGATIVE_INFINITY, 0);
                    default -> {
                        context.noteOnce("scalar values that are texts were ignored");
                        yield ScalarValue.ABSENT;
                    }
                };
            }
            default -> {
                return readNumber();
            }
        }
    }

    private ScalarValue readNumber() throws IOException, JsonDamage {
        if (scanner.nextIsFraction()) {
            return new ScalarValue(Kind.REAL, Double.doubleToRawLongBits(scanner.real()));
        }
        boolean negative = scanner.nextKind() == '-';
        long bits = scanner.unsigned();
        return new ScalarValue(bits < 0 && !negative ? Kind.UNSIGNED : Kind.SIGNED, bits);
    }

    private ArgEntry entry() {
        return new ArgEntry(
                values[0],
                (int) values[18],
                functions,
                (int) values[2],
                role,
                stage,
                scalar,
                dataType,
                value,
                flags[8],
                lists.get(9),
                lists.get(10),
                lists.get(19),
                lists.get(20),
                values[11],
                tensor(),
                values[12],
                flags[13],
                values[14],
                values[15],
                flags[16],
                flags[17],
                remarks());
    }

    private TensorIdentity tensor() {
        return flags[26]
                ? new TensorIdentity(values[26], flags[28] ? values[28] : TensorIdentity.NO_OWNER, (int) values[27])
                : TensorIdentity.UNKNOWN;
    }

    private Set<ArgRemark> remarks() {
        Set<ArgRemark> found = Set.of();
        for (ArgRemark remark : ArgRemark.values()) {
            if (flags[FIRST_REMARK + remark.ordinal()]) {
                found = found.isEmpty() ? EnumSet.of(remark) : found;
                found.add(remark);
            }
        }
        return found;
    }
}
