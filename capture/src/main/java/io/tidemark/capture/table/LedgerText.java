package io.tidemark.capture.table;

import io.tidemark.capture.certificate.LaneLedger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The text form of a stream's ledger in the footer of its table file: one line per lane, numbers
 * with their names. Stateless; any thread.
 */
final class LedgerText {
    private static final String DROPPED = "dropped.";

    private LedgerText() {}

    static String of(List<LaneLedger> lanes) {
        StringBuilder text = new StringBuilder();
        for (LaneLedger lane : lanes) {
            text.append("lane=").append(lane.lane());
            text.append(" reserved=").append(lane.reserved());
            text.append(" delivered=").append(lane.delivered());
            text.append(" recovered=").append(lane.recovered());
            text.append(" torn=").append(lane.torn());
            lane.droppedByCause().forEach((cause, n) -> text.append(" " + DROPPED + cause + "=" + n));
            text.append('\n');
        }
        return text.toString();
    }

    /**
     * @throws IllegalArgumentException if it is no ledger
     */
    static List<LaneLedger> parse(String text) {
        List<LaneLedger> lanes = new ArrayList<>();
        for (String line : text.lines().toList()) {
            Map<String, Long> values = new LinkedHashMap<>();
            Map<String, Long> dropped = new LinkedHashMap<>();
            for (String cell : line.split(" ")) {
                int equals = cell.indexOf('=');
                if (equals < 0) {
                    throw new IllegalArgumentException("its ledger has the cell '" + cell + "'");
                }
                String name = cell.substring(0, equals);
                long value = Long.parseLong(cell.substring(equals + 1));
                if (name.startsWith(DROPPED)) {
                    dropped.put(name.substring(DROPPED.length()), value);
                } else {
                    values.put(name, value);
                }
            }
            lanes.add(new LaneLedger(
                    (int) (long) values.getOrDefault("lane", -1L),
                    values.getOrDefault("reserved", 0L),
                    values.getOrDefault("delivered", 0L),
                    values.getOrDefault("recovered", 0L),
                    dropped,
                    values.getOrDefault("torn", 0L)));
        }
        return lanes;
    }
}
