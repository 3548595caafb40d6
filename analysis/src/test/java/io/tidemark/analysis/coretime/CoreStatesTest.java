package io.tidemark.analysis.coretime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Generated;
import io.tidemark.analysis.OracleCase;
import io.tidemark.analysis.overhead.Overhead;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pieces of core time on every known capture and on generated ones. */
class CoreStatesTest {
    @TempDir
    Path directory;

    private record Piece(CorePart part, long begin, long end, int run) {}

    static Stream<OracleCase> captures() {
        return OracleCase.all().filter(oracle -> oracle.swimlane().isPresent());
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    @ParameterizedTest
    @MethodSource("captures")
    void piecesOfKnownRunsAreTheCoreTimeOfOverhead(OracleCase oracle) {
        check(oracle.model(), oracle.name().hashCode());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void piecesOfGeneratedRunsAreTheCoreTimeOfOverhead(long seed) {
        int tasks = 1 + new Random(seed).nextInt(600);
        check(Generated.capture(directory, tasks, seed).model(), seed);
    }

    /** Idle time in which the recorder held the device back is the recorder's, and only that. */
    @Test
    void aFreezeTakesTheIdleTimeItCovers() {
        CaptureModel model = OracleCase.of("small-l4").model();
        Makespan span = Makespan.of(model.runs());
        long base = model.axis().baseTick();
        double perTick = model.axis().microsPerTick() * 1000;
        long begin = base + (long) ((span.beginNanos() + span.nanos() / 4) / perTick);
        long end = base + (long) ((span.beginNanos() + span.nanos() / 2) / perTick);
        Certificate certificate = new Certificate(
                new Certificate.Origin("1", "a2a3", "x", "case", "host", 4, 0, ""),
                Certificate.Ending.OK,
                List.of(),
                List.of(),
                List.of(new Certificate.Freeze("swimlane", -1, begin, end, "host behind")),
                List.of(),
                List.of(),
                Verdict.complete(Verdict.Basis.CONTENTS),
                Optional.empty());
        long from = model.axis().nanos(begin);
        long to = model.axis().nanos(end);
        CoreStates plain = CoreStates.of(model, Optional.empty());
        CoreStates frozen = CoreStates.of(model, Optional.of(certificate));
        long taken = 0;
        for (int core = 0; core < plain.cores(); core++) {
            long held = 0;
            long idle = 0;
            for (Piece piece : pieces(plain, core, from, to)) {
                long inside = Math.min(to, piece.end()) - Math.max(from, piece.begin());
                idle += piece.part() == CorePart.COMPUTE ? 0 : inside;
            }
            for (Piece piece : pieces(frozen, core, Long.MIN_VALUE, Long.MAX_VALUE)) {
                boolean isFrozen = piece.part() == CorePart.FREEZE;
                held += isFrozen ? piece.end() - piece.begin() : 0;
                boolean isInside = piece.begin() >= from && piece.end() <= to;
                assertThat(!isFrozen || isInside).as("%s", piece).isTrue();
            }
            assertThat(held).as("core %d", core).isEqualTo(idle);
            taken += idle;
        }
        assertThat(taken).isPositive();
        assertThat(CoreTimes.of(model, Optional.of(certificate)).nanos(CorePart.FREEZE))
                .isPositive();
    }

    private static void check(CaptureModel model, long seed) {
        CoreStates states = CoreStates.of(model, Optional.empty());
        CoreTimes times = Overhead.of("seed " + seed, model).times().orElseThrow();
        Random random = new Random(seed);
        for (CoreTime core : times.cores()) {
            List<Piece> all = pieces(states, core.core(), Long.MIN_VALUE, Long.MAX_VALUE);
            long[] sums = new long[CorePart.values().length];
            long at = states.makespan().beginNanos();
            for (Piece piece : all) {
                assertThat(piece.begin()).as("seed %d, %s", seed, piece).isEqualTo(at);
                assertThat(piece.end()).as("seed %d, %s", seed, piece).isGreaterThan(at);
                sums[piece.part().ordinal()] += piece.end() - piece.begin();
                checkCulprit(model, states, piece);
                at = piece.end();
            }
            assertThat(at).isEqualTo(states.makespan().endNanos());
            assertThat(sums).as("seed %d, core %d", seed, core.core()).isEqualTo(core.partNanos());
            for (int window = 0; window < 8; window++) {
                long one = moment(states.makespan(), random);
                long other = moment(states.makespan(), random);
                long from = Math.min(one, other);
                long to = Math.max(one, other);
                assertThat(pieces(states, core.core(), from, to))
                        .as("seed %d, core %d, %d to %d", seed, core.core(), from, to)
                        .isEqualTo(all.stream()
                                .filter(piece -> piece.end() > from && piece.begin() < to)
                                .toList());
            }
        }
    }

    /** A wait for a dependency ends when the producer that is to blame ends. */
    private static void checkCulprit(CaptureModel model, CoreStates states, Piece piece) {
        KernelRuns runs = model.runs();
        if (piece.part() == CorePart.DEPENDENCY) {
            int producer = states.producer(piece.run());
            assertThat(runs.end(producer)).isGreaterThanOrEqualTo(piece.end());
            assertThat(runs.end(producer))
                    .isEqualTo(model.readiness().dataReady(model.tasks().ofRun(piece.run())));
        }
        if (piece.part() == CorePart.SLOT) {
            int partner = states.partner(piece.run());
            assertThat(runs.end(partner)).isGreaterThanOrEqualTo(piece.end());
        }
        if (piece.part() == CorePart.SUBMIT) {
            int row = states.submitRow(piece.run());
            assertThat(model.table().orchestratorSubmits().size()
                            + model.table().hostSubmits().size())
                    .isGreaterThan(row);
            assertThat(row).isNotNegative();
        }
        assertThat(piece.run() == CoreStates.NO_RUN).isEqualTo(piece.part() == CorePart.NO_WORK);
    }

    private static List<Piece> pieces(CoreStates states, int core, long from, long to) {
        List<Piece> found = new ArrayList<>();
        states.visit(core, from, to, (part, begin, end, run) -> found.add(new Piece(part, begin, end, run)));
        return found;
    }

    private static long moment(Makespan makespan, Random random) {
        return makespan.beginNanos() - 10 + random.nextLong(makespan.nanos() + 20);
    }
}
