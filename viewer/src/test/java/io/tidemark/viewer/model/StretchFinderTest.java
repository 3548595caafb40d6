package io.tidemark.viewer.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.LaneBuilder;
import io.tidemark.viewer.timeline.LaneKind;
import io.tidemark.viewer.timeline.Stretch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StretchFinderTest {
    @TempDir
    static Path directory;

    private static TimeAxis axis;
    private static List<Lane> lanes;

    @BeforeAll
    static void read() throws IOException {
        GeneratedCapture.in(directory, GeneratorOptions.of(50, 1));
        axis = GeneratedCapture.view(directory).axis().orElseThrow();
        lanes = List.of(
                lane(LaneKind.SCHEDULER, "sched 1"),
                lane(LaneKind.AIC_CORE, "aic 0"),
                lane(LaneKind.AIV_CORE, "aiv 1"));
    }

    private static Lane lane(LaneKind kind, String label) {
        LaneBuilder lane = new LaneBuilder(kind, label);
        for (int span = 0; span < 10; span++) {
            lane.add(100 * span, 100 * span + 50, 0, span);
        }
        return lane.build();
    }

    private static List<Stretch> find(
            List<ChannelLedger> books, List<Verdict.Gap> gaps, List<Certificate.Freeze> freezes) {
        return find(lanes, books, gaps, freezes);
    }

    private static List<Stretch> find(
            List<Lane> lanes, List<ChannelLedger> books, List<Verdict.Gap> gaps, List<Certificate.Freeze> freezes) {
        Certificate certificate = certificate(books, freezes);
        Verdict verdict = Verdict.gaps(gaps, "", Verdict.Basis.CERTIFICATE);
        return new StretchFinder(lanes, axis, Optional.of(certificate))
                .find(verdict, List.of(), freezes, 0, Runs.none());
    }

    private static Certificate certificate(List<ChannelLedger> books, List<Certificate.Freeze> freezes) {
        return new Certificate(
                new Certificate.Origin("", "", "", "", "", 4, 0, ""),
                Certificate.Ending.OK,
                books,
                List.of(),
                freezes,
                List.of(),
                List.of(),
                Verdict.complete(Verdict.Basis.CERTIFICATE),
                Optional.empty());
    }

    private static ChannelLedger books(String stream, LaneLedger... lanes) {
        return new ChannelLedger("swimlane", stream, List.of(lanes));
    }

    private static LaneLedger dropping(int lane, long dropped) {
        Map<String, Long> causes = dropped == 0 ? Map.of() : Map.of("queue full", dropped);
        return new LaneLedger(lane, 10 + dropped, 10, 0, causes, 0);
    }

    @Test
    void aGapWithTimesIsHatchedThereAndWithoutOnTheWholeLane() {
        long tick = axis.timeline().baseTick();
        List<ChannelLedger> books = List.of(
                books("scheduler", dropping(0, 0), dropping(1, 3)), books("aicore", dropping(0, 0), dropping(1, 0)));
        List<Stretch> found = find(
                books,
                List.of(
                        new Verdict.Gap("swimlane", 1, tick + 10, tick + 20, 3, "queue full"),
                        new Verdict.Gap("swimlane", 1, 0, 0, 3, "queue full")),
                List.of());
        assertThat(found).extracting(Stretch::kind).containsExactly(Stretch.Kind.GAP, Stretch.Kind.SOMEWHERE);
        assertThat(found).extracting(Stretch::lane).containsOnly(0); // the scheduler's, not core 1
        assertThat(found.getFirst().endNanos()).isGreaterThan(found.getFirst().beginNanos());
    }

    /** A core all of whose records were lost would look idle else. */
    @Test
    void aLaneThatLostAllItsRecordsIsHatchedOverTheWholeRun() {
        List<Lane> withEmpty =
                List.of(lane(LaneKind.AIC_CORE, "aic 0"), new LaneBuilder(LaneKind.AIV_CORE, "aiv 1").build());
        List<Stretch> found = find(
                withEmpty,
                List.of(books("aicore", dropping(0, 0), dropping(1, 3))),
                List.of(new Verdict.Gap("swimlane", 1, 0, 0, 3, "queue full")),
                List.of());
        assertThat(found)
                .extracting(Stretch::lane, Stretch::beginNanos, Stretch::endNanos)
                .containsExactly(tuple(1, 0L, 950L));
    }

    /** A records file that was cut, or holds rows that cannot be: no lane of it is just idle. */
    @Test
    void whatReadingLostOfTheRecordsIsHatchedOnEveryLane(@TempDir Path cut) throws IOException {
        GeneratedCapture.in(cut, GeneratorOptions.of(200, 1));
        Path records = cut.resolve("chip_swimlane_records.json");
        String text = Files.readString(records);
        Files.writeString(records, text.substring(0, text.indexOf("aicpu_tasks") - 200));
        List<Stretch> found = GeneratedCapture.view(cut).timeline().stretches();
        assertThat(found)
                .filteredOn(stretch -> stretch.lane() == Stretch.EVERY_LANE)
                .singleElement()
                .satisfies(stretch -> {
                    assertThat(stretch.kind()).isEqualTo(Stretch.Kind.SOMEWHERE);
                    assertThat(stretch.text()).contains("nothing behind it was read");
                    assertThat(stretch.endNanos()).isPositive();
                });
    }

    @Test
    void stretchesAndChannelsBeyondWhatIsDrawnAreCounted() {
        List<Verdict.Gap> gaps = IntStream.range(0, 10_020)
                .mapToObj(at -> new Verdict.Gap("channel " + at % 40, -1, 0, 0, 1, "c"))
                .toList();
        StretchFinder finder = new StretchFinder(lanes, axis, Optional.empty());
        List<Stretch> found =
                finder.find(Verdict.gaps(gaps, "", Verdict.Basis.CERTIFICATE), List.of(), List.of(), 0, Runs.none());
        assertThat(finder.strips()).hasSize(16).last().extracting(Lane::label).isEqualTo("(further channels)");
        assertThat(found.getLast().lane()).isEqualTo(Stretch.EVERY_LANE);
        assertThat(found.getLast().text()).startsWith("20 more stretches are not drawn");
    }

    @Test
    void aLossThatTwoStreamsCouldMeanAccusesNeitherButTheirChannel() {
        List<ChannelLedger> books = List.of(
                books("scheduler", dropping(0, 0), dropping(1, 3)), books("aicore", dropping(0, 0), dropping(1, 3)));
        assertThat(find(books, List.of(new Verdict.Gap("swimlane", 1, 0, 0, 3, "queue full")), List.of()))
                .extracting(Stretch::kind, Stretch::lane)
                .containsExactly(tuple(Stretch.Kind.SOMEWHERE, lanes.size()));
    }

    @Test
    void recoveredRecordsAreTheLastOfTheirLane() {
        LaneLedger saved = new LaneLedger(1, 10, 7, 3, Map.of(), 0);
        List<Stretch> found = find(List.of(books("aicore", dropping(0, 0), saved)), List.of(), List.of());
        assertThat(found).singleElement().satisfies(stretch -> {
            assertThat(stretch.kind()).isEqualTo(Stretch.Kind.RECOVERED);
            assertThat(stretch.lane()).isEqualTo(2);
            assertThat(stretch.beginNanos()).isEqualTo(700);
            assertThat(stretch.endNanos()).isEqualTo(950);
        });
    }

    @Test
    void oneLaneForAllCoresNamesNoCore() {
        LaneLedger saved = new LaneLedger(0, 10, 7, 3, Map.of(), 0);
        assertThat(find(List.of(books("aicore", saved)), List.of(), List.of()))
                .extracting(Stretch::kind, Stretch::lane)
                .containsExactly(tuple(Stretch.Kind.RECOVERED_SOMEWHERE, lanes.size()));
    }

    /** What happened to arguments, scopes, counters says nothing of any core. */
    @Test
    void otherChannelsHaveStripsOfTheirOwnAndTheirTextNamesThem() {
        long tick = axis.timeline().baseTick();
        List<ChannelLedger> books = List.of(
                new ChannelLedger("args", "args", List.of(dropping(1, 3))),
                new ChannelLedger("pmu", "pmu_aicore", List.of(new LaneLedger(1, 10, 7, 3, Map.of(), 0))));
        Verdict.Gap timed = new Verdict.Gap("args", 1, tick + 10, tick + 20, 3, "args: no buffer");
        Verdict.Gap untimed = new Verdict.Gap("scope", -1, 0, 0, 5, "scope samples dropped");
        Certificate.Freeze freeze = new Certificate.Freeze("args", -1, tick + 1, tick + 9, "payload arena full");
        Certificate certificate = certificate(books, List.of(freeze));
        StretchFinder finder = new StretchFinder(lanes, axis, Optional.of(certificate));
        Verdict verdict = Verdict.gaps(List.of(timed, untimed), "", Verdict.Basis.CERTIFICATE);
        List<Stretch> found = finder.find(verdict, List.of(), List.of(freeze), 0, Runs.none());
        assertThat(finder.strips())
                .extracting(Lane::kind, Lane::label)
                .containsExactly(
                        tuple(LaneKind.CHANNEL, "args"),
                        tuple(LaneKind.CHANNEL, "scope"),
                        tuple(LaneKind.CHANNEL, "pmu"));
        assertThat(found)
                .extracting(Stretch::kind, Stretch::lane)
                .containsExactly(
                        tuple(Stretch.Kind.GAP, 3),
                        tuple(Stretch.Kind.SOMEWHERE, 4),
                        tuple(Stretch.Kind.FREEZE, 3),
                        tuple(Stretch.Kind.RECOVERED_SOMEWHERE, 5));
        assertThat(found)
                .allSatisfy(stretch -> assertThat(stretch.text())
                        .contains(finder.strips().get(stretch.lane() - 3).label()));
    }

    @Test
    void aFreezeLiesOverAllLanesUnlessItNamesOne() {
        long tick = axis.timeline().baseTick();
        Certificate.Freeze all = new Certificate.Freeze("swimlane", -1, tick + 1, tick + 9, "no buffer");
        Certificate.Freeze one = new Certificate.Freeze("swimlane.aicore", 0, tick + 1, tick + 9, "no buffer");
        assertThat(find(List.of(), List.of(), List.of(all, one)))
                .extracting(Stretch::lane)
                .containsExactly(Stretch.EVERY_LANE, 1);
    }

    /** As collectors write them: the cause names the stream, the end of the run is not known. */
    @Test
    void aGapWhoseCauseNamesItsStreamIsHatchedOnThatLaneToTheEnd() {
        long tick = axis.timeline().baseTick();
        List<ChannelLedger> books = List.of(
                books("aicpu_sched_phase", dropping(1, 5)), books("aicore_task", dropping(0, 5), dropping(1, 5)));
        String cause = "aicore_task: cut off while being written";
        Verdict.Gap open = new Verdict.Gap("swimlane", 1, tick + 10, 0, 2, cause);
        assertThat(find(books, List.of(open), List.of())).singleElement().satisfies(stretch -> {
            assertThat(stretch.kind()).isEqualTo(Stretch.Kind.GAP);
            assertThat(stretch.lane()).isEqualTo(2);
            assertThat(stretch.beginNanos()).isEqualTo(axis.nanos(tick + 10));
            assertThat(stretch.endNanos()).isEqualTo(950);
            assertThat(stretch.text()).contains("2 records", "aicore_task");
        });
    }

    /** The only record of a core was torn: when the core began it, nothing says. */
    @Test
    void aLossWithoutARecordBeforeItIsNotPlacedFromTheStart() {
        long tick = axis.timeline().baseTick();
        List<ChannelLedger> books =
                List.of(books("aicore_task", dropping(0, 0), new LaneLedger(1, 1, 0, 0, Map.of(), 1)));
        String cause = "aicore_task: cut off while being written";
        Verdict.Gap torn = new Verdict.Gap("swimlane", 1, 0, tick + 20, 1, cause);
        Verdict.Gap anywhere = new Verdict.Gap("swimlane", -1, 0, tick + 20, 1, "lost");
        assertThat(find(books, List.of(torn, anywhere), List.of()))
                .extracting(Stretch::kind, Stretch::lane, Stretch::endNanos)
                .containsExactly(
                        tuple(Stretch.Kind.SOMEWHERE, 2, axis.nanos(tick + 20)),
                        tuple(Stretch.Kind.SOMEWHERE, lanes.size(), axis.nanos(tick + 20)));
        assertThat(find(books, List.of(torn), List.of()))
                .extracting(Stretch::text)
                .containsExactly("missing: 1 record of swimlane (" + cause + "), nobody knows since when");
    }

    /** A scheduler's records lie on two lanes; the recovered ones are the last of both together. */
    @Test
    void recoveredPhasesAreCountedOverOuterAndInnerLane() {
        List<Lane> both = List.of(
                lane(LaneKind.SCHEDULER, "sched 1"),
                lane(LaneKind.SCHEDULER_INNER, "inner 1"),
                lane(LaneKind.AIV_CORE, "aiv 1"));
        LaneLedger saved = new LaneLedger(1, 20, 14, 6, Map.of(), 0);
        assertThat(find(both, List.of(books("aicpu_sched_phase", saved)), List.of(), List.of()))
                .extracting(Stretch::lane, Stretch::beginNanos)
                .containsExactly(tuple(0, 700L), tuple(1, 700L));
    }

    /** A run on one core keeps one lane in its books, and the lane's number says which. */
    @Test
    void theOnlyCoreThatRanIsNamedByItsNumber() {
        LaneLedger saved = new LaneLedger(1, 10, 7, 3, Map.of(), 0);
        assertThat(find(List.of(books("aicore_task", saved)), List.of(), List.of()))
                .extracting(Stretch::lane)
                .containsExactly(2);
    }
}
