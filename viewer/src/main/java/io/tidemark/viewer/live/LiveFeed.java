package io.tidemark.viewer.live;

/**
 * A run that can be watched. The viewer asks several times a second, from any of its threads and
 * only while someone looks; an implementation reads counters and must neither wait nor disturb the
 * run.
 */
@FunctionalInterface
public interface LiveFeed {
    LiveSnapshot sample();
}
