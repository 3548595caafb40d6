package io.tidemark.viewer.model;

import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.LaneKind;
import io.tidemark.viewer.timeline.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Turns losses, pauses and records recovered after a crash into stretches of the picture. The
 * certificate names them. Used once by one thread. A stretch gets a lane only if the books leave no
 * doubt which one is meant. Otherwise a stretch of the swimlane covers all lanes. A stretch of
 * another channel, or of unknown time, is shown on the strip of its channel.
 */
final class StretchFinder {
    private static final int MOST = 10_000; // beyond it a hatch per gap says nothing more

    private final List<Lane> lanes;
    private final TimeAxis axis;
    private final List<ChannelLedger> books;
    private final StreamLanes streamLanes;
    private final ChannelStrips strips;
    private final long endNanos;
    private final List<Stretch> found = new ArrayList<>();
    private long undrawn;

    StretchFinder(List<Lane> lanes, TimeAxis axis, Optional<Certificate> certificate) {
        this.lanes = lanes;
        this.axis = axis;
        this.books = certificate.map(Certificate::channels).orElseGet(List::of);
        this.streamLanes = new StreamLanes(lanes);
        this.strips = new ChannelStrips(lanes.size());
        this.endNanos = lanes.stream().mapToLong(Lane::latestEndNanos).max().orElse(0);
    }

    /**
     * @param unreadRows what reading the swimlane's own file lost, in its words; its gaps are not
     *     told a second time
     * @param droppedHostPhases what the host's recorder says it lost
     * @param runs of which those that had not ended are hatched
     */
    List<Stretch> find(
            Verdict verdict,
            List<Finding> unreadRows,
            List<Certificate.Freeze> freezes,
            long droppedHostPhases,
            Runs runs) {
        runs.open().forEach(run -> addOpen(runs, run));
        verdict.gaps().stream()
                .filter(gap -> unreadRows.stream().noneMatch(f -> f.file().equals(gap.channel())))
                .forEach(this::addGap);
        if (!unreadRows.isEmpty()) {
            addUnreadRows(unreadRows);
        }
        freezes.forEach(this::addFreeze);
        for (ChannelLedger channel : books) {
            channel.lanes().forEach(lane -> addRecovered(channel, lane));
        }
        if (droppedHostPhases > 0) {
            addDroppedHostPhases(droppedHostPhases);
        }
        if (undrawn > 0) {
            found.add(new Stretch(
                    Stretch.Kind.SOMEWHERE,
                    Stretch.EVERY_LANE,
                    0,
                    endNanos,
                    "%d more stretches are not drawn one by one; 'tidemark verify' tells the losses"
                            .formatted(undrawn)));
        }
        return found;
    }

    /** A file that was cut, or rows that could not be: any lane may have had more. */
    private void addUnreadRows(List<Finding> unreadRows) {
        String more = unreadRows.size() > 1 ? " and %d further findings".formatted(unreadRows.size() - 1) : "";
        String text = "missing: rows of %s%s, nobody knows when";
        add(
                Stretch.Kind.SOMEWHERE,
                List.of(Stretch.EVERY_LANE),
                0,
                endNanos,
                text.formatted(unreadRows.getFirst(), more));
    }

    /** Lanes that the found stretches need behind those there are. */
    List<Lane> strips() {
        return strips.lanes();
    }

    private void addOpen(Runs runs, int run) {
        add(
                Stretch.Kind.OPEN,
                List.of(runs.lane(run)),
                runs.beginNanos(run),
                runs.endNanos(run),
                "open: this kernel had not returned when the run was stopped");
    }

    private void addDroppedHostPhases(long dropped) {
        List<Integer> where = IntStream.range(0, lanes.size())
                .filter(lane -> lanes.get(lane).kind() == LaneKind.HOST_PHASE)
                .boxed()
                .toList();
        if (!where.isEmpty()) {
            String text = "missing: %d host phases (dropped), nobody knows when".formatted(dropped);
            add(Stretch.Kind.SOMEWHERE, where, 0, endNanos, text);
        }
    }

    private void addFreeze(Certificate.Freeze freeze) {
        long begin = axis.nanos(freeze.beginTick());
        long end = axis.nanos(freeze.endTick());
        if (begin != TimeAxis.NONE && end != TimeAxis.NONE) {
            String text = "frozen: %s waited for the host (%s)";
            add(
                    Stretch.Kind.FREEZE,
                    orElsewhere(streamLanes.of(freeze.channel(), freeze.lane()), freeze.channel(), true),
                    begin,
                    end,
                    text.formatted(freeze.channel(), freeze.cause()));
        }
    }

    /**
     * What was lost after the last record reaches to the end. Before the first record of a lane
     * nothing says since when one is missing, so it is shown without a place.
     */
    private void addGap(Verdict.Gap gap) {
        String count =
                switch (Math.clamp(gap.missingRecords(), -1, 2)) {
                    case -1 -> "records";
                    case 1 -> "1 record";
                    default -> gap.missingRecords() + " records";
                };
        String text = "missing: %s of %s (%s)".formatted(count, gap.channel(), gap.cause());
        long begin = axis.nanos(gap.beginTick());
        long end = axis.nanos(gap.endTick());
        boolean timed = begin != TimeAxis.NONE;
        List<Integer> known = streamLanes.of(gap, books);
        List<Integer> where = orElsewhere(known, gap.channel(), timed);
        if (timed) {
            add(Stretch.Kind.GAP, where, begin, end == TimeAxis.NONE ? endNanos : end, text);
        } else if (end != TimeAxis.NONE) {
            add(Stretch.Kind.SOMEWHERE, where, 0, end, text + ", nobody knows since when");
        } else {
            add(Stretch.Kind.SOMEWHERE, where, 0, endNanos, text + ", nobody knows when");
        }
    }

    /**
     * Lanes that are known, or else where a stretch of that channel is shown: what befell the
     * swimlane at a known time befell all its lanes, everything else has a strip.
     */
    private List<Integer> orElsewhere(List<Integer> known, String channel, boolean timed) {
        if (!known.isEmpty()) {
            return known;
        }
        String name = channel.startsWith(StreamLanes.SWIMLANE + ".") ? StreamLanes.SWIMLANE : channel;
        boolean all = timed && name.equals(StreamLanes.SWIMLANE);
        return all ? List.of(Stretch.EVERY_LANE) : strips.of(name);
    }

    /**
     * One stretch per lane. None reaches past what is drawn: a run that hung may have waited for
     * long after its last record.
     */
    private void add(Stretch.Kind kind, List<Integer> where, long begin, long end, String text) {
        long from = Math.clamp(Math.min(begin, end), 0, endNanos);
        long to = Math.clamp(Math.max(begin, end), from, endNanos);
        String shown = ShownText.of(text);
        for (int lane : where) {
            if (found.size() < MOST) {
                found.add(new Stretch(kind, lane, from, to, shown));
            } else {
                undrawn++;
            }
        }
    }

    /** Recovered records are the last ones of their lane: its buffer had not been handed over. */
    private void addRecovered(ChannelLedger channel, LaneLedger ledger) {
        if (ledger.recovered() == 0 || channel.stream().contains("aicpu_task")) {
            return; // the second record of a run that its core's books already show
        }
        String text = "the last %d records of %s were recovered after the run had ended";
        List<Integer> where = streamLanes.of(channel, ledger.lane());
        List<Lane> shown = where.stream().map(lanes::get).toList();
        OptionalLong begin = LastSpans.earliestBegin(shown, ledger.recovered());
        if (begin.isPresent()) {
            add(
                    Stretch.Kind.RECOVERED,
                    where,
                    begin.getAsLong(),
                    shown.stream().mapToLong(Lane::latestEndNanos).max().orElse(0),
                    text.formatted(ledger.recovered(), shown.getFirst().label()));
        } else {
            String stream = "%s (%s lane %d)";
            add(
                    Stretch.Kind.RECOVERED_SOMEWHERE,
                    strips.of(channel.channel()),
                    0,
                    endNanos,
                    text.formatted(
                            ledger.recovered(), stream.formatted(channel.channel(), channel.stream(), ledger.lane())));
        }
    }
}
