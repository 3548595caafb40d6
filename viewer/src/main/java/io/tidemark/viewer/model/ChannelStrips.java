package io.tidemark.viewer.model;

import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.LaneBuilder;
import io.tidemark.viewer.timeline.LaneKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Empty lanes for stretches that belong to no lane of the picture. A loss of arguments, for
 * example, is no loss of a core. Each channel gets a separate strip, which is created for the first
 * stretch of the channel. One thread.
 */
final class ChannelStrips {
    private static final int MOST = 16; // a damaged certificate names any number of channels
    private static final String FURTHER = "(further channels)";

    private final int firstLane;
    private final Map<String, Integer> laneOf = new LinkedHashMap<>();

    /**
     * @param firstLane index of the first strip, behind all other lanes
     */
    ChannelStrips(int firstLane) {
        this.firstLane = firstLane;
    }

    /** The strip of a channel; beyond a number of them the rest share one. */
    List<Integer> of(String channel) {
        String shown = ShownText.of(channel);
        boolean room = laneOf.containsKey(shown) || laneOf.size() < MOST - 1;
        String name = room ? shown : FURTHER;
        laneOf.putIfAbsent(name, firstLane + laneOf.size());
        return List.of(laneOf.get(name));
    }

    /** All strips so far, in order of their index. */
    List<Lane> lanes() {
        return laneOf.keySet().stream()
                .map(name -> new LaneBuilder(LaneKind.CHANNEL, name).build())
                .toList();
    }
}
