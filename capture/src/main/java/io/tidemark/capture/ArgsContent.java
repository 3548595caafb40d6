package io.tidemark.capture;

import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.capture.args.ArgsHeader;
import io.tidemark.capture.args.ArgsManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Arguments that the manifest counts as dropped, and payloads that are not there. Pure. */
final class ArgsContent {
    private ArgsContent() {}

    static void check(Capture capture, ContentLosses losses) {
        capture.args().ifPresent(manifest -> judge(manifest, capture, losses));
    }

    private static void judge(ArgsManifest manifest, Capture capture, ContentLosses losses) {
        ArgsHeader header = manifest.header();
        losses.lost(ArgsChannel.CHANNEL, header.droppedRecords(), "arguments dropped");
        losses.lost(ArgsChannel.CHANNEL, header.droppedOverwrite(), "payloads overwritten");
        if (header.total() >= 0 && header.total() != manifest.size()) {
            losses.lost(
                    ArgsChannel.CHANNEL,
                    Math.abs(header.total() - manifest.size()),
                    "arguments counted but not listed, or the reverse");
        }
        long needed = 0;
        for (int row = 0; row < manifest.size(); row++) {
            needed = Math.max(needed, manifest.payloadOffset(row) + manifest.payloadBytes(row));
        }
        long present = capture.directory().argsPayload().map(ArgsContent::size).orElse(0L);
        if (needed > present) {
            losses.gap(
                    ArgsChannel.CHANNEL,
                    -1,
                    "payload file too short",
                    "payload file has " + present + " of " + needed + " bytes");
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException gone) {
            return 0;
        }
    }
}
