package io.tidemark.capture;

import io.tidemark.abi.Channel;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.capture.table.TableFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Files for other tools that a capture does not have, because its table files hold their records.
 */
public final class LeftOutFiles {
    private LeftOutFiles() {}

    /** Which ones, and how to get them; empty if there are none. */
    public static Optional<String> sentence(Path capture) {
        List<String> files = ChannelCatalog.all().stream()
                .filter(channel -> Files.exists(capture.resolve(TableFile.head(channel))))
                .map(LeftOutFiles::file)
                .filter(file -> !Files.exists(capture.resolve(file)))
                .toList();
        return files.isEmpty()
                ? Optional.empty()
                : Optional.of("%s left out; 'tidemark export %s --format simpler --out DIR' writes %s"
                        .formatted(
                                listed(files) + (files.size() == 1 ? " was" : " were"),
                                capture,
                                files.size() == 1 ? "it" : "them"));
    }

    private static String listed(List<String> files) {
        int last = files.size() - 1;
        return last == 0 ? files.getFirst() : String.join(", ", files.subList(0, last)) + " and " + files.get(last);
    }

    private static String file(Channel channel) {
        return channel.artifacts().getFirst();
    }
}
