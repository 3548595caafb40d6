package io.tidemark.capture;

import io.tidemark.abi.Channel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which file of a capture belongs to which channel, by path relative to its root. Immutable. */
final class ArtifactFiles {
    private final Map<Channel, List<String>> byChannel = new EnumMap<>(Channel.class);
    private final Path root;

    ArtifactFiles(CaptureDirectory directory) {
        this.root = directory.root();
        put(Channel.SWIMLANE, directory.swimlane());
        put(Channel.ARGS, directory.argsManifest());
        put(Channel.ARGS, directory.argsPayload());
        put(Channel.SCOPE, directory.scopeStats());
        put(Channel.DEPS, directory.dependencies());
        put(Channel.PMU, directory.pmu());
    }

    private void put(Channel channel, Optional<Path> file) {
        file.ifPresent(
                path ->
                        byChannel
                                .computeIfAbsent(channel, key -> new ArrayList<>())
                                .add(root.relativize(path).toString().replace('\\', '/')));
    }

    List<String> present() {
        return byChannel.values().stream().flatMap(List::stream).toList();
    }

    /** True for files of the channels asked for, and for files that belong to none. */
    boolean belongsTo(String path, Set<Channel> channels) {
        for (Map.Entry<Channel, List<String>> entry : byChannel.entrySet()) {
            if (entry.getValue().contains(path)) {
                return channels.contains(entry.getKey());
            }
        }
        return true;
    }
}
