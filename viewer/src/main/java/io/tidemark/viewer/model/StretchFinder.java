package io.tidemark.viewer.model;

import io.tidemark.capture.Verdict;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.LaneKind;
import io.tidemark.viewer.timeline.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns what the certificate says is missing, stood still or was saved after death into stretches
 * of the picture. Used once by one thread. A lane is named only when the books leave no doubt which
 * one is meant; else the stretch lies over all, or over none when its time is unknown, too.
 */
final class StretchFinder {
    private static final int MOST = 10_000; // beyond it a hatch per gap says nothing more
    private static final String SWIMLANE = "swimlane";

    private final List<Lane> lanes;
    private final TimeAxis axis;
    private final List<ChannelLedger> books;
    private final List<Stretch> found = new ArrayList<>();

    StretchFinder(List<Lane> lanes, TimeAxis axis, Optional<Certificate> certificate) {
        this.lanes = lanes;
        this.axis = axis;
        this.books = certificate.map(Certificate::channels).orElseGet(List::of);
    }

    List<Stretch> find(Verdict verdict, List<Certificate.Freeze> freezes) {
        for (Verdict.Gap gap : verdict.gaps()) {
            addGap(gap);
        }
        for (Certificate.Freeze freeze : freezes) {
            String text = "frozen: %s waited for the host (%s)";
            add(
                    Stretch.Kind.FREEZE,
                    laneOf(freeze.channel(), freeze.lane()),
                    axis.nanos(freeze.beginTick()),
                    axis.nanos(freeze.endTick()),
                    text.formatted(freeze.channel(), freeze.cause()));
        }
        for (ChannelLedger channel : books) {
            for (LaneLedger lane : channel.lanes()) {
                addRecovered(channel, lane);
            }
        }
        return found;
    }

    private void addGap(Verdict.Gap gap) {
        String count = gap.missingRecords() < 0 ? "records" : gap.missingRecords() + " records";
        String text = "missing: %s of %s (%s)".formatted(count, gap.channel(), gap.cause());
        int lane = laneOf(gap);
        long begin = axis.nanos(gap.beginTick());
        long end = axis.nanos(gap.endTick());
        if (begin != TimeAxis.NONE && end != TimeAxis.NONE) {
            add(Stretch.Kind.GAP, lane, begin, end, text);
        } else if (lane != Stretch.EVERY_LANE) {
            long last = lanes.get(lane).latestEndNanos();
            add(Stretch.Kind.SOMEWHERE, lane, 0, last, text + ", nobody knows when");
        }
    }

    private void add(Stretch.Kind kind, int lane, long begin, long end, String text) {
        if (begin != TimeAxis.NONE && end != TimeAxis.NONE && found.size() < MOST) {
            long from = Math.max(0, Math.min(begin, end));
            found.add(new Stretch(kind, lane, from, Math.max(begin, end), ShownText.of(text)));
        }
    }

    /** Recovered records are the last ones of their lane: its buffer had not been handed over. */
    private void addRecovered(ChannelLedger channel, LaneLedger ledger) {
        int index = laneOf(channel, ledger.lane());
        if (ledger.recovered() == 0 || index == Stretch.EVERY_LANE) {
            return;
        }
        Lane lane = lanes.get(index);
        if (lane.size() > 0) {
            int first = (int) Math.max(0, lane.size() - ledger.recovered());
            String text = "the last %d records of %s were recovered after the run had ended";
            add(
                    Stretch.Kind.RECOVERED,
                    index,
                    lane.beginNanos(first),
                    lane.latestEndNanos(),
                    text.formatted(ledger.recovered(), lane.label()));
        }
    }

    /** A gap names a channel and a lane; the one stream whose books show that loss tells which. */
    private int laneOf(Verdict.Gap gap) {
        List<ChannelLedger> fitting =
                books.stream()
                        .filter(channel -> channel.channel().equals(gap.channel()))
                        .filter(channel -> shows(channel, gap))
                        .toList();
        return fitting.size() == 1
                ? laneOf(fitting.getFirst(), gap.lane())
                : laneOf(gap.channel(), gap.lane());
    }

    private static boolean shows(ChannelLedger channel, Verdict.Gap gap) {
        return channel.lanes().stream()
                .anyMatch(
                        lane ->
                                lane.lane() == gap.lane()
                                        && (lane.droppedByCause().getOrDefault(gap.cause(), 0L)
                                                        == gap.missingRecords()
                                                || lane.torn() == gap.missingRecords()));
    }

    private int laneOf(ChannelLedger channel, int number) {
        boolean perCore = channel.lanes().size() > 1; // one lane for all cores names none of them
        boolean ours = channel.channel().equals(SWIMLANE) && (perCore || !isCore(channel.stream()));
        return ours ? laneOf(SWIMLANE + "." + channel.stream(), number) : Stretch.EVERY_LANE;
    }

    private static boolean isCore(String stream) {
        return stream.contains("aicore");
    }

    /** The lane a full stream name means, e.g. {@code swimlane.scheduler} 2. */
    private int laneOf(String stream, int number) {
        if (number < 0 || !stream.startsWith(SWIMLANE + ".")) {
            return Stretch.EVERY_LANE;
        }
        for (int lane = 0; lane < lanes.size(); lane++) {
            LaneKind kind = lanes.get(lane).kind();
            boolean fits =
                    switch (kind) {
                        case SCHEDULER -> stream.contains("sched");
                        case ORCHESTRATOR -> stream.contains("orch");
                        case AIC_CORE, AIV_CORE -> isCore(stream);
                        default -> false;
                    };
            if (fits && lanes.get(lane).label().endsWith(" " + number)) {
                return lane;
            }
        }
        return Stretch.EVERY_LANE;
    }
}
