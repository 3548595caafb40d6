package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.cli.KillPlan.Victim;
import io.tidemark.cli.WitnessedRun.Kill;
import io.tidemark.recording.device.DeviceExchange;
import io.tidemark.testkit.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs as processes of their own that are killed at a random moment, and what {@code recover} makes
 * of them. What must be there is known from the witness file, which the recorder has no part in.
 * {@code checks/kill-loop} does it hundreds of times: {@code -Dtidemark.kills=N} so many, {@code
 * -Dtidemark.seed=N} from that seed on, {@code -Dtidemark.victim=NAME} only those, {@code
 * -Dtidemark.tally=FILE} counts there.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class KilledRunTest {
    private static final int KILLS = Integer.getInteger("tidemark.kills", 3);
    private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime() & 0xFFFF_FFFFL);
    private static final String ONLY = System.getProperty("tidemark.victim", "");
    private static final String TALLY = System.getProperty("tidemark.tally", "");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private long kernelsWitnessed;

    /**
     * A run that ends before it is killed does not count as a kill: another one takes its place.
     */
    @ParameterizedTest
    @EnumSource(Victim.class)
    void nothingCommittedIsMissingTwiceOrInvented(Victim victim) throws Exception {
        assumeTrue(ONLY.isEmpty() || ONLY.equals(victim.word()));
        Map<Kill, Integer> results = new EnumMap<>(Kill.class);
        int kills = 0;
        try {
            for (long seed = SEED; kills < KILLS; seed++) {
                Kill result = kill(KillPlan.draw(victim, seed));
                results.merge(result, 1, Integer::sum);
                kills += result == Kill.ENDED_BEFORE ? 0 : 1;
                assertThat(seed - SEED).as("tries for %d kills", kills).isLessThan(3L * KILLS + 20);
                FileTree.clear(directory); // also a region that nobody knows of any more
            }
        } finally {
            tally(victim, kills, results);
        }
        if (KILLS > 1) { // one alone may come before the first kernel
            assertThat(results).as("seed %d", SEED).containsKey(Kill.KEPT);
            assertThat(kernelsWitnessed).as("seed %d", SEED).isPositive();
        }
    }

    private Kill kill(KillPlan plan) throws Exception {
        String what = "%s in %s".formatted(plan, directory);
        System.out.println(what);
        WitnessedRun run =
                WitnessedRun.start(what, directory, 0, plan.arguments().toArray(String[]::new));
        Path sign = plan.victim() == Victim.DEVICE
                ? run.capture().resolve(DeviceExchange.DIRECTORY).resolve("outputs.bytes")
                : run.capture().resolve("spool").resolve("region.path");
        Process process = run.process();
        while (!plan.early() && process.isAlive() && !Files.exists(sign)) {
            process.waitFor(1, TimeUnit.MILLISECONDS);
        }
        while (process.isAlive() && run.kernelsRun() < plan.kernels()) {
            process.waitFor(1, TimeUnit.MILLISECONDS);
        }
        process.waitFor(plan.delayMillis(), TimeUnit.MILLISECONDS);
        Kill result = plan.victim() == Victim.DEVICE ? run.killDevice() : run.killAndRecover();
        kernelsWitnessed += run.kernelsRun();
        return result;
    }

    private void tally(Victim victim, int kills, Map<Kill, Integer> results) throws IOException {
        String line = String.format(
                Locale.ROOT,
                "%-7s %d killed: %d captures kept, with %,d kernel runs; %d before anything was recorded; %d more had ended before",
                victim.word(),
                kills,
                results.getOrDefault(Kill.KEPT, 0),
                kernelsWitnessed,
                results.getOrDefault(Kill.TOO_EARLY, 0),
                results.getOrDefault(Kill.ENDED_BEFORE, 0));
        System.out.println(line);
        if (!TALLY.isEmpty()) {
            Files.writeString(Path.of(TALLY), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}
