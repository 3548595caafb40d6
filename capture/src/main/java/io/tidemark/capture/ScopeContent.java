package io.tidemark.capture;

import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.capture.scope.ScopeHeader;
import io.tidemark.capture.scope.ScopeTable;

/** Samples that the file counts and does not list. Pure. */
final class ScopeContent {
    private ScopeContent() {}

    static void check(Capture capture, ContentLosses losses) {
        capture.scopes().ifPresent(table -> judge(table, capture, losses));
    }

    private static void judge(ScopeTable table, Capture capture, ContentLosses losses) {
        ScopeHeader header = table.header();
        losses.lost(ScopeChannel.CHANNEL, header.dropped(), "scope samples dropped");
        long unlisted = header.total() - header.dropped() - table.size();
        if (unlisted != 0) {
            losses.lost(ScopeChannel.CHANNEL, Math.abs(unlisted), "scope samples counted but not listed");
        }
        if (header.fatal()) {
            capture.findings().note("scope_stats.jsonl", "", "the device latched a fatal error");
        }
    }
}
