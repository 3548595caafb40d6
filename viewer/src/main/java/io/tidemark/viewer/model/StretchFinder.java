package io.tidemark.viewer.model;

import io.tidemark.capture.Verdict;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.LaneKind;
import io.tidemark.viewer.timeline.SortedOrder;
import io.tidemark.viewer.timeline.Stretch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Turns what the certificate says is missing, stood still or was saved after death into stretches
 * of the picture. Used once by one thread. A lane is named only when the books leave no doubt which
 * one is meant; else the stretch lies over all, or over none when its time is unknown, too.
 */
final class StretchFinder {
    private static final int MOST = 10_000; // beyond it a hatch per gap says nothing more

    private final List<Lane> lanes;
    private final TimeAxis axis;
    private final List<ChannelLedger> books;
    private final StreamLanes streamLanes;
    private final long endNanos;
    private final List<Stretch> found = new ArrayList<>();

    StretchFinder(List<Lane> lanes, TimeAxis axis, Optional<Certificate> certificate) {
        this.lanes = lanes;
        this.axis = axis;
        this.books = certificate.map(Certificate::channels).orElseGet(List::of);
        this.streamLanes = new StreamLanes(lanes);
        this.endNanos = lanes.stream().mapToLong(Lane::latestEndNanos).max().orElse(0);
    }

    /**
     * @param droppedHostPhases what the host's recorder says it lost
     */
    List<Stretch> find(Verdict verdict, List<Certificate.Freeze> freezes, long droppedHostPhases) {
        verdict.gaps().forEach(this::addGap);
        freezes.forEach(this::addFreeze);
        for (ChannelLedger channel : books) {
            channel.lanes().forEach(lane -> addRecovered(channel, lane));
        }
        if (droppedHostPhases > 0) {
            addDroppedHostPhases(droppedHostPhases);
        }
        return found;
    }

    private void addDroppedHostPhases(long dropped) {
        List<Integer> where =
                IntStream.range(0, lanes.size())
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
                    streamLanes.of(freeze.channel(), freeze.lane()),
                    begin,
                    end,
                    text.formatted(freeze.channel(), freeze.cause()));
        }
    }

    /**
     * What was lost after the last record, or before the first, reaches to the end on that side.
     */
    private void addGap(Verdict.Gap gap) {
        String count =
                switch (Math.clamp(gap.missingRecords(), -1, 2)) {
                    case -1 -> "records";
                    case 1 -> "1 record";
                    default -> gap.missingRecords() + " records";
                };
        String text = "missing: %s of %s (%s)".formatted(count, gap.channel(), gap.cause());
        List<Integer> where = lanesOf(gap);
        long begin = axis.nanos(gap.beginTick());
        long end = axis.nanos(gap.endTick());
        if (begin != TimeAxis.NONE || end != TimeAxis.NONE) {
            long from = begin == TimeAxis.NONE ? 0 : begin;
            add(Stretch.Kind.GAP, where, from, end == TimeAxis.NONE ? endNanos : end, text);
        } else if (!where.isEmpty()) {
            long last = lanes.get(where.getFirst()).latestEndNanos();
            add(Stretch.Kind.SOMEWHERE, where, 0, last, text + ", nobody knows when");
        }
    }

    /**
     * One stretch per lane, one over all when no lane is known. None reaches past what is drawn: a
     * run that hung may have waited for long after its last record.
     */
    private void add(Stretch.Kind kind, List<Integer> where, long begin, long end, String text) {
        long from = Math.clamp(Math.min(begin, end), 0, endNanos);
        long to = Math.clamp(Math.max(begin, end), from, endNanos);
        String shown = ShownText.of(text);
        for (int lane : where.isEmpty() ? List.of(Stretch.EVERY_LANE) : where) {
            if (found.size() < MOST) {
                found.add(new Stretch(kind, lane, from, to, shown));
            }
        }
    }

    /** Recovered records are the last ones of their lane: its buffer had not been handed over. */
    private void addRecovered(ChannelLedger channel, LaneLedger ledger) {
        if (ledger.recovered() == 0 || channel.stream().contains("aicpu_task")) {
            return; // the second record of a run that its core's books already show
        }
        List<Integer> where = streamLanes.of(channel, ledger.lane());
        long[] last = lastBegins(where, ledger.recovered());
        if (last.length > 0) {
            String text = "the last %d records of %s were recovered after the run had ended";
            String label = lanes.get(where.getFirst()).label();
            add(
                    Stretch.Kind.RECOVERED,
                    where,
                    Arrays.stream(last).min().orElseThrow(),
                    where.stream().mapToLong(at -> lanes.get(at).latestEndNanos()).max().orElse(0),
                    text.formatted(ledger.recovered(), label));
        }
    }

    /** Begins of the spans that ended last on some lanes, {@code count} of them at most. */
    private long[] lastBegins(List<Integer> where, long count) {
        int size = where.stream().mapToInt(lane -> lanes.get(lane).size()).sum();
        long[] end = new long[size];
        long[] begin = new long[size];
        int at = 0;
        for (int index : where) {
            Lane lane = lanes.get(index);
            for (int span = 0; span < lane.size(); span++) {
                begin[at] = lane.beginNanos(span);
                end[at++] = lane.endNanos(span);
            }
        }
        int[] order = SortedOrder.by(end, size);
        return IntStream.range((int) Math.max(0, size - count), size)
                .mapToLong(rank -> begin[order[rank]])
                .toArray();
    }

    /**
     * A gap names a channel and a lane; its cause, or else the one fitting loss, tells the stream.
     */
    private List<Integer> lanesOf(Verdict.Gap gap) {
        List<ChannelLedger> ours =
                books.stream().filter(books -> books.channel().equals(gap.channel())).toList();
        Optional<ChannelLedger> named =
                ours.stream().filter(b -> gap.cause().startsWith(b.stream() + ":")).findFirst();
        List<ChannelLedger> fitting = ours.stream().filter(b -> shows(b, gap)).toList();
        if (named.isPresent() || fitting.size() == 1) {
            return streamLanes.of(named.orElseGet(fitting::getFirst), gap.lane());
        }
        return streamLanes.of(gap.channel(), gap.lane());
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
}
