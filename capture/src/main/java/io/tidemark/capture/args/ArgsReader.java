package io.tidemark.capture.args;

import io.tidemark.capture.args.ArgsHeader.Form;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.json.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads the manifest of an argument dump in every form it had. One use, one thread. Bad entries are
 * skipped and become findings; a cut file gives what stood before the cut.
 */
public final class ArgsReader {
    private static final Words TOP = Words.of(
            "run_dir",
            "bin_format",
            "dump_args_level",
            "total_args",
            "before_dispatch",
            "after_completion",
            "input_args",
            "output_args",
            "inout_args",
            "truncated_args",
            "dropped_records",
            "dropped_overwrite",
            "bin_file",
            "args",
            "total_tensors",
            "input_tensors",
            "output_tensors",
            "inout_tensors",
            "truncated_tensors",
            "tensors",
            "timestamp",
            "digest_mismatch_args",
            "changed_while_copied_args",
            "damaged_record_args",
            "partial_args");
    private static final int UNSAID = -1;

    private final ReadContext context;
    private final ArgsManifest manifest = new ArgsManifest(null);
    private final long[] counters = new long[TOP.size()];
    private String runDirectory = "";
    private String payloadFile;
    private boolean sawArgs;
    private boolean sawTensors;
    private boolean dated;
    private ArgEntryReader entries;

    private ArgsReader(ReadContext context) {
        this.context = context;
        Arrays.fill(counters, UNSAID);
    }

    /** The manifest; empty, with a finding, when the file is none. */
    public static Optional<ArgsManifest> read(Path file, Findings findings) {
        if (file.endsWith(ArgsHead.NAME)) {
            return ArgsTables.read(file, findings);
        }
        ArgsReader reader = new ArgsReader(new ReadContext(JsonDocument.label(file), findings));
        JsonDocument.read(file, findings, reader::readTop);
        if (!reader.sawArgs && !reader.sawTensors) {
            reader.context.damage("", "no argument manifest: neither args nor tensors");
            return Optional.empty();
        }
        reader.manifest.setHeader(reader.header());
        return Optional.of(reader.manifest);
    }

    private void readTop(JsonScanner scanner) throws IOException, JsonDamage {
        if (!scanner.beginObject()) {
            context.damage("byte 0", scanner.takeProblem());
            return;
        }
        entries = new ArgEntryReader(scanner, context);
        int field = -1;
        while ((field = scanner.nextField(TOP, field + 1)) != JsonScanner.END) {
            switch (field == Words.UNKNOWN ? "" : TOP.text(field)) {
                case "" -> {
                    context.unknownKey(scanner, "the document");
                    scanner.skipValue();
                }
                case "run_dir" -> runDirectory = scanner.text();
                case "bin_format" -> scanner.skipValue();
                case "bin_file" -> payloadFile = scanner.isNull() ? null : scanner.text();
                case "args" -> {
                    sawArgs = true;
                    entries.readAll(manifest);
                }
                case "tensors" -> {
                    sawTensors = true;
                    entries.readAll(manifest);
                }
                case "timestamp" -> {
                    dated = true;
                    scanner.skipValue();
                }
                default -> counters[field] = scanner.integer();
            }
            context.dropRow(scanner, "the value");
        }
    }

    private ArgsHeader header() {
        return new ArgsHeader(
                form(),
                runDirectory,
                (int) counters[2],
                either(3, 14),
                counters[4],
                counters[5],
                either(6, 15),
                either(7, 16),
                either(8, 17),
                either(9, 18),
                counters[10],
                counters[11],
                payloadFile);
    }

    private Form form() {
        if (sawArgs) {
            return Form.T3;
        }
        if (dated) {
            return Form.T0;
        }
        return entries.sawSubtask() ? Form.T1 : Form.T2;
    }

    private long either(int now, int then) {
        return counters[now] != UNSAID ? counters[now] : counters[then];
    }
}
