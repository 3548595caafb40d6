package io.tidemark.viewer.model;

import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.LaneKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which lanes of the picture show what a stream of the books recorded: a scheduler's phases lie on
 * two, what a scheduler noted of a core lies on the core's. Immutable.
 */
final class StreamLanes {
    static final String SWIMLANE = SwimlaneChannel.CHANNEL.word();

    private final List<Lane> lanes;

    StreamLanes(List<Lane> lanes) {
        this.lanes = lanes;
    }

    /** Lanes that one lane of a stream means; empty when it may be any. */
    List<Integer> of(ChannelLedger books, int number) {
        boolean doubtful = isCore(books.stream()) && !namesCores(books);
        return doubtful ? List.of() : of(books.channel() + "." + books.stream(), number);
    }

    /** The lanes a full stream name means, e.g. {@code swimlane.aicpu_sched_phase} 2. */
    List<Integer> of(String stream, int number) {
        if (number < 0 || !stream.startsWith(SWIMLANE + ".")) {
            return List.of();
        }
        return IntStream.range(0, lanes.size())
                .filter(lane -> shows(lanes.get(lane).kind(), stream))
                .filter(lane -> lanes.get(lane).label().endsWith(" " + number))
                .boxed()
                .toList();
    }

    /**
     * A gap names a channel and a lane. Its cause, or else the only loss that fits, identifies the
     * stream.
     */
    List<Integer> of(Verdict.Gap gap, List<ChannelLedger> books) {
        List<ChannelLedger> ours =
                books.stream().filter(b -> b.channel().equals(gap.channel())).toList();
        Optional<ChannelLedger> named = ours.stream()
                .filter(b -> gap.cause().startsWith(b.stream() + ":"))
                .findFirst();
        List<ChannelLedger> fitting = ours.stream().filter(b -> shows(b, gap)).toList();
        if (named.isPresent() || fitting.size() == 1) {
            return of(named.orElseGet(fitting::getFirst), gap.lane());
        }
        return of(gap.channel(), gap.lane());
    }

    private static boolean shows(ChannelLedger channel, Verdict.Gap gap) {
        return channel.lanes().stream()
                .anyMatch(lane -> lane.lane() == gap.lane()
                        && (lane.droppedByCause().getOrDefault(gap.cause(), 0L) == gap.missingRecords()
                                || lane.torn() == gap.missingRecords()));
    }

    private static boolean shows(LaneKind kind, String stream) {
        return switch (kind) {
            case SCHEDULER, SCHEDULER_INNER -> stream.contains("sched");
            case ORCHESTRATOR -> stream.contains("orch");
            case MARKER -> stream.contains("marker");
            case AIC_CORE, AIV_CORE -> isCore(stream);
            case HOST, HOST_PHASE, CHANNEL -> false;
        };
    }

    private static boolean isCore(String stream) {
        return stream.contains("aicore") || stream.contains("aicpu_task");
    }

    /** False for books that keep one lane for all cores. */
    private boolean namesCores(ChannelLedger books) {
        long used =
                lanes.stream().filter(l -> l.kind().isCore() && l.size() > 0).count();
        return books.lanes().size() > 1 || used <= 1 || books.lanes().getFirst().lane() > 0;
    }
}
