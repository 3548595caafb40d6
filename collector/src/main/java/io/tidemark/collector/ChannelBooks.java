package io.tidemark.collector;

import io.tidemark.abi.Channel;
import io.tidemark.capture.certificate.Certificate.Damaged;
import io.tidemark.capture.certificate.Certificate.Freeze;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.finding.Verdict.Gap;
import io.tidemark.collector.spool.FreezeSpan;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What became of every record of one channel. Immutable.
 *
 * @param streams one ledger per buffer kind
 * @param gaps where records are missing
 * @param damage what the device sent that made no sense; its records were recovered or are in the
 *     books as missing
 * @param contradictions sentences, one per thing that cannot be true; empty in trustworthy books
 */
public record ChannelBooks(
        Channel channel,
        List<ChannelLedger> streams,
        List<Gap> gaps,
        List<FreezeSpan> freezes,
        Map<Damage, Long> damage,
        List<String> contradictions) {
    public ChannelBooks {
        streams = List.copyOf(streams);
        gaps = List.copyOf(gaps);
        freezes = List.copyOf(freezes);
        damage = Map.copyOf(damage);
        contradictions = List.copyOf(contradictions);
    }

    public Optional<ChannelLedger> stream(String label) {
        return streams.stream().filter(ledger -> ledger.stream().equals(label)).findFirst();
    }

    /** These books, with damage that only the records themselves showed. */
    public ChannelBooks withDamage(Damage kind, long count) {
        Map<Damage, Long> all = new HashMap<>(damage);
        all.merge(kind, count, Long::sum);
        return new ChannelBooks(channel, streams, gaps, freezes, all, contradictions);
    }

    /** The freezes as the certificate lists them; a freeze stops all lanes, so it names none. */
    public List<Freeze> certificateFreezes() {
        return freezes.stream()
                .map(span -> new Freeze(channel.word(), -1, span.beginTick(), span.endTick(), span.cause()))
                .toList();
    }

    /** The damage as the certificate lists it, in the order of its kinds. */
    public List<Damaged> certificateDamage() {
        return damage.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> new Damaged(
                        channel.word(),
                        entry.getKey().name().toLowerCase(Locale.ROOT),
                        entry.getValue(),
                        entry.getKey().sentence()))
                .toList();
    }

    public long reserved() {
        return streams.stream()
                .flatMap(stream -> stream.lanes().stream())
                .mapToLong(lane -> lane.reserved())
                .sum();
    }

    public long present() {
        return streams.stream().mapToLong(ChannelLedger::present).sum();
    }

    public long missing() {
        return streams.stream().mapToLong(ChannelLedger::missing).sum();
    }
}
