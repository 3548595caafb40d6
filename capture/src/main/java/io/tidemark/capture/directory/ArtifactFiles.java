package io.tidemark.capture.directory;

import io.tidemark.abi.Channel;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.table.TableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which file of a capture belongs to which channel, and which belong to none, by path relative to
 * its root. Immutable.
 */
public final class ArtifactFiles {
    private final Map<Channel, List<String>> byChannel = new LinkedHashMap<>();
    private final List<String> others = new ArrayList<>();
    private final Set<String> exports = new HashSet<>();
    private final Path root;

    public ArtifactFiles(CaptureDirectory directory) {
        this.root = directory.root();
        put(SwimlaneChannel.CHANNEL, directory.swimlane());
        put(ArgsChannel.CHANNEL, directory.argsManifest());
        put(ArgsChannel.CHANNEL, directory.argsPayload());
        put(ScopeChannel.CHANNEL, directory.scopeStats());
        put(DepsChannel.CHANNEL, directory.dependencies().or(this::dependencyHead));
        put(PmuChannel.CHANNEL, directory.pmu());
        ChannelCatalog.all().forEach(channel -> putDeclared(channel, directory.hasTables(channel)));
        directory.hostPhases().map(this::relative).ifPresent(others::add);
        directory.nameMaps().stream().map(this::relative).forEach(others::add);
        putTables();
        CaptureDirectory.REPORTS.stream()
                .filter(report -> Files.isRegularFile(root.resolve(report)))
                .forEach(others::add);
    }

    /** Where the dependency file was not written, the table files hold what it is made from. */
    private Optional<Path> dependencyHead() {
        return Optional.of(root.resolve(TableFile.head(DepsChannel.CHANNEL))).filter(Files::isRegularFile);
    }

    private void putTables() {
        Path tables = root.resolve(TableFile.DIRECTORY);
        if (!Files.isDirectory(tables)) {
            return;
        }
        try (Stream<Path> files = Files.list(tables)) {
            files.filter(Files::isRegularFile).map(this::relative).sorted().forEach(others::add);
        } catch (IOException unreadable) {
            others.add(TableFile.DIRECTORY); // which no certificate covers
        }
    }

    /** Adds a file of a channel, if the capture has it. */
    private void put(Channel channel, Optional<Path> file) {
        file.ifPresent(path -> put(channel, relative(path)));
    }

    /**
     * Adds the files that Tidemark writes, unless they are already found.
     *
     * @param hasTables whether they are exports of table files that are read in their place
     */
    private void putDeclared(Channel channel, boolean hasTables) {
        for (String path : channel.artifacts()) {
            boolean found = byChannel.getOrDefault(channel, List.of()).contains(path);
            if (!found && hasTables) {
                exports.add(path);
            }
            if (!found && Files.isRegularFile(root.resolve(path))) {
                put(channel, path);
            }
        }
    }

    private void put(Channel channel, String path) {
        byChannel.computeIfAbsent(channel, key -> new ArrayList<>()).add(path);
    }

    private String relative(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    /** True for a file that was written from the table files for other tools, there or not. */
    public boolean isExport(String path) {
        return exports.contains(path);
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

    /** The channel whose records a table file holds; the first word of its name. */
    private static Optional<Channel> tableChannel(String path) {
        String directory = TableFile.DIRECTORY + "/";
        int dot = path.indexOf('.');
        return path.startsWith(directory) && dot > 0
                ? ChannelCatalog.ofWord(path.substring(directory.length(), dot))
                : Optional.empty();
    }

    /** True for files of the channels asked for, and for files that belong to none. */
    public boolean belongsTo(String path, Set<Channel> channels) {
        for (Map.Entry<Channel, List<String>> entry : byChannel.entrySet()) {
            if (entry.getValue().contains(path)) {
                return channels.contains(entry.getKey());
            }
        }
        return tableChannel(path).map(channels::contains).orElse(true);
    }
}
