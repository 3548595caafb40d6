package io.tidemark.abi.scope;

import io.tidemark.abi.DeclaredStream;
import io.tidemark.abi.layout.RecordLayout;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** The streams of the scope channel. Regions store the codes; they are never reused. */
public enum ScopeStream implements DeclaredStream {
    SAMPLE(0, "sample", ScopeRecord.LAYOUT),
    SITE(1, "site", ScopeSiteRecord.LAYOUT);

    private final Declaration declaration;

    ScopeStream(int code, String label, RecordLayout record) {
        declaration = new Declaration(code, label, record);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public long firstTick(MemorySegment bytes, long at) {
        return this == SAMPLE ? ScopeRecord.TICK.get(bytes, at) : 0;
    }

    public static Optional<ScopeStream> ofCode(long code) {
        for (ScopeStream stream : values()) {
            if (stream.code() == code) {
                return Optional.of(stream);
            }
        }
        return Optional.empty();
    }
}
