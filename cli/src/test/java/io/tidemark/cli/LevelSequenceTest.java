package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.scope.ScopeReader;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.AicpuRows;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Levels 4, 0, 1, 4 one after the other in this process, against the same in four processes that
 * have no past. What they write must be equal in everything that is neither a moment nor a matter
 * of who came first: files, keys, rows of each kind, tasks, tokens, books.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LevelSequenceTest {
    private static final int[] LEVELS = {4, 0, 1, 4};
    private static final Pattern KEY = Pattern.compile("\"(\\w+)\" ?:");
    private static final Pattern MEASURED = Pattern.compile(
            "\"(makespan_us|tasks_per_second|wall_time_us|wall_times_us|load|cpu_percent|words|capture)\":"
                    + "(\\[[^\\]]*\\]|\"[^\"]*\"|[-0-9.E]+)");

    @TempDir
    Path directory;

    @Test
    void aRunLooksTheSameWhateverItsProcessRanBefore() throws Exception {
        for (int i = 0; i < LEVELS.length; i++) {
            Path used = directory.resolve("used-" + i);
            Path fresh = directory.resolve("fresh-" + i);
            Command run = Command.run(arguments(LEVELS[i], used));
            assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
            ChildRun child = ChildRun.of(directory.resolve("log"), arguments(LEVELS[i], fresh));
            assertThat(child.exitCode()).as(child.output()).isZero();
            List<String> shape = shape(used, LEVELS[i]);
            assertThat(shape).hasSizeGreaterThan(LEVELS[i] == 0 ? 3 : 10);
            assertThat(shape).as("run %d, level %d", i, LEVELS[i]).containsExactlyElementsOf(shape(fresh, LEVELS[i]));
        }
    }

    private static String[] arguments(int level, Path capture) {
        return new String[] {
            "run", "vector", "--chip-swimlane=" + level, "--dep-gen", "--scope-stats", "--capture=" + capture
        };
    }

    private static List<String> shape(Path capture, int level) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> tree = Files.walk(capture)) {
            tree.map(file -> "file " + capture.relativize(file)).sorted().forEach(lines::add);
        }
        for (String exact : List.of("deps.json", "name_map_vector_constant.json")) {
            lines.add(Files.readString(capture.resolve(exact)));
        }
        String run = Files.readString(capture.resolve("run.json"));
        lines.add(MEASURED.matcher(run).replaceAll("\"$1\":"));
        scopes(capture.resolve("scope_stats/scope_stats.jsonl"), lines);
        certificate(capture.resolve("certificate.json"), lines);
        Path records = capture.resolve("chip_swimlane_records.json");
        assertThat(Files.exists(records)).isEqualTo(level > 0);
        if (level > 0) {
            swimlane(records, lines);
        }
        return lines;
    }

    private static void scopes(Path file, List<String> lines) {
        ScopeTable table = ScopeReader.read(file, new Findings()).orElseThrow();
        for (int row = 0; row < table.size(); row++) {
            lines.add("scope %s %s depth %d ring %d"
                    .formatted(
                            table.site(row),
                            table.isBegin(row),
                            table.depth(row),
                            table.sample(row).ring()));
        }
    }

    /** Books without the scheduler's phases, of which there are as many as it took turns. */
    private static void certificate(Path file, List<String> lines) throws IOException {
        lines.add("certificate " + keys(file));
        Certificate certificate = CertificateReader.read(file, new Findings()).orElseThrow();
        lines.add(certificate.verdict().line() + certificate.ending() + certificate.clocks());
        lines.add(certificate.origin().level() + " " + certificate.origin().flags());
        for (ChannelLedger ledger : certificate.channels()) {
            boolean isOfPhases = ledger.stream().equals("aicpu_sched_phase");
            lines.add("%s.%s records %s missing %d"
                    .formatted(
                            ledger.channel(),
                            ledger.stream(),
                            isOfPhases ? "some" : reserved(ledger),
                            ledger.missing()));
        }
    }

    private static long reserved(ChannelLedger ledger) {
        return ledger.present() + ledger.missing();
    }

    private static void swimlane(Path file, List<String> lines) throws IOException {
        SwimlaneTable table = SwimlaneReader.read(file, new Findings()).orElseThrow();
        lines.add("records " + keys(file) + " level " + table.level());
        AicoreRows aicore = table.aicore();
        TreeSet<Long> tasks = new TreeSet<>();
        Map<Integer, Integer> lastToken = new TreeMap<>();
        for (int row = 0; row < aicore.size(); row++) {
            tasks.add(aicore.taskId(row));
            int before = lastToken.getOrDefault(aicore.core(row), 0);
            assertThat(aicore.registerTaskId(row)).as("tokens start anew").isEqualTo(before + 1);
            lastToken.put(aicore.core(row), before + 1);
        }
        lines.add("aicore " + aicore.size() + " rows, tasks " + tasks);
        AicpuRows aicpu = table.aicpu();
        lines.add("aicpu " + aicpu.size() + " rows");
        SubmitPhases submits = table.orchestratorSubmits();
        for (int row = 0; row < submits.size(); row++) {
            lines.add("submit " + submits.submitIndex(row) + " task " + submits.taskId(row));
        }
        SchedulerPhases phases = table.schedulerPhases();
        Map<String, Integer> work = new TreeMap<>();
        for (int row = 0; row < phases.size(); row++) {
            work.merge(phases.kindName(row), phases.tasksProcessed(row), Integer::sum);
        }
        work.remove("release"); // done in idle turns, or at the end without a record
        lines.add("phases in " + phases.laneCount() + " lanes did " + work);
    }

    private static TreeSet<String> keys(Path file) throws IOException {
        TreeSet<String> keys = new TreeSet<>();
        KEY.matcher(Files.readString(file))
                .results()
                .map((MatchResult match) -> match.group(1))
                .forEach(keys::add);
        return keys;
    }
}
