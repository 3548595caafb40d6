package io.tidemark.runtime.recording;

import io.tidemark.abi.scope.ScopeSiteRecord;
import io.tidemark.probe.scope.ScopeProbe;
import io.tidemark.runtime.ScopeSite;
import java.util.Arrays;

/** The numbers that places have in one run. Orchestrator thread only. */
final class ScopeSites {
    private final ScopeProbe probe;
    private int[] numbers = new int[16]; // by index of the place; UNKNOWN until it is named

    ScopeSites(ScopeProbe probe) {
        this.probe = probe;
    }

    /** Number of a place; it is named in the region when it is first asked for. */
    int numberOf(ScopeSite site) {
        int index = site.index();
        int number = index < numbers.length ? numbers[index] : ScopeSiteRecord.UNKNOWN;
        return number == ScopeSiteRecord.UNKNOWN ? name(site) : number;
    }

    private int name(ScopeSite site) {
        int index = site.index();
        if (index >= numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(index + 1, 2 * numbers.length));
        }
        numbers[index] = probe.site(site.file(), site.line());
        return numbers[index];
    }
}
