package io.tidemark.analysis.convert.encode;

/**
 * A part of a trace that is encoded on its own, by one thread.
 *
 * @param <S> where its events go
 */
@FunctionalInterface
public interface Job<S> {
    void draw(S sink);
}
