package io.tidemark.abi.scope;

import io.tidemark.abi.layout.RecordLayout;
import java.util.Optional;

/** Buffer kinds of the scope channel. Codes stand in regions and are never reused. */
public enum ScopeKind {
    SAMPLE(0, "sample", ScopeRecord.LAYOUT),
    SITE(1, "site", ScopeSiteRecord.LAYOUT);

    private final int code;
    private final String label;
    private final RecordLayout record;

    ScopeKind(int code, String label, RecordLayout record) {
        this.code = code;
        this.label = label;
        this.record = record;
    }

    public int code() {
        return code;
    }

    public String label() {
        return label;
    }

    public RecordLayout record() {
        return record;
    }

    public static Optional<ScopeKind> ofCode(long code) {
        for (ScopeKind kind : values()) {
            if (kind.code == code) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
