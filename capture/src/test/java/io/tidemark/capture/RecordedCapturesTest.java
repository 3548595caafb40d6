package io.tidemark.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.args.ArgsHeader.Form;
import io.tidemark.capture.args.ArgsWriter;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.names.NameMapWriter;
import io.tidemark.capture.pmu.PmuWriter;
import io.tidemark.capture.scope.ScopeWriter;
import io.tidemark.capture.swimlane.SwimlaneEra;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Captures that the system of today made: every one opens, and today's are written back byte for
 * byte.
 */
class RecordedCapturesTest {
    @TempDir
    private Path directory;

    @Test
    void everyRecordedCaptureOpensWithoutLossOrDamage() throws IOException {
        List<CaptureDirectory> captures = TestCaptures.all();
        assertThat(captures).hasSize(24);
        for (CaptureDirectory found : captures) {
            StoredCapture capture = StoredCapture.open(found);
            Verdict verdict = capture.verdict();
            boolean payloadLeftOut = found.argsManifest().isPresent();
            assertThat(verdict.kind())
                    .as(found.label() + ": " + verdict.line())
                    .isEqualTo(payloadLeftOut ? Verdict.Kind.GAPS : Verdict.Kind.COMPLETE);
            assertThat(verdict.basis()).isEqualTo(Verdict.Basis.CONTENTS);
            assertThat(verdict.line()).contains("no certificate, judged from contents");
            assertThat(capture.findings().count(Finding.Severity.LOSS)).isZero();
            assertThat(capture.swimlane().isPresent())
                    .isEqualTo(found.swimlane().isPresent());
            assertThat(capture.dependenciesWithDetail().isPresent())
                    .isEqualTo(found.dependencies().isPresent());
        }
    }

    @Test
    void recordedRowsAreCountedAsTheFilesHaveThem() throws IOException {
        StoredCapture bgemm = open("2026-08-a2a3/bgemm64/TestBenchmarkBgemm_Bgemm64");
        assertThat(bgemm.swimlane().orElseThrow().aicore().size()).isEqualTo(64);
        assertThat(bgemm.swimlane().orElseThrow().schedulerPhases().size()).isEqualTo(104);
        assertThat(bgemm.dependencies().orElseThrow().edges().size()).isEqualTo(56);
        assertThat(bgemm.scopes().orElseThrow().size()).isEqualTo(18);
        assertThat(bgemm.pmu().orElseThrow().size()).isEqualTo(64);
        assertThat(bgemm.names().name(0)).contains("GEMM");
        StoredCapture old = open("2026-05-a2a3/vector_example_all/TestVectorExample_default");
        assertThat(old.swimlane().orElseThrow().era()).isEqualTo(SwimlaneEra.E);
        assertThat(old.args().orElseThrow().header().form()).isEqualTo(Form.T1);
        StoredCapture host = open("2026-08-a2a3/hbg_vector_example/TestVectorExampleHostBuildGraph_default");
        assertThat(host.hostPhases()).hasSize(1);
        assertThat(host.swimlane().orElseThrow().hostSubmits().size()).isEqualTo(4);
        assertThat(host.swimlane().orElseThrow().isHostOrchestrated()).isTrue();
    }

    @Test
    void todaysFilesAreWrittenBackByteForByte() throws IOException {
        Map<String, Integer> same = new TreeMap<>();
        for (CaptureDirectory found : TestCaptures.all()) {
            if (!found.label().startsWith("2026-08")) {
                continue;
            }
            StoredCapture capture = StoredCapture.open(found);
            Path copy = directory.resolve("copy");
            if (capture.swimlane().isPresent()) {
                SwimlaneWriter.write(copy, capture.swimlane().get());
                compare("swimlane", found.swimlane().get(), copy, same);
            }
            if (found.dependencies().isPresent()) {
                DepsWriter.write(copy, capture.dependenciesWithDetail().orElseThrow());
                compare("deps", found.dependencies().get(), copy, same);
            }
            if (capture.args().isPresent()) {
                ArgsWriter.write(copy, capture.args().get());
                compare("args", found.argsManifest().get(), copy, same);
            }
            if (capture.scopes().isPresent()) {
                ScopeWriter.write(copy, capture.scopes().get());
                compare("scopes", found.scopeStats().get(), copy, same);
            }
            if (capture.pmu().isPresent()) {
                PmuWriter.write(copy, capture.pmu().get());
                compare("pmu", found.pmu().get(), copy, same);
            }
            if (!found.nameMaps().isEmpty()) {
                NameMapWriter.write(copy, capture.names());
                compare("names", found.nameMaps().getFirst(), copy, same);
            }
        }
        assertThat(same)
                .containsOnlyKeys("args", "deps", "names", "pmu", "scopes", "swimlane")
                .containsEntry("swimlane", 18)
                .containsEntry("deps", 18);
    }

    private static void compare(String what, Path file, Path copy, Map<String, Integer> same) throws IOException {
        assertThat(Files.mismatch(file, copy)).as(what + " " + file).isEqualTo(-1L);
        same.merge(what, 1, Integer::sum);
    }

    private static StoredCapture open(String path) throws IOException {
        return StoredCapture.open(TestCaptures.root().resolve(path));
    }
}
