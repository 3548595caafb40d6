package io.tidemark.cli.report;

import io.tidemark.abi.Channel;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.analysis.host.ConditionsText;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.TextTable;
import io.tidemark.capture.Capture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
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
                capture.certificate().ifPresent(certificate -> writeLedger(writer, certificate.channels()));
                return ExitCode.OK;
            });
        }
        return captures.forEach(found, CHANNELS, captures.out(), capture -> {
            print(capture, captures.out());
            return ExitCode.OK;
        });
    }

    private static void writeLedger(JsonWriter json, List<ChannelLedger> channels) {
        json.name("ledger").beginArray();
        for (ChannelLedger channel : channels) {
            for (LaneLedger lane : channel.lanes()) {
                json.beginObject()
                        .member("channel", channel.channel())
                        .member("stream", channel.stream())
                        .member("lane", lane.lane())
                        .member("reserved", lane.reserved())
                        .member("delivered", lane.delivered())
                        .member("recovered", lane.recovered())
                        .member("torn", lane.torn())
                        .member("unaccounted", lane.unaccounted());
                json.name("dropped").beginObject();
                lane.droppedByCause().forEach(json::member);
                json.endObject().endObject();
            }
        }
        json.endArray();
    }

    private static void print(Capture capture, PrintWriter out) {
        Optional<Certificate> certificate = capture.certificate();
        if (certificate.isEmpty()) {
            return;
        }
        Certificate.Origin origin = certificate.get().origin();
        Certificate.Ending ending = certificate.get().ending();
        out.println("made by: tidemark %s, %s, %s, case %s, on %s"
                .formatted(origin.version(), origin.platform(), origin.runtime(), origin.caseName(), origin.host()));
        out.println("ended: " + text(ending));
        ConditionsText.printBanner(capture, out);
        if (!certificate.get().channels().isEmpty()) {
            out.print(ledger(certificate.get()).text(0));
        }
        for (Certificate.Damaged damaged : certificate.get().damage()) {
            out.println("damage: %s, %d times: %s".formatted(damaged.channel(), damaged.count(), damaged.what()));
        }
        for (Verdict.Gap gap : capture.verdict(CHANNELS).gaps()) {
            out.println("gap: %s%s, %s records, %s"
                    .formatted(
                            gap.channel(),
                            gap.lane() < 0 ? "" : " lane " + gap.lane(),
                            gap.missingRecords() < 0 ? "unknown" : gap.missingRecords(),
                            gap.cause()));
        }
    }

    /** How a run ended, on one line. */
    static String text(Certificate.Ending ending) {
        String error = ending.errorName().isEmpty() ? "" : " " + ending.errorName() + " (" + ending.errorCode() + ")";
        String hangClass = ending.hangClass().isEmpty() ? "" : ", " + ending.hangClass();
        return ending.kind().word() + error + hangClass;
    }

    private static TextTable ledger(Certificate certificate) {
        TextTable table = new TextTable(
                "channel",
                "stream",
                ">lanes",
                ">reserved",
                ">delivered",
                ">recovered",
                ">dropped",
                ">torn",
                ">unaccounted");
        for (ChannelLedger channel : certificate.channels()) {
            table.row(
                    channel.channel(),
                    channel.stream(),
                    channel.lanes().size(),
                    sum(channel, LaneLedger::reserved),
                    sum(channel, LaneLedger::delivered),
                    sum(channel, LaneLedger::recovered),
                    sum(channel, LaneLedger::dropped),
                    sum(channel, LaneLedger::torn),
                    Numbers.grouped(channel.unaccounted()));
        }
        return table;
    }

    private static String sum(ChannelLedger channel, ToLongFunction<LaneLedger> part) {
        return Numbers.grouped(channel.lanes().stream().mapToLong(part).sum());
    }
}
