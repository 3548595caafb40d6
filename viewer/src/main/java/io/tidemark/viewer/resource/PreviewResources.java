package io.tidemark.viewer.resource;

import io.tidemark.viewer.timeline.Skyline;
import io.tidemark.viewer.timeline.Tile;
import io.tidemark.viewer.timeline.Timeline;
import java.util.List;
import java.util.Optional;

/**
 * What can be shown of a capture while it is still being read: lanes and tiles, nothing to select.
 * Its verdict is READING. Any thread may call.
 */
public final class PreviewResources implements ResourceSet {
    private final String label;
    private final Timeline timeline;

    public PreviewResources(String label, Timeline timeline) {
        this.label = label;
        this.timeline = timeline;
    }

    @Override
    public Optional<byte[]> read(String name) {
        return switch (name) {
            case "meta.json" -> Optional.of(meta());
            case "skyline" -> Optional.of(Skyline.write(timeline));
            default ->
                    TileName.parse(name)
                            .filter(tile -> tile.word().equals(TileName.RUNS))
                            .filter(tile -> tile.isOn(timeline.grid(), timeline.bands()))
                            .map(
                                    tile ->
                                            Tile.write(
                                                    timeline,
                                                    (int) tile.band(),
                                                    (int) tile.level(),
                                                    tile.index()));
        };
    }

    @Override
    public List<String> names() {
        return List.of("meta.json", "skyline");
    }

    private byte[] meta() {
        return JsonBytes.object(
                json -> {
                    json.member("label", label);
                    json.member("preview", true);
                    json.member("verdict", "READING");
                    json.member("verdictLine", "The capture is still being read.");
                    json.member("durationNanos", timeline.durationNanos());
                    MetaJson.writeGrid(json, timeline);
                    MetaJson.writeLanes(json, timeline.lanes());
                    json.name("names").beginArray();
                    timeline.names().forEach(json::value);
                    json.endArray();
                    json.member("kernelNames", timeline.names().size());
                    MetaJson.writeStretches(json, timeline.stretches());
                    for (String table : List.of("runs", "tasks", "nodes", "edges", "args")) {
                        json.member(table, 0);
                    }
                });
    }
}
