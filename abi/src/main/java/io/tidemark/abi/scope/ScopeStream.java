package io.tidemark.abi.scope;

import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.layout.RecordLayout;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** The streams of the scope channel. Codes stand in regions and are never reused. */
public enum ScopeStream implements ChannelStream {
    SAMPLE(0, "sample", ScopeRecord.LAYOUT),
    SITE(1, "site", ScopeSiteRecord.LAYOUT);

    private final int code;
    private final String label;
    private final RecordLayout record;

    ScopeStream(int code, String label, RecordLayout record) {
        this.code = code;
        this.label = label;
        this.record = record;
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public RecordLayout record() {
        return record;
    }

    @Override
    public long firstTick(MemorySegment bytes, long at) {
        return this == SAMPLE ? ScopeRecord.TICK.get(bytes, at) : 0;
    }

    public static Optional<ScopeStream> ofCode(long code) {
        for (ScopeStream stream : values()) {
            if (stream.code == code) {
                return Optional.of(stream);
            }
        }
        return Optional.empty();
    }
}
