package io.tidemark.analysis.convert.encode;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The words of one conversion. Any thread may add; the same text always gives the same word. */
public final class Words {
    private final ConcurrentMap<String, Word> byText = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();

    public Word of(String text) {
        Word known = byText.get(text);
        return known != null ? known : byText.computeIfAbsent(text, added -> new Word(next.getAndIncrement(), added));
    }
}
