package io.tidemark.cli.report;

import static io.tidemark.analysis.text.Quantity.COUNT;
import static io.tidemark.analysis.text.Quantity.TEXT;

import io.tidemark.abi.Channel;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.analysis.host.ConditionsText;
import io.tidemark.analysis.text.Report;
import io.tidemark.analysis.text.Table;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.Capture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks digests and books of a capture, and says whether it can be trusted. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Check a capture's files against its certificate, and that every record is accounted for.",
            "For each lane reserved = delivered + recovered + dropped + torn. Exits 3 when data is missing."
        })
public final class VerifyCommand implements Callable<Integer> {
    private static final Set<Channel> CHANNELS = ChannelCatalog.set();

    /** A lane and the channel that it belongs to. */
    private record Lane(ChannelLedger of, LaneLedger ledger) {}

    @Mixin
    private CaptureArgument captures;

    @Option(names = "--json", description = "Print JSON for programs.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        var found = captures.withExports().find(directory -> !directory.isEmpty(), "no capture");
        if (json) {
            return captures.forEachJson(found, CHANNELS, captures.out(), (capture, writer) -> {
                ConditionsText.member(capture, writer);
                sections(capture).write(writer);
                return ExitCode.OK;
            });
        }
        return captures.forEach(found, CHANNELS, captures.out(), capture -> {
            captures.print(sections(capture));
            return ExitCode.OK;
        });
    }

    /** Nothing for a capture without a certificate. */
    private static Report sections(Capture capture) {
        Report report = new Report();
        capture.certificate().ifPresent(certificate -> sections(report, capture, certificate));
        return report;
    }

    private static void sections(Report report, Capture capture, Certificate certificate) {
        Certificate.Origin origin = certificate.origin();
        report.line(
                        "made by: tidemark %s, %s, %s, case %s, on %s",
                        origin.version(), origin.platform(), origin.runtime(), origin.caseName(), origin.host())
                .line("ended: %s", text(certificate.ending()));
        ConditionsText.banner(capture).ifPresent(banner -> report.line("note: %s", banner));
        report.section(
                "Records",
                inside -> inside.table(Table.shown(certificate.channels())
                                .hiddenWhenEmpty()
                                .shown("channel", TEXT, ChannelLedger::channel)
                                .shown("stream", TEXT, ChannelLedger::stream)
                                .shown(
                                        "lanes",
                                        COUNT,
                                        channel -> channel.lanes().size())
                                .shown("reserved", COUNT, channel -> sum(channel, LaneLedger::reserved))
                                .shown("delivered", COUNT, channel -> sum(channel, LaneLedger::delivered))
                                .shown("recovered", COUNT, channel -> sum(channel, LaneLedger::recovered))
                                .shown("dropped", COUNT, channel -> sum(channel, LaneLedger::dropped))
                                .shown("torn", COUNT, channel -> sum(channel, LaneLedger::torn))
                                .shown("unaccounted", COUNT, ChannelLedger::unaccounted))
                        .table(lanes(certificate)));
        for (Certificate.Damaged damaged : certificate.damage()) {
            report.line("damage: %s, %s: %s", damaged.channel(), Units.plural(damaged.count(), "time"), damaged.what());
        }
        for (Verdict.Gap gap : capture.verdict(CHANNELS).gaps()) {
            report.line(
                    "gap: %s%s, %s, %s",
                    gap.channel(),
                    gap.lane() < 0 ? "" : " lane " + gap.lane(),
                    gap.missingRecords() < 0
                            ? "an unknown number of records"
                            : Units.plural(gap.missingRecords(), "record"),
                    gap.cause());
        }
    }

    private static Table<Lane> lanes(Certificate certificate) {
        return Table.data(
                        "ledger",
                        certificate.channels().stream()
                                .flatMap(channel -> channel.lanes().stream().map(lane -> new Lane(channel, lane)))
                                .toList())
                .data("channel", lane -> lane.of().channel())
                .data("stream", lane -> lane.of().stream())
                .data("lane", lane -> lane.ledger().lane())
                .data("reserved", lane -> lane.ledger().reserved())
                .data("delivered", lane -> lane.ledger().delivered())
                .data("recovered", lane -> lane.ledger().recovered())
                .data("torn", lane -> lane.ledger().torn())
                .data("unaccounted", lane -> lane.ledger().unaccounted())
                .data("dropped", lane -> lane.ledger().droppedByCause());
    }

    /** How a run ended, on one line. */
    static String text(Certificate.Ending ending) {
        String error = ending.errorName().isEmpty() ? "" : " " + ending.errorName() + " (" + ending.errorCode() + ")";
        String hangClass = ending.hangClass().isEmpty() ? "" : ", " + ending.hangClass();
        return ending.kind().word() + error + hangClass;
    }

    private static long sum(ChannelLedger channel, ToLongFunction<LaneLedger> part) {
        return channel.lanes().stream().mapToLong(part).sum();
    }
}
