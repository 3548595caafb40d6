package io.tidemark.capture.args;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.TestCaptures;
import io.tidemark.capture.args.ArgsHeader.Form;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.identity.TensorIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgsReaderTest {
    private static final String REST =
            "\"numel\": 32, \"bin_offset\": 64, \"bin_size\": 128, \"truncated\": true, \"overwritten\": false}";
    private static final String HEAD = "\"role\": \"inout\", \"stage\": \"after_completion\", ";

    @TempDir
    private Path directory;

    private final Findings findings = new Findings();

    @Test
    void theTensorOfAnEntryIsReadAndWrittenAgain() throws IOException {
        Path file = directory.resolve("own.json");
        TensorIdentity owned = new TensorIdentity(4831838208L, (1L << 33) + 1, 7);
        TensorIdentity external = new TensorIdentity(4096, TensorIdentity.NO_OWNER, 0);
        String start = "{\"task_id\": \"0x1\", \"func_id\": [5], \"arg_index\": 3, "
                + HEAD
                + "\"kind\": \"tensor\", \"dtype\": \"FLOAT32\", \"is_contiguous\": true,"
                + " \"shape\": [32], \"strides\": [1], \"start_offset\": 0, ";
        String id = "\"tensor_id\": \"" + Long.toUnsignedString(owned.id());
        Files.writeString(
                file,
                "{\"args\": ["
                        + start
                        + id
                        + "\", \"buffer_addr\": \"4831838208\", \"version\": 7, \"owner\": \"8589934593\", "
                        + REST
                        + ","
                        + start
                        + "\"tensor_id\": \"1\", \"buffer_addr\": \"4096\", \"version\": 0, "
                        + REST
                        + ","
                        + start
                        + REST
                        + "]}");
        ArgsManifest manifest = ArgsReader.read(file, findings).orElseThrow();
        assertThat(findings.kept()).isEmpty();
        assertThat(manifest.tensor(0)).isEqualTo(owned);
        assertThat(manifest.tensor(1)).isEqualTo(external);
        assertThat(manifest.tensor(2)).isEqualTo(TensorIdentity.UNKNOWN);
        assertThat(manifest.elements(0)).isEqualTo(32);
        Path again = directory.resolve("again.json");
        ArgsWriter.write(again, manifest);
        assertThat(Files.readString(again)).contains(id).containsOnlyOnce("\"owner\"");
        ArgsManifest second = ArgsReader.read(again, findings).orElseThrow();
        for (int row = 0; row < 3; row++) {
            assertThat(second.entry(row)).isEqualTo(manifest.entry(row));
        }
    }

    @Test
    void everyManifestGivesTheSameEntry() throws IOException {
        String old = "{\"task_id\": \"0x0000000100000002\", \"subtask_id\": 1, \"func_id\": 5, "
                + HEAD
                + "\"arg_index\": 3, \"dtype\": \"FLOAT32\", \"is_contiguous\": true, \"shape\": [4, 8], ";
        check(
                Form.T0,
                "{\"timestamp\": \"20260415_101010\", \"total_tensors\": 1, \"tensors\": ["
                        + old
                        + "\"raw_shape\": [4, 8], \"offsets\": [0, 0], "
                        + REST
                        + "]}",
                List.of(5));
        check(
                Form.T1,
                "{\"run_dir\": \"tensor_dump\", \"total_tensors\": 1, \"tensors\": ["
                        + old
                        + "\"strides\": [8, 1], \"start_offset\": 0, "
                        + REST
                        + "]}",
                List.of(5));
        String entry = HEAD
                + "\"kind\": \"tensor\", \"dtype\": \"float32\", \"is_contiguous\": true, "
                + "\"shape\": [4, 8], \"strides\": [8, 1], \"start_offset\": 0, "
                + REST;
        String id = "{\"task_id\": \"0x0000000100000002\", ";
        check(Form.T2, "{\"total_tensors\": 1, \"tensors\": [" + id + "\"arg_index\": 3, " + entry + "]}", List.of());
        check(
                Form.T3,
                "{\"total_args\": 1, \"args\": [" + id + "\"func_id\": 5, \"arg_index\": 3, " + entry + "]}",
                List.of(5));
        check(
                Form.T3,
                "{\"total_args\": 1, \"args\": ["
                        + id
                        + "\"func_id\": [5, -1], \"arg_index\": 3, \"arg_index_ambiguous\": true, "
                        + entry
                        + "], \"bin_file\": null}",
                List.of(5, -1));
        assertThat(findings.isEmpty()).as(findings.kept().toString()).isTrue();
    }

    private void check(Form form, String text, List<Integer> functions) throws IOException {
        ArgsManifest manifest = read(text);
        assertThat(manifest.header().form()).isEqualTo(form);
        assertThat(manifest.header().total()).isEqualTo(1);
        assertThat(manifest.size()).isEqualTo(1);
        assertThat(manifest.taskId(0)).isEqualTo(0x1_0000_0002L);
        assertThat(manifest.functionIds(0)).isEqualTo(functions);
        assertThat(manifest.argIndex(0)).isEqualTo(3);
        assertThat(manifest.role(0)).isEqualTo(ArgumentRole.INOUT);
        assertThat(manifest.stage(0)).isEqualTo(ArgumentStage.AFTER_COMPLETION);
        assertThat(manifest.dataType(0)).isEqualTo("FLOAT32");
        assertThat(manifest.shape(0)).containsExactly(4L, 8L);
        assertThat(manifest.payloadOffset(0)).isEqualTo(64);
        assertThat(manifest.payloadBytes(0)).isEqualTo(128);
        assertThat(manifest.isTruncated(0)).isTrue();
        assertThat(manifest.isOverwritten(0)).isFalse();
    }

    @Test
    void scalarsOfEveryTypeAreReadAndWrittenAlike() throws IOException {
        List<String> values = List.of(
                "7",
                "-3",
                "18446744073709551615",
                "2.352",
                "1e+20",
                "-0.0",
                "1.5e-05",
                "true",
                "false",
                "null",
                "\"$Inf\"",
                "\"-$Inf\"",
                "100000.0");
        StringBuilder text = new StringBuilder("{\"args\": [");
        for (String value : values) {
            text.append("{\"task_id\": \"0x1\", \"kind\": \"scalar\", \"value\": ");
            text.append(value).append("},");
        }
        text.setCharAt(text.length() - 1, ']');
        ArgsManifest manifest = read(text.append('}').toString());
        for (int row = 0; row < values.size(); row++) {
            assertThat(manifest.isScalar(row)).isTrue();
            assertThat(ScalarText.of(manifest.value(row))).isEqualTo(values.get(row));
        }
    }

    @Test
    void rawBitsAreShownByTheirType() {
        assertThat(show("FLOAT32", Float.floatToRawIntBits(2.352f))).isEqualTo("2.352");
        assertThat(show("FLOAT32", Float.floatToRawIntBits(3f))).isEqualTo("3.0");
        assertThat(show("FLOAT32", Float.floatToRawIntBits(1e6f))).isEqualTo("1e+06");
        assertThat(show("FLOAT32", Float.floatToRawIntBits(1234567f))).isEqualTo("1.23457e+06");
        assertThat(show("FLOAT32", Float.floatToRawIntBits(0.0001f))).isEqualTo("0.0001");
        assertThat(show("FLOAT32", Float.floatToRawIntBits(Float.NaN))).isEqualTo("null");
        assertThat(show("FLOAT32", Float.floatToRawIntBits(Float.NEGATIVE_INFINITY)))
                .isEqualTo("\"-$Inf\"");
        assertThat(show("INT32", 0xFFFF_FFFFL)).isEqualTo("-1");
        assertThat(show("UINT32", -1L)).isEqualTo("4294967295");
        assertThat(show("BOOL", 2)).isEqualTo("true");
        assertThat(show("INT64", -1L)).isEqualTo("-1");
        assertThat(show("INT8", 255)).isEqualTo("255");
        assertThat(show("UINT64", -1L)).isEqualTo("18446744073709551615");
    }

    private static String show(String type, long raw) {
        return ScalarText.of(ScalarText.ofRaw(type, raw));
    }

    @Test
    void badEntriesAreSkippedAndSaid() throws IOException {
        ArgsManifest manifest = read("{\"args\": [{\"arg_index\": 1}, 5, {\"task_id\": \"zz\"},"
                + " {\"task_id\": \"0x2\", \"bin_size\": -4}, {\"task_id\": \"0x3\"}]}");
        assertThat(manifest.size()).isEqualTo(1);
        assertThat(manifest.taskId(0)).isEqualTo(3);
        assertThat(findings.count(Finding.Severity.LOSS)).isEqualTo(4);
    }

    private ArgsManifest read(String text) throws IOException {
        Path file = TestCaptures.file(directory, "args_dump/args_dump.json", text);
        return ArgsReader.read(file, findings).orElseThrow();
    }
}
