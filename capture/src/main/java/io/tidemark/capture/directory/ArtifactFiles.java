package io.tidemark.capture.directory;

import io.tidemark.abi.Channel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which file of a capture belongs to which channel, and which belong to none, by path relative to
 * its root. Immutable.
 */
public final class ArtifactFiles {
    private final Map<Channel, List<String>> byChannel = new EnumMap<>(Channel.class);
    private final List<String> others = new ArrayList<>();
    private final Path root;

    public ArtifactFiles(CaptureDirectory directory) {
        this.root = directory.root();
        put(Channel.SWIMLANE, directory.swimlane());
        put(Channel.ARGS, directory.argsManifest());
        put(Channel.ARGS, directory.argsPayload());
        put(Channel.SCOPE, directory.scopeStats());
        put(Channel.DEPS, directory.dependencies());
        put(Channel.PMU, directory.pmu());
        directory.hostPhases().map(this::relative).ifPresent(others::add);
        directory.nameMaps().stream().map(this::relative).forEach(others::add);
        CaptureDirectory.REPORTS.stream()
                .filter(report -> Files.isRegularFile(root.resolve(report)))
                .forEach(others::add);
    }

    private void put(Channel channel, Optional<Path> file) {
        file.ifPresent(
                path ->
                        byChannel
                                .computeIfAbsent(channel, key -> new ArrayList<>())
                                .add(relative(path)));
    }

    private String relative(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    /** Everything that a certificate must have a digest of. */
    public List<String> present() {
        List<String> all = new ArrayList<>(others);
        byChannel.values().forEach(all::addAll);
        return all;
    }

    public Map<Channel, List<String>> byChannel() {
        return byChannel;
    }

    /** True for files of the channels asked for, and for files that belong to none. */
    public boolean belongsTo(String path, Set<Channel> channels) {
        for (Map.Entry<Channel, List<String>> entry : byChannel.entrySet()) {
            if (entry.getValue().contains(path)) {
                return channels.contains(entry.getKey());
            }
        }
        return true;
    }
}
