package io.tidemark.runtime.recording;

import io.tidemark.abi.scope.ScopeSiteRecord;
import io.tidemark.probe.scope.ScopeProbe;
import io.tidemark.runtime.orchestrator.Orchestrator;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which place in the user's source opens the scope at hand. Orchestrator thread only. Who the
 * caller is, only the stack knows: {@link #WALKER} looks at the few frames up to the first one
 * outside the runtime and never further, however deep the user's own stack is. A place is named
 * once; from then on it is a class and a line.
 */
final class ScopeSites implements Function<Stream<StackFrame>, Integer> {
    /** Fetches the frames from a recorder to its user at one go; a larger batch costs more. */
    static final StackWalker WALKER =
            StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE), 5);

    private static final String ORCHESTRATOR = Orchestrator.class.getPackageName();
    private static final String RECORDING = ScopeSites.class.getPackageName();

    private final Map<Class<?>, Map<Integer, Integer>> sites = new HashMap<>();
    private final ScopeProbe probe;

    ScopeSites(ScopeProbe probe) {
        this.probe = probe;
    }

    /** Number of the site whose call is on the stack. */
    @Override
    public Integer apply(Stream<StackFrame> frames) {
        Iterator<StackFrame> each = frames.iterator();
        while (each.hasNext()) {
            StackFrame frame = each.next();
            String home = frame.getDeclaringClass().getPackageName();
            if (!home.equals(ORCHESTRATOR) && !home.equals(RECORDING)) {
                return site(frame);
            }
        }
        return ScopeSiteRecord.UNKNOWN;
    }

    private Integer site(StackFrame frame) {
        Class<?> type = frame.getDeclaringClass();
        int line = frame.getLineNumber();
        Map<Integer, Integer> lines = sites.get(type);
        Integer known = lines == null ? null : lines.get(line);
        return known == null ? newSite(frame, type, line) : known;
    }

    private Integer newSite(StackFrame frame, Class<?> type, int line) {
        String file = frame.getFileName();
        int site = probe.site(file == null ? type.getSimpleName() : file, line);
        sites.computeIfAbsent(type, key -> new HashMap<>()).put(line, site);
        return site;
    }
}
