package io.tidemark.memory.region;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A file that cannot be used as a region. The message is for people: one sentence per fault. */
public final class RegionDamagedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String[] faults;

    public RegionDamagedException(Path file, List<String> faults) {
        super(file + ": " + String.join(" ", faults));
        this.faults = faults.toArray(String[]::new);
    }

    public List<String> faults() {
        return List.of(faults);
    }
}
