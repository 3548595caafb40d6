package io.tidemark.cli;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import java.util.List;

/** The books of a capture as JSON. Pure output. */
final class LedgerJson {
    private LedgerJson() {}

    static void member(JsonWriter json, List<ChannelLedger> channels) {
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
}
