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
 * of the picture. Used once by one thread. What belongs to no lane of the picture is hatched over
 * all.
 */
final class StretchFinder {
    private static final int MOST = 10_000; // beyond it a hatch per gap says nothing more

    private final List<Lane> lanes;
    private final TimeAxis axis;
    private final List<Stretch> found = new ArrayList<>();

    StretchFinder(List<Lane> lanes, TimeAxis axis) {
        this.lanes = lanes;
        this.axis = axis;
    }

    List<Stretch> find(Verdict verdict, Optional<Certificate> certificate) {
        for (Verdict.Gap gap : verdict.gaps()) {
            addGap(gap);
        }
        if (certificate.isPresent()) {
            for (Certificate.Freeze freeze : certificate.get().freezes()) {
                int lane = laneOf(freeze.channel(), freeze.lane());
                String text =
                        "frozen: %s waited for the host (%s)"
                                .formatted(freeze.channel(), freeze.cause());
                add(Stretch.Kind.FREEZE, lane, freeze.beginTick(), freeze.endTick(), text);
            }
            for (ChannelLedger channel : certificate.get().channels()) {
                for (LaneLedger lane : channel.lanes()) {
                    addRecovered(channel, lane);
                }
            }
        }
        return found;
    }

    private void addGap(Verdict.Gap gap) {
        String count = gap.missingRecords() < 0 ? "records" : gap.missingRecords() + " records";
        String text = "missing: %s of %s (%s)".formatted(count, gap.channel(), gap.cause());
        add(
                Stretch.Kind.GAP,
                laneOf(gap.channel(), gap.lane()),
                gap.beginTick(),
                gap.endTick(),
                text);
    }

    private void add(Stretch.Kind kind, int lane, long beginTick, long endTick, String text) {
        long begin = axis.nanos(beginTick);
        long end = axis.nanos(endTick);
        if (begin != TimeAxis.NONE && end != TimeAxis.NONE && found.size() < MOST) {
            long from = Math.max(0, Math.min(begin, end));
            found.add(new Stretch(kind, lane, from, Math.max(begin, end), ShownText.of(text)));
        }
    }

    /** Recovered records are the last ones of their lane: its buffer had not been handed over. */
    private void addRecovered(ChannelLedger channel, LaneLedger ledger) {
        int index = laneOf(channel.channel() + "." + channel.stream(), ledger.lane());
        if (ledger.recovered() == 0 || index == Stretch.EVERY_LANE || found.size() >= MOST) {
            return;
        }
        Lane lane = lanes.get(index);
        if (lane.size() > 0) {
            int first = (int) Math.max(0, lane.size() - ledger.recovered());
            String text = "the last %d records of %s were recovered after the run ended";
            found.add(
                    new Stretch(
                            Stretch.Kind.RECOVERED,
                            index,
                            lane.beginNanos(first),
                            lane.latestEndNanos(),
                            text.formatted(ledger.recovered(), lane.label())));
        }
    }

    private int laneOf(String stream, int number) {
        if (number < 0 || !stream.startsWith("swimlane")) {
            return Stretch.EVERY_LANE;
        }
        boolean scheduler = stream.contains("sched");
        boolean orchestrator = stream.contains("orch");
        for (int lane = 0; lane < lanes.size(); lane++) {
            LaneKind kind = lanes.get(lane).kind();
            boolean fits =
                    scheduler
                            ? kind == LaneKind.SCHEDULER
                            : orchestrator ? kind == LaneKind.ORCHESTRATOR : kind.isCore();
            if (fits && lanes.get(lane).label().endsWith(" " + number)) {
                return lane;
            }
        }
        return Stretch.EVERY_LANE;
    }
}
