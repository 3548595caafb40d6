package io.tidemark.capture.strace;

import java.util.List;

/**
 * The timing markers of one log.
 *
 * @param tornRecords heads without a full record behind them: lost markers
 */
public record StraceLog(List<StraceSpan> spans, List<ProcessAnchor> anchors, long tornRecords, long lines) {
    public StraceLog {
        spans = List.copyOf(spans);
        anchors = List.copyOf(anchors);
    }
}
