package io.tidemark.viewer.resource;

import io.tidemark.viewer.timeline.Picture;
import java.util.List;
import java.util.Optional;

/**
 * What can be shown of a capture while it is still being read: lanes and tiles, nothing to select.
 * Its verdict is READING. Any thread may call.
 */
public final class PreviewResources implements ResourceSet {
    private final String label;
    private final Picture picture;

    public PreviewResources(String label, Picture picture) {
        this.label = label;
        this.picture = picture;
    }

    @Override
    public Optional<byte[]> read(String name) {
        return switch (name) {
            case "meta.json" -> Optional.of(meta());
            case "skyline" -> Optional.of(picture.skyline());
            default ->
                TileName.parse(name)
                        .filter(tile -> tile.word().equals(TileName.RUNS))
                        .filter(tile -> tile.isOn(picture.grid(), picture.bands()))
                        .flatMap(tile -> picture.tile((int) tile.band(), (int) tile.level(), tile.index()));
        };
    }

    @Override
    public List<String> names() {
        return List.of("meta.json", "skyline");
    }

    private byte[] meta() {
        return JsonBytes.object(json -> {
            json.member("label", label);
            json.member("preview", true);
            json.member("verdict", "READING");
            json.member("verdictLine", "The capture is still being read.");
            json.member("durationNanos", picture.durationNanos());
            MetaJson.writeGrid(json, picture);
            MetaJson.writeLanes(json, picture.lanes());
            json.name("names").beginArray();
            picture.names().forEach(json::value);
            json.endArray();
            json.member("kernelNames", picture.names().size());
            MetaJson.writeStretches(json, picture.stretches());
            for (String table : List.of("runs", "tasks", "nodes", "edges", "args")) {
                json.member(table, 0);
            }
        });
    }
}
